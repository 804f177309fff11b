package io.github.lanewise.kernel.sha256;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hashes many independent messages at once: messages in, digests out.
 *
 * <pre>{@code
 * EngineChoice choice = Sha256Engines.discover().calibrate();
 * try (MultiBufferSha256 sha256 = choice.open()) {
 *   List<Sha256Digest> digests = sha256.digest(List.of(ByteBuffer.wrap(a), ByteBuffer.wrap(b)));
 * }
 * }</pre>
 *
 * <p>Messages may be of unequal length, from heap and direct buffers, read-only ones too, and may
 * come in pieces: see {@link Sha256Stream}. Up to {@link #lanes()} streams can be in at a time; the
 * engine for those that begin is chosen by how many they are.
 *
 * <p>Confined to one thread at a time: an instance may be handed from thread to thread, with
 * whatever makes the one's writes visible to the other, and is not safe for two at once. Holds
 * working memory off the heap until it is closed. Allocates nothing in steady state but digests.
 */
public final class MultiBufferSha256 implements AutoCloseable {

  /** What one call of {@link #advance} hashes of a stream that is with {@code MessageDigest}. */
  private static final int JDK_QUANTUM_BYTES = 64 * 1024;

  private static final int COPY_BYTES = 16 * 1024;

  private final JdkEngine jdk = new JdkEngine();
  private final @Nullable LaneSchedule laneSchedule;
  private final String laneEngine;
  private final int breakEven;
  private final int lanes;
  private final ArrayDeque<Sha256Stream> entered = new ArrayDeque<>();
  private final ArrayDeque<Sha256Stream> withJdk = new ArrayDeque<>();

  /** How many of those that entered could go into lanes. */
  private int enteredForLanes;

  private final byte[] copy = new byte[COPY_BYTES];
  private @Nullable LaneSchedule oneByOne;
  private boolean closed;

  MultiBufferSha256(@Nullable BlockEngine engine, int breakEven) {
    BlockEngine.Compressor compressor = engine == null ? null : engine.open();
    this.laneSchedule =
        engine == null || compressor == null ? null : new LaneSchedule(engine.lanes(), compressor);
    this.laneEngine = engine == null ? "" : engine.name();
    this.lanes = laneSchedule == null ? 1 : laneSchedule.lanes();
    this.breakEven = breakEven;
  }

  /** What one quantum did; see {@link #advance}. */
  public interface QuantumListener {

    /** The stream's segment is used up; it has left, and may get its next and enter again. */
    void eaten(Sha256Stream stream);

    /**
     * An engine was run.
     *
     * @param engine its name
     * @param used how many of its lanes held a message
     * @param lanes how many it has
     * @param bytes what it hashed, padding included
     */
    void ran(String engine, int used, int lanes, long bytes);
  }

  /** How many streams can be in at a time. */
  public int lanes() {
    return lanes;
  }

  /** How many streams are in. */
  public int occupied() {
    return entered.size() + withJdk.size() + occupied(laneSchedule) + occupied(oneByOne);
  }

  private static int occupied(@Nullable LaneSchedule schedule) {
    return schedule == null ? 0 : schedule.occupied();
  }

  /**
   * Takes a stream in. Nothing is hashed before {@link #advance}.
   *
   * @throws IllegalStateException if all lanes are taken, or the stream has no segment or is in
   *     already, here or elsewhere
   */
  public void enter(Sha256Stream stream) {
    if (closed) {
      throw new IllegalStateException("closed");
    }
    if (occupied() >= lanes) {
      throw new IllegalStateException("all " + lanes + " lanes are taken");
    }
    stream.enter();
    entered.add(stream);
    enteredForLanes += stream.isBoundToMessageDigest() ? 0 : 1;
  }

  /**
   * Takes a stream out before its segment is eaten. Its hash is lost: only {@link
   * Sha256Stream#reset()} can follow, which lets go of the segment.
   *
   * @return whether it was in
   */
  public boolean leave(Sha256Stream stream) {
    boolean left = entered.remove(stream);
    if (left) {
      enteredForLanes -= stream.isBoundToMessageDigest() ? 0 : 1;
    }
    left =
        left
            || withJdk.remove(stream)
            || (laneSchedule != null && laneSchedule.leave(stream))
            || (oneByOne != null && oneByOne.leave(stream));
    if (left) {
      stream.leave();
    }
    return left;
  }

  /**
   * Advances every stream that is in by one bounded quantum; some may leave on the way. A stream
   * that is alone in the lanes it began in goes on there at a lane's speed.
   *
   * <p>What is thrown when the memory of a segment goes away meanwhile leaves the hashes of all
   * that are in undefined: close this instance.
   */
  public void advance(QuantumListener listener) {
    place(listener);
    advance(laneSchedule, laneEngine, listener);
    advance(oneByOne, Sha256Engines.SCALAR.name(), listener);
    for (int i = withJdk.size(); i > 0; i--) {
      Sha256Stream stream = withJdk.remove();
      long bytes = Math.min(stream.current().remaining(), JDK_QUANTUM_BYTES);
      jdk.update(stream, bytes, copy);
      listener.ran(jdk.name(), 1, 1, bytes);
      if (stream.current().remaining() > 0) {
        withJdk.add(stream);
      } else {
        stream.eaten();
        listener.eaten(stream);
      }
    }
  }

  private static void advance(
      @Nullable LaneSchedule schedule, String engine, QuantumListener listener) {
    int used = occupied(schedule);
    if (schedule != null && used > 0) {
      long bytes = schedule.advance(listener);
      listener.ran(engine, used, schedule.lanes(), bytes);
    }
  }

  /** Finds an engine for the streams that came since the last time. */
  private void place(QuantumListener listener) {
    boolean lanesPay =
        laneSchedule != null && laneSchedule.occupied() + enteredForLanes >= breakEven;
    enteredForLanes = 0;
    Sha256Stream stream;
    while ((stream = entered.poll()) != null) {
      if (stream.isBoundToWords() || (stream.isUnbound() && lanesPay)) {
        scheduleForWords().enter(stream, listener);
      } else {
        withJdk.add(stream);
      }
    }
  }

  /**
   * Streams whose state must be words have an engine even where no lanes are used. That one has a
   * single lane, as this instance has then.
   */
  private LaneSchedule scheduleForWords() {
    if (laneSchedule != null) {
      return laneSchedule;
    }
    LaneSchedule open = oneByOne;
    if (open == null) {
      open = new LaneSchedule(1, Sha256Engines.SCALAR.open());
      oneByOne = open;
    }
    return open;
  }

  /**
   * Hashes whole messages.
   *
   * @param messages each from position to limit; positions are not moved
   * @return one digest each, in the same order
   */
  public List<Sha256Digest> digest(List<ByteBuffer> messages) {
    List<Sha256Stream> streams = new ArrayList<>(messages.size());
    for (ByteBuffer message : messages) {
      Sha256Stream stream = new Sha256Stream();
      stream.segment(message, true);
      streams.add(stream);
    }
    advanceAll(streams);
    return streams.stream().map(Sha256Stream::digest).toList();
  }

  /**
   * Advances streams, any number, until the segment of each is eaten. Nobody else's stream may be
   * in.
   *
   * @throws IllegalStateException if others are in, or a stream has no segment or is there twice;
   *     then none of the others' hashes is of use
   */
  public void advanceAll(Collection<Sha256Stream> streams) {
    if (occupied() > 0) {
      throw new IllegalStateException(occupied() + " other streams are in");
    }
    ArrayDeque<Sha256Stream> waiting = new ArrayDeque<>(streams);
    try {
      while (!waiting.isEmpty() || occupied() > 0) {
        while (!waiting.isEmpty() && occupied() < lanes) {
          enter(waiting.remove());
        }
        advance(IGNORE);
      }
    } finally {
      if (occupied() > 0) {
        streams.forEach(this::leave);
      }
    }
  }

  private static final QuantumListener IGNORE =
      new QuantumListener() {
        @Override
        public void eaten(Sha256Stream stream) {}

        @Override
        public void ran(String engine, int used, int lanes, long bytes) {}
      };

  /** Gives the working memory back. Streams that are in lose their hash. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    entered.forEach(Sha256Stream::leave);
    entered.clear();
    withJdk.forEach(Sha256Stream::leave);
    withJdk.clear();
    Arrays.fill(copy, (byte) 0);
    if (laneSchedule != null) {
      laneSchedule.close();
    }
    if (oneByOne != null) {
      oneByOne.close();
      oneByOne = null;
    }
  }
}
