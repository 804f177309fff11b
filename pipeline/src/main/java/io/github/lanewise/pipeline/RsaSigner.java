package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.rsa.FaultySignatureException;
import io.github.lanewise.kernel.rsa.RsaCrt;
import io.github.lanewise.kernel.rsa.RsaEngineChoice;
import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.kernel.rsa.RsaPublicKey;
import io.github.lanewise.kernel.rsa.SignatureScheme;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.cpu.PinnedSchedulers;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.Exceptions;
import reactor.core.observability.SignalListenerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Signs digests: RSASSA-PKCS1-v1_5, or RSASSA-PSS, over SHA-256 (RFC 8017 §8). What was hashed is
 * not hashed again. A signature that is alone has its two CRT halves (§5.1.2) computed side by side
 * on two workers, which takes little more than half the time of one thread. Those that wait while
 * the workers compute are put together in the lanes of a vector engine, where measuring has shown
 * that this pays.
 *
 * <p>Every signature is blinded, and confirmed by the public key before it leaves. One that is not
 * confirmed is held back, since it would give the key away (Boneh, DeMillo, Lipton 1997); it is
 * counted in {@link #faults()}, logged, and computed once more by the JCA. Only if that fails too
 * does the subscriber get a {@link FaultySignatureException}.
 *
 * <p>Safe for any number of threads. Subscribing computes nothing on the caller's thread.
 */
public final class RsaSigner implements AutoCloseable {

  /**
   * How many digests {@link #signatures()} has on the way at most: four fill the eight lanes of one
   * worker, and as many again gather for each while both compute.
   */
  static final int IN_FLIGHT = 16;

  private volatile RsaCrt crt;
  private final SignatureScheme scheme;
  private final IntFunction<RsaEngineChoice> choices;
  private final Map<String, RsaPublicKey> publicKeys = new ConcurrentHashMap<>();
  private final FaultFallback fallback = new FaultFallback();
  private final SigningMeters meters = new SigningMeters();
  private final Scheduler first;
  private final SigningQueue queue;
  private final Scheduler signals;
  private final Disposable ownThreads;
  private volatile @Nullable SignalListenerFactory<?, ?> listeners;
  private final List<Consumer<String>> keyListeners = new CopyOnWriteArrayList<>();

  private final Set<SigningTask> tasks = ConcurrentHashMap.newKeySet();
  private final WorkerCalls calls = new WorkerCalls(RsaSigner::closedError);
  private volatile boolean closed;

  /**
   * @param signals where subscribers are told
   * @param ownThreads what closing disposes
   */
  RsaSigner(
      RsaCrt crt,
      SignatureScheme scheme,
      IntFunction<RsaEngineChoice> choices,
      Scheduler first,
      Scheduler second,
      Scheduler signals,
      Disposable ownThreads) {
    this.crt = crt;
    this.scheme = scheme;
    this.choices = choices;
    this.publicKeys.put(crt.key().keyId(), crt.key().publicKey());
    this.first = first;
    this.queue = new SigningQueue(this::choice, first, second);
    this.signals = signals;
    this.ownThreads = ownThreads;
  }

  /** An RSASSA-PKCS1-v1_5 signer with two workers of its own, pinned where that is possible. */
  public static RsaSigner create(RsaKey key) {
    return create(key, SignatureScheme.PKCS1_V1_5, true);
  }

  /**
   * A signer with two workers of its own, {@code lanewise-signer-0} and {@code -1}, on two physical
   * cores, and a thread that tells subscribers, {@code lanewise-signer-signals}; closing it ends
   * them. The workers take the process's last cores, while hashing begins at the first. Where they
   * share a core with a hashing worker, hashing goes first: see {@link
   * PinnedSchedulers#createInBackground}.
   *
   * @param pinning whether they are pinned and stand back, where that is possible
   */
  public static RsaSigner create(RsaKey key, SignatureScheme scheme, boolean pinning) {
    PinnedSchedulers workers = PinnedSchedulers.createInBackground(2, pinning, "lanewise-signer");
    Scheduler signals = Schedulers.newSingle("lanewise-signer-signals", true);
    // Starts its thread from here: a worker would hand down its core and its nice value.
    signals.schedule(() -> {});
    return new RsaSigner(
        crt(key, CalibratedSigning::of),
        scheme,
        CalibratedSigning::of,
        workers.schedulers().getFirst(),
        workers.schedulers().getLast(),
        signals,
        Disposables.composite(workers, signals));
  }

  /** As {@link #create(RsaKey, SignatureScheme, boolean)}, RSASSA-PKCS1-v1_5. */
  public static RsaSigner create(RsaKey key, boolean pinning) {
    return create(key, SignatureScheme.PKCS1_V1_5, pinning);
  }

  /** As {@link #create(RsaKey, SignatureScheme, Scheduler, Scheduler)}, RSASSA-PKCS1-v1_5. */
  public static RsaSigner create(RsaKey key, Scheduler first, Scheduler second) {
    return create(key, SignatureScheme.PKCS1_V1_5, first, second);
  }

  /**
   * A signer on two workers of the caller, who disposes them, after closing this signer. They may
   * serve others as well. Two schedulers of one thread each serve it best; with the same one given
   * twice the halves run one after the other. Subscribers are told on the worker that was last.
   */
  public static RsaSigner create(
      RsaKey key, SignatureScheme scheme, Scheduler first, Scheduler second) {
    return new RsaSigner(
        crt(key, CalibratedSigning::of),
        scheme,
        CalibratedSigning::of,
        first,
        second,
        Schedulers.immediate(),
        Disposables.disposed());
  }

  private static RsaCrt crt(RsaKey key, IntFunction<RsaEngineChoice> choices) {
    return RsaCrt.of(key, () -> choices.apply(key.bits()));
  }

  /**
   * Signs with another key from now on. Signatures that have been subscribed to finish with the key
   * that they began with, and tell which one it was. Of a window that is under way the key is the
   * one that is there when its tree is ready; its chain goes on.
   */
  public void rotate(RsaKey next) {
    // In this order: the id of the key that signs can always be looked up.
    publicKeys.put(next.keyId(), next.publicKey());
    keyListeners.forEach(listener -> listener.accept(next.keyId()));
    RsaCrt last = crt;
    crt = crt(next, choices);
    last.close();
  }

  /**
   * The signature over a digest, computed anew for every subscriber, from its subscription on.
   *
   * <p><b>Thread:</b> signals on the signer's own thread for that, or on one of the two workers if
   * they are the caller's; what is done there holds up other signatures, so heavy work belongs
   * behind {@code publishOn}. It must not block on another signature of the same signer.
   *
   * <p><b>Cancellation:</b> steps that have not begun are not taken; one that has runs to its end
   * and its value is dropped.
   *
   * <p><b>Errors:</b> {@link FaultySignatureException} if the JCA's result is not confirmed either,
   * {@link IllegalStateException} if this signer is closed, before or meanwhile, {@link
   * RejectedExecutionException} if a worker was disposed.
   */
  public Mono<RsaSignature> sign(Sha256Digest digest) {
    return SignalListeners.listen(Mono.create(sink -> start(digest, sink)), listeners);
  }

  /**
   * An operator that attaches signatures, for {@link Flux#transform}: {@code
   * digests.transform(signer.signatures())}.
   *
   * <p><b>Demand:</b> at most 16 digests are requested from upstream that have not left with their
   * signature, however much is requested downstream.
   *
   * <p><b>Order:</b> that of the digests.
   *
   * <p><b>Thread:</b> that of {@link #sign}, or the thread that requests where a signature was
   * waiting for demand, one at a time.
   *
   * <p><b>Cancellation and errors:</b> those of {@link #sign}. An error of upstream, or of a
   * signature, overtakes what is under way: the latter is given up, and upstream is cancelled. Of
   * several at the same moment the first is signalled and has the others as suppressed.
   *
   * <p><b>Discards</b> nothing that has to be released: digests and signatures are plain values.
   *
   * <p>The Reactor context of the subscriber reaches upstream.
   */
  public Function<Flux<Sha256Digest>, Flux<SignedDigest>> signatures() {
    return digests ->
        digests
            .flatMapSequential(
                digest -> sign(digest).map(signature -> new SignedDigest(digest, signature)),
                IN_FLIGHT,
                1)
            .onErrorMap(Exceptions::isMultiple, RsaSigner::first);
  }

  /**
   * An operator that signs windows of consecutive records, as {@link #windows(WindowPolicy,
   * WindowChain)}, in a chain of its own for each subscription.
   */
  public Function<Flux<HashedRecord>, Flux<SignedWindow>> windows(WindowPolicy policy) {
    return windows(policy, WindowChain.random());
  }

  /**
   * An operator that signs windows of consecutive records, for {@link Flux#transform}: one
   * signature over the Merkle tree of a window (RFC 9162 §2.1), so that records can be signed as
   * fast as they are hashed. Each window's signature covers the window before, too.
   *
   * <pre>{@code
   * Flux<SignedRecord> signed =
   *     records
   *         .transform(signer.windows(WindowPolicy.defaults().maxRecords(1_000)))
   *         .concatMapIterable(SignedWindow::records, 1);
   * }</pre>
   *
   * <p><b>Where a window ends</b> the policy says, and demand does not: a window that is full, or
   * has waited, without being asked for waits as it is. The one that completion or an error cuts
   * short is signed as it is. No window is empty, and an empty stream has none.
   *
   * <p><b>Demand:</b> at most 256 records, or a window's worth if that is less, are on their way
   * from upstream; none are asked for while a window that ended waits. At most 4 windows are signed
   * ahead of demand, and one more has its tree built.
   *
   * <p><b>Order:</b> that of the records, in a window and from window to window.
   *
   * <p><b>Thread:</b> trees are built on one of the two workers, as is a signature; windows are
   * signalled on the thread of {@link #sign}, or on the one that requests, one at a time. Time is
   * kept by {@link reactor.core.scheduler.Schedulers#parallel()}.
   *
   * <p><b>Cancellation and errors:</b> those of {@link #sign}, which overtake what is under way and
   * cancel upstream. An error of upstream comes after the windows of the records before it.
   *
   * <p><b>Discards</b> nothing that has to be released: records and windows are plain values.
   *
   * <p>The Reactor context of the subscriber reaches upstream.
   *
   * @param chain where the windows begin; one that has a beginning is for one subscription
   */
  public Function<Flux<HashedRecord>, Flux<SignedWindow>> windows(
      WindowPolicy policy, WindowChain chain) {
    return new WindowSigning(
        this, Objects.requireNonNull(policy, "policy"), Objects.requireNonNull(chain, "chain"));
  }

  /**
   * Gives each signature that is asked for from now on a listener of its signals, as {@link
   * Mono#tap} does: for spans, say.
   *
   * @param each of signals of any kind
   */
  public void listenToSignatures(SignalListenerFactory<?, ?> each) {
    this.listeners = Objects.requireNonNull(each, "each");
  }

  /**
   * Tells the id of the key that signs, now and on the calling thread, and that of each further
   * key, just before it signs and on the thread that calls {@link #rotate}. A listener must not
   * throw.
   */
  public void listenToKeys(Consumer<String> listener) {
    keyListeners.add(listener);
    listener.accept(keyId());
  }

  /** For work that belongs to a signature; errors as those of {@link #sign}. */
  <T> Mono<T> onWorker(Callable<T> step) {
    return calls.call(first, signals, step);
  }

  /** Of what {@code flatMapSequential} has put together. */
  static Throwable first(Throwable multiple) {
    List<Throwable> errors = Exceptions.unwrapMultiple(multiple);
    Throwable first = errors.getFirst();
    errors.stream().skip(1).filter(other -> !other.equals(first)).forEach(first::addSuppressed);
    return first;
  }

  private void start(Sha256Digest digest, MonoSink<RsaSignature> sink) {
    SigningTask task = new SigningTask(crt, scheme, fallback, meters, digest, sink, signals);
    tasks.add(task);
    sink.onDispose(
        () -> {
          task.cancel();
          tasks.remove(task);
        });
    // Looked at after the task is in the set: either close() finds it there, or it is seen here.
    if (closed) {
      task.close(closedError());
      return;
    }
    try {
      queue.add(task);
    } catch (RejectedExecutionException rejected) {
      task.close(rejected);
    }
  }

  /** What verifies the signatures that begin now. */
  public RsaPublicKey publicKey() {
    return crt.key().publicKey();
  }

  /** What verifies the signatures of a key that this signer has or had, by its id. */
  public Optional<RsaPublicKey> publicKey(String keyId) {
    return Optional.ofNullable(publicKeys.get(keyId));
  }

  /** The scheme of the signatures. */
  public SignatureScheme scheme() {
    return scheme;
  }

  /** The id of the key that signs now, see {@link RsaPublicKey#keyId()}. */
  public String keyId() {
    return crt.key().keyId();
  }

  private RsaEngineChoice choice() {
    return choices.apply(crt.key().bits());
  }

  /** The engines that compute signatures now, and why, in one line. */
  public String engines() {
    return choice().description();
  }

  /** What was done so far. */
  public SigningStatistics statistics() {
    return meters.snapshot(faults(), tasks.size());
  }

  /** How many signatures were held back because the public key did not confirm them. */
  public long faults() {
    return fallback.faults();
  }

  /**
   * Ends all signatures that are under way with an {@link IllegalStateException}, on the calling
   * thread, and the three threads if they are this signer's own. Does not wait for them. Zeroes the
   * engines' working memory, of steps that run now when they have run. Again does nothing.
   */
  @Override
  public void close() {
    closed = true;
    tasks.forEach(task -> task.close(closedError()));
    calls.close();
    queue.close();
    crt.close();
    ownThreads.dispose();
  }

  private static IllegalStateException closedError() {
    return new IllegalStateException("the signer must be open, it is closed");
  }

  @Override
  public String toString() {
    return "RsaSigner[" + keyId() + "]";
  }
}
