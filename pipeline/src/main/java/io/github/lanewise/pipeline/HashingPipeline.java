package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.kernel.sha256.Sha256Engines;
import io.github.lanewise.kernel.sha256.Sha256Midstate;
import io.github.lanewise.pipeline.cpu.PinnedSchedulers;
import io.github.lanewise.pipeline.cpu.WorkerPlacement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.observability.SignalListenerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Hashes streams and messages of unrelated subscriptions together, in the lanes of vector registers
 * on pinned threads. Give its operators to {@link Flux#as} or {@link Flux#transform}:
 *
 * <pre>{@code
 * Mono<Sha256Digest> digest = buffers.as(pipeline.digest(BufferAccess.byteBuffers()));
 * Flux<ByteBuffer> stored = buffers.transform(pipeline.tap(BufferAccess.byteBuffers(), this::keep));
 * }</pre>
 *
 * <p><b>Demand.</b> Each subscription asks upstream for {@link Builder#prefetch} payloads and then
 * for as many as left it, whatever downstream requests, and for fewer where {@link
 * Builder#maxInFlight} would be passed. <b>Threads.</b> Results are signalled on the worker that
 * hashed them, or on the thread that requests; a worker must not be blocked. <b>Errors</b> from
 * upstream come after the results of what preceded them. <b>Discard.</b> On cancellation and error
 * each payload that did not leave goes to {@link BufferAccess#discard} once. Reactor's context is
 * kept.
 *
 * <p>Safe for many threads. Make one for an application and close it at the end.
 */
public final class HashingPipeline implements AutoCloseable {

  /** The engine that is chosen by measuring. */
  public static final String AUTO = "auto";

  /** What {@link Builder#engine} takes. */
  public static final List<String> ENGINES =
      Stream.concat(Stream.of(AUTO), Sha256Engines.NAMES.stream()).toList();

  /** How long {@link #close()} waits for the workers to let go, beyond the grace period. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

  private final EngineSwitch choices;
  private final LaneDispatcher dispatcher;
  private final @Nullable PinnedSchedulers ownSchedulers;
  private final Duration shutdownGrace;
  private final Mono<Void> closed;
  private final @Nullable SignalListenerFactory<?, ?> digestListeners;

  /**
   * @param choices gives the choice of engines of the moment
   */
  HashingPipeline(Supplier<EngineChoice> choices, Builder builder) {
    this.choices = new EngineSwitch(choices);
    this.digestListeners = builder.digestListeners;
    List<Scheduler> schedulers = builder.schedulers;
    if (schedulers.isEmpty()) {
      this.ownSchedulers =
          PinnedSchedulers.create(builder.workers, builder.pinning, "lanewise-worker");
      schedulers = ownSchedulers.schedulers();
    } else {
      this.ownSchedulers = null;
    }
    this.dispatcher =
        new LaneDispatcher(
            schedulers,
            this.choices,
            builder.crossCheckEvery,
            builder.maxWait.toNanos(),
            builder.prefetch,
            builder.maxInFlightBytes,
            builder.recentHashBytes);
    // Gracefully: a stream that signals at this moment must find its worker, or be refused, but
    // not be dropped with a queue.
    this.shutdownGrace = builder.shutdownGrace;
    this.closed =
        Mono.defer(() -> dispatcher.close(shutdownGrace.toNanos()))
            .then(ownSchedulers == null ? Mono.empty() : ownSchedulers.disposeGracefully())
            .cache();
  }

  /** A pipeline with all defaults. */
  public static HashingPipeline create() {
    return builder().build();
  }

  /** For a pipeline with options. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The digest of all payloads of a stream as one message. Payloads are released when they are
   * hashed. An empty stream has the digest of no bytes.
   */
  public <B> Function<Flux<B>, Mono<Sha256Digest>> digest(BufferAccess<B> access) {
    Objects.requireNonNull(access, "access");
    return source ->
        SignalListeners.listen(
            Mono.fromDirect(new FluxDigest<>(source, access, dispatcher)), digestListeners);
  }

  /**
   * Passes the payloads of a stream on, unchanged and in order, after they are hashed as one
   * message.
   *
   * @param onDigest gets the digest once per subscription, just before completion is signalled and
   *     on the same thread; not on error or cancellation. What it throws becomes the stream's error
   */
  public <B> Function<Flux<B>, Flux<B>> tap(
      BufferAccess<B> access, Consumer<? super Sha256Digest> onDigest) {
    Objects.requireNonNull(access, "access");
    Objects.requireNonNull(onDigest, "onDigest");
    return source ->
        SignalListeners.listen(
            new FluxDigestTap<>(source, access, onDigest, dispatcher), digestListeners);
  }

  /**
   * Passes the payloads of a stream on, unchanged and in order, each with the midstate of the
   * message after it, for a message that may break off and go on later, in another process too.
   * Whoever keeps the last midstate whose payload has been kept loses nothing. The end of the
   * stream is not the end of the message: that is a {@link
   * io.github.lanewise.kernel.sha256.Sha256Stream} resumed from the last midstate and given an
   * empty last segment.
   *
   * <p>{@code MessageDigest} does not tell its state, so such a message is hashed in lanes, or by
   * the {@code scalar} engine where there are none.
   *
   * @param from where the message stood; null at its beginning
   */
  public <B> Function<Flux<B>, Flux<HashedPart<B>>> parts(
      BufferAccess<B> access, @Nullable Sha256Midstate from) {
    Objects.requireNonNull(access, "access");
    return source -> new FluxParts<>(source, access, from, dispatcher);
  }

  /**
   * The digest of each payload, in order, with the payload. The receiver releases it.
   *
   * <p>Payloads of one subscription fill lanes together, so small ones are worth a larger {@link
   * Builder#prefetch}.
   */
  public <B> Function<Flux<B>, Flux<HashedMessage<B>>> messages(BufferAccess<B> access) {
    Objects.requireNonNull(access, "access");
    return source -> new FluxMessages<>(source, access, dispatcher);
  }

  /**
   * The digest of each chunk of a stream, in order. Chunks do not depend on where payloads end; all
   * have the same size but for the last, and an empty stream has none. Payloads are released when
   * all their chunks are hashed.
   *
   * @param chunkBytes the size of a chunk, at least 1
   * @throws IllegalArgumentException if it is not
   */
  public <B> Function<Flux<B>, Flux<HashedChunk>> chunks(BufferAccess<B> access, int chunkBytes) {
    Objects.requireNonNull(access, "access");
    if (chunkBytes < 1) {
      throw new IllegalArgumentException("chunkBytes must be at least 1, was " + chunkBytes);
    }
    return source -> new FluxChunks<>(source, access, chunkBytes, dispatcher);
  }

  /** Which engine is used and why, and where the workers run: one line. */
  public String description() {
    return choices.get().description()
        + (ownSchedulers == null ? "" : "; " + ownSchedulers.description());
  }

  /**
   * Where each worker runs, worker 0 first: on which core of which NUMA node it is pinned, or why
   * it is not. Empty for schedulers of your own.
   */
  public List<WorkerPlacement> workers() {
    return ownSchedulers == null ? List.of() : ownSchedulers.placements();
  }

  /** The engines in use now, with the report of the calibration. */
  public EngineChoice engine() {
    return choices.get();
  }

  /**
   * Hashes with another engine from now on: one of {@link Sha256Engines#NAMES} whatever the load,
   * or with {@value #AUTO} what measuring has found. Messages that are in lanes stay there to their
   * end.
   *
   * @throws IllegalArgumentException if the name is neither; nothing changes then
   * @throws IllegalStateException if the engine cannot be used here; nothing changes then
   */
  public void use(String engine) {
    choices.use(engine);
  }

  /**
   * Measures the engines anew, in the background, and uses what is found, whatever was used before;
   * until then, what was found last. It takes some seconds of CPU, and all pipelines of this JVM
   * that measure share the result.
   *
   * @return whether a measurement has begun: not if one is under way or will be after a collapse,
   *     nor without the incubator module, since there is nothing to measure then
   */
  public boolean recalibrate() {
    return choices.recalibrate();
  }

  /** Whether engines are being measured, or will be after a collapse. */
  public boolean isCalibrating() {
    return choices.isCalibrating();
  }

  /** How many workers there are. */
  public int workerCount() {
    return dispatcher.workers();
  }

  /** How many of them take streams. Fewer than there are is a defect, or the pipeline is closed. */
  public int workersAlive() {
    return dispatcher.openWorkers();
  }

  /** What was done so far. */
  public PipelineStatistics statistics() {
    return dispatcher.statistics();
  }

  /**
   * Refuses streams that begin from now on, lets those under way end within {@link
   * Builder#shutdownGrace}, fails those that have not with an {@link IllegalStateException}, and
   * stops the workers. Waits for that, except on a thread that must not block.
   *
   * <p>What a subscriber has not requested yet stays with its subscription, which ends when it is
   * requested or cancelled.
   */
  @Override
  public void close() {
    if (Schedulers.isInNonBlockingThread()) {
      closed.subscribe();
    } else {
      Duration limit = shutdownGrace.plus(CLOSE_TIMEOUT);
      closed.timeout(limit, Mono.error(() -> stuck(limit))).block();
    }
  }

  private static IllegalStateException stuck(Duration limit) {
    return new IllegalStateException(
        "the workers must stop within "
            + limit
            + ", they did not; schedulers of your own are to be disposed after the pipeline");
  }

  /** The options of a pipeline. */
  public static final class Builder {

    private static final Duration MAX_MAX_WAIT = Duration.ofMinutes(1);
    private static final Duration MAX_GRACE = Duration.ofHours(1);

    private String engine = AUTO;
    private @Nullable String calibration;
    private int crossCheckEvery;
    private int workers;
    private boolean pinning = true;
    private Duration maxWait = Duration.ofNanos(100_000);
    private int prefetch = 16;
    private long recentHashBytes;
    private Duration shutdownGrace = Duration.ofSeconds(2);
    private long maxInFlightBytes = defaultMaxInFlight(Runtime.getRuntime().maxMemory());
    private List<Scheduler> schedulers = List.of();
    private @Nullable SignalListenerFactory<?, ?> digestListeners;

    private Builder() {}

    /**
     * {@code auto} (the default) measures in the background and uses {@code jdk} meanwhile; one of
     * {@link Sha256Engines#NAMES} is used whatever the load.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public Builder engine(String name) {
      if (!ENGINES.contains(name)) {
        throw new IllegalArgumentException(
            "engine must be one of " + ENGINES + ", was '" + name + "'");
      }
      this.engine = name;
      return this;
    }

    /**
     * Pins the result of a calibration, as {@link EngineChoice#table()} and the report print it:
     * starts do not measure, and all decide alike. The engines are warmed up in the background, and
     * {@code jdk} serves meanwhile.
     *
     * @param table see {@link Sha256Engines#choose}; what breaks a rule is refused by {@link
     *     #build()}
     */
    public Builder calibration(String table) {
      this.calibration = Objects.requireNonNull(table, "table");
      return this;
    }

    /**
     * Of how many messages that begin in lanes one is hashed by {@code jdk} too, and compared
     * before its digest is released; 0, the default, for none, 1 for all.
     *
     * <p>If they differ, an error is logged and no lanes are used any more in this process. The
     * message gets the digest by {@code jdk}. Others that are under way get it too where all their
     * bytes are still there, and where not, they end in a {@link
     * io.github.lanewise.kernel.sha256.CrossCheckException}.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Builder crossCheckEvery(int messages) {
      if (messages < 0) {
        throw new IllegalArgumentException(
            "cross-check-every must not be negative, was " + messages);
      }
      this.crossCheckEvery = messages;
      return this;
    }

    /**
     * How many workers; 0 (the default) is one per physical core that the process may use.
     *
     * @throws IllegalArgumentException if it is not from 0 to {@value PinnedSchedulers#MAX_WORKERS}
     */
    public Builder workers(int count) {
      if (count < 0 || count > PinnedSchedulers.MAX_WORKERS) {
        throw new IllegalArgumentException(
            "workers must be from 0 to " + PinnedSchedulers.MAX_WORKERS + ", was " + count);
      }
      this.workers = count;
      return this;
    }

    /** Whether workers are pinned to their cores, where that is possible; the default. */
    public Builder pinning(boolean pin) {
      this.pinning = pin;
      return this;
    }

    /**
     * How long a segment may wait for others to fill its batch; 100 µs by default.
     *
     * @throws IllegalArgumentException if it is not positive, or longer than a minute
     */
    public Builder maxWait(Duration wait) {
      if (!wait.isPositive()) {
        throw new IllegalArgumentException("max-wait must be positive, was " + wait);
      }
      if (wait.compareTo(MAX_MAX_WAIT) > 0) {
        throw new IllegalArgumentException(
            "max-wait must be at most " + MAX_MAX_WAIT + ", was " + wait);
      }
      this.maxWait = wait;
      return this;
    }

    /**
     * How many payloads of a subscription are under way at most; 16 by default.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public Builder prefetch(int payloads) {
      if (payloads < 1) {
        throw new IllegalArgumentException("prefetch must be at least 1, was " + payloads);
      }
      this.prefetch = payloads;
      return this;
    }

    /**
     * How many bytes all subscriptions together have under way, about: asked of their upstreams and
     * not left them yet. Who would pass it asks for fewer payloads than {@link #prefetch}, but
     * always for one; nothing is dropped. How large a payload will be is taken from the largest
     * that the subscription had lately. Half of it is for whoever asks first, and of the other half
     * each open subscription may have an equal part.
     *
     * <p>64 MiB by default, and no more than a quarter of the largest heap, which is also the
     * default bound of direct memory.
     *
     * @throws IllegalArgumentException if it is not from 1 to 2^40
     */
    public Builder maxInFlight(long bytes) {
      if (bytes < 1 || bytes > InFlightBudget.MAX_BYTES) {
        throw new IllegalArgumentException(
            "max-in-flight must be from 1 to " + InFlightBudget.MAX_BYTES + " bytes, was " + bytes);
      }
      this.maxInFlightBytes = bytes;
      return this;
    }

    /**
     * How many bytes of recent messages are kept with their digests, in all workers together; 0,
     * the default, for none. A message that is in one piece, whole or as a chunk, of 256 bytes and
     * more, is looked for first: if one with the same fingerprint is there, and every byte is the
     * same, its digest is that one's and nothing is hashed. Worth while where the same blocks come
     * again and again; a look-up in vain costs a few percent of a hash.
     *
     * <p>Copies are kept, no caller's buffer, and only of what came twice. They are let go of when
     * the pipeline is closed. How fast a digest comes tells whether the message came lately: where
     * that is a secret, leave it off.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Builder recentHashCache(long bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException(
            "recent-hash-cache must not be negative, was " + bytes + " bytes");
      }
      this.recentHashBytes = bytes;
      return this;
    }

    /**
     * How long {@link HashingPipeline#close} lets streams that are under way go on; 2 seconds by
     * default.
     *
     * @throws IllegalArgumentException if it is negative, or longer than an hour
     */
    public Builder shutdownGrace(Duration period) {
      if (period.isNegative() || period.compareTo(MAX_GRACE) > 0) {
        throw new IllegalArgumentException(
            "shutdown-grace must be from 0 to " + MAX_GRACE + ", was " + period);
      }
      this.shutdownGrace = period;
      return this;
    }

    /** 64 MiB hold a thousand reads of 64 KiB; a quarter leaves room for what a caller does. */
    static long defaultMaxInFlight(long maxHeapBytes) {
      return Math.clamp(maxHeapBytes / 4, 1 << 20, 64 << 20);
    }

    /**
     * Runs workers on these schedulers, one on each, instead of pinned ones of its own. They must
     * be single-threaded. The pipeline does not dispose them; whoever does closes it first.
     */
    public Builder schedulers(List<Scheduler> each) {
      this.schedulers = List.copyOf(each);
      return this;
    }

    /**
     * Gives each whole stream that is hashed, by {@link HashingPipeline#digest} or {@link
     * HashingPipeline#tap}, a listener of its signals, as {@link Flux#tap} does: for spans, say.
     *
     * @param listeners of signals of any kind
     */
    public Builder digestListeners(SignalListenerFactory<?, ?> listeners) {
      this.digestListeners = Objects.requireNonNull(listeners, "listeners");
      return this;
    }

    /**
     * Makes the pipeline.
     *
     * @throws IllegalStateException if an engine cannot be used here; the message says why
     * @throws IllegalArgumentException if the pinned calibration breaks a rule, or an engine is
     *     named beside it
     */
    public HashingPipeline build() {
      return new HashingPipeline(choices(), this);
    }

    private Supplier<EngineChoice> choices() {
      if (calibration != null) {
        if (!engine.equals(AUTO)) {
          throw new IllegalArgumentException(
              "an engine and a calibration exclude each other, were '"
                  + engine
                  + "' and '"
                  + calibration
                  + "'");
        }
        return CalibratedChoice.pinned(calibration);
      }
      return EngineSwitch.ofName(engine);
    }
  }
}
