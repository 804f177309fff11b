package io.github.lanewise.kernel.sha256;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
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

  private final JdkEngine jdk = new JdkEngine();
  private final @Nullable JdkPairsEngine pairs;
  private final EngineTable table;
  private final EngineTrust trust;
  private final SpeedWatch watch;
  private final int crossCheckEvery;
  private final @Nullable LaneSchedule laneSchedule;
  private final ShortMessages shortMessages;
  private final int lanes;
  private final ArrayDeque<Sha256Stream> entered = new ArrayDeque<>();
  private final ArrayDeque<Sha256Stream> withJdk = new ArrayDeque<>();

  /** Those that lanes have hashed, and {@code jdk} has to hash too. */
  private final ArrayDeque<Sha256Stream> withWitness = new ArrayDeque<>();

  private final LaneSchedule.Follower follower = this::hashedInLanes;

  /** How many of those that entered could go into lanes, and how many of these must. */
  private int enteredForLanes;

  private int enteredWithWords;

  /** Those of them that could go anywhere, while they are placed. */
  private final LanePlacement beginning;

  /** Whether the caller has said that all there is is in. */
  private boolean nothingWaits;

  /** Whether the lane engines are not used any more. */
  private boolean scalarOnly;

  /** How many messages began in lanes since the last that was cross-checked. */
  private int sinceCrossCheck;

  /** For segments that no array can be had of; two, for pairs. */
  private final byte[][] copies = new byte[2][JdkPairsEngine.COPY_BYTES];

  /** For messages that come alone. */
  private @Nullable MessageDigest single;

  private QuantumListener listener = IGNORE;
  private @Nullable LaneSchedule oneByOne;
  private boolean closed;

  /**
   * @param crossCheckEvery of so many messages that begin in lanes, one is hashed by {@code jdk}
   *     too; 0 for none
   */
  MultiBufferSha256(EngineTable table, EngineTrust trust, SpeedWatch watch, int crossCheckEvery) {
    LaneEngines engines =
        table.usesWords() && !trust.isLost() ? LaneEngines.open(table, watch) : null;
    this.table = table;
    this.beginning = new LanePlacement(table);
    this.trust = trust;
    this.watch = watch;
    this.crossCheckEvery = crossCheckEvery;
    this.laneSchedule = engines == null ? null : new LaneSchedule(engines);
    this.shortMessages = new ShortMessages(table, trust, watch, crossCheckEvery);
    this.pairs = table.pairs();
    int withJdkOnly = pairs == null ? 1 : pairs.lanes();
    this.lanes = laneSchedule == null ? withJdkOnly : laneSchedule.lanes();
  }

  /** What one quantum did; see {@link #advance}. */
  public interface QuantumListener {

    /** The stream's segment is used up; it has left, and may get its next and enter again. */
    void eaten(Sha256Stream stream);

    /**
     * The stream's last segment is used up: its digest is there. {@link #eaten} follows at once.
     *
     * @param engine the name of the one that hashed the message's end; its digest is by that one
     */
    default void finished(Sha256Stream stream, String engine) {}

    /**
     * An engine was run.
     *
     * @param engine its name
     * @param used how many of its lanes held a message
     * @param lanes how many it has
     * @param bytes what it hashed, padding included
     */
    void ran(String engine, int used, int lanes, long bytes);

    /**
     * A message was hashed in lanes and by {@code jdk}; see {@link EngineChoice#open(int)}.
     *
     * @param agreed whether both had the same digest; if not, {@code jdk}'s is what the message
     *     gets, and lanes are not used any more
     */
    default void crossChecked(Sha256Stream stream, boolean agreed) {}
  }

  /** How many streams can be in at a time. */
  public int lanes() {
    return lanes;
  }

  /** How many streams are in. */
  public int occupied() {
    return entered.size()
        + withJdk.size()
        + withWitness.size()
        + occupied(laneSchedule)
        + occupied(oneByOne);
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
    countEntered(stream, 1);
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
      countEntered(stream, -1);
    }
    left =
        left
            || withJdk.remove(stream)
            || withWitness.remove(stream)
            || (laneSchedule != null && laneSchedule.leave(stream))
            || (oneByOne != null && oneByOne.leave(stream));
    if (left) {
      stream.leave();
    }
    return left;
  }

  /**
   * Takes a stream out between two calls of {@link #advance}, with its hash and what is left of its
   * segment: it may enter again, and goes on where it stood. So one with much to do makes room for
   * one with little.
   *
   * @param minRemaining not if fewer bytes than this are left
   * @return whether it was taken out; a stream that is just being cross-checked is not
   */
  public boolean suspend(Sha256Stream stream, long minRemaining) {
    boolean out =
        (stream.current().remaining() >= minRemaining && withJdk.remove(stream))
            || (laneSchedule != null && laneSchedule.suspend(stream, minRemaining))
            || (oneByOne != null && oneByOne.suspend(stream, minRemaining));
    if (out) {
      stream.leave();
    }
    return out;
  }

  private void countEntered(Sha256Stream stream, int one) {
    enteredForLanes += stream.isBoundToMessageDigest() ? 0 : one;
    enteredWithWords += stream.isBoundToWords() ? one : 0;
  }

  /**
   * Advances every stream that is in by one bounded quantum; some may leave on the way. Those that
   * began in lanes and are few now go on with the engine that is the cheapest for so few.
   *
   * <p>What is thrown when the memory of a segment goes away meanwhile leaves the hashes of all
   * that are in undefined: close this instance.
   */
  public void advance(QuantumListener quantumListener) {
    listener = quantumListener;
    try {
      place();
      advance(laneSchedule);
      advance(oneByOne);
      for (int i = withWitness.size(); i > 0; i--) {
        advanceWitness(withWitness.remove());
      }
      int left = withJdk.size();
      for (; pairs != null && left >= pairs.lanes(); left -= pairs.lanes()) {
        advancePair(pairs, withJdk.remove(), withJdk.remove());
      }
      for (; left > 0; left--) {
        advanceWithJdk(withJdk.remove());
      }
    } finally {
      listener = IGNORE;
    }
  }

  private void advance(@Nullable LaneSchedule schedule) {
    int used = occupied(schedule);
    if (schedule != null && used > 0) {
      long bytes = schedule.advance(follower);
      OpenEngine engine = schedule.engine();
      listener.ran(engine.name(), used, engine.lanesFor(used), bytes);
    }
  }

  private void advanceWithJdk(Sha256Stream stream) {
    long bytes = Math.min(stream.current().remaining(), JDK_QUANTUM_BYTES);
    jdk.update(stream, bytes, copies[0]);
    listener.ran(jdk.name(), 1, 1, bytes);
    goOnWithJdk(stream, jdk.name());
  }

  private void advancePair(JdkPairsEngine engine, Sha256Stream first, Sha256Stream second) {
    long bytes = engine.update(jdk, first, second, JDK_QUANTUM_BYTES, copies);
    listener.ran(engine.name(), engine.lanes(), engine.lanes(), bytes);
    goOnWithJdk(first, engine.name());
    goOnWithJdk(second, engine.name());
  }

  private void goOnWithJdk(Sha256Stream stream, String engine) {
    if (stream.current().remaining() > 0) {
      withJdk.add(stream);
    } else {
      eaten(stream, engine);
    }
  }

  private void eaten(Sha256Stream stream, String engine) {
    stream.eaten();
    if (stream.isFinished()) {
      listener.finished(stream, engine);
    }
    listener.eaten(stream);
  }

  private void hashedInLanes(Sha256Stream stream) {
    if (stream.isWitnessed()) {
      stream.rewind();
      withWitness.add(stream);
    } else {
      eaten(stream, scheduleForWords().engine().name());
    }
  }

  private void advanceWitness(Sha256Stream stream) {
    jdk.update(stream, Math.min(stream.current().remaining(), JDK_QUANTUM_BYTES), copies[0]);
    if (stream.current().remaining() > 0) {
      withWitness.add(stream);
      return;
    }
    if (stream.isLast()) {
      boolean agreed = stream.confirm();
      if (!agreed) {
        trust.lose(stream.byteCount());
      }
      listener.crossChecked(stream, agreed);
    }
    eaten(stream, jdk.name());
  }

  /** Finds an engine for the streams that came since the last time. */
  private void place() {
    LaneSchedule schedule = usableLanes();
    boolean allAreIn = nothingWaits || occupied() < lanes;
    int room =
        schedule == null
            ? 0
            : table.lanesFor(schedule.occupied() + enteredForLanes)
                - schedule.occupied()
                - enteredWithWords;
    enteredForLanes = 0;
    enteredWithWords = 0;
    Sha256Stream stream;
    while ((stream = entered.poll()) != null) {
      if (trust.isLost() && (stream.isWitnessed() || stream.isLost())) {
        giveUpLanes(stream);
      } else if (stream.isBoundToWords()) {
        enterLanes(scheduleForWords(), stream);
      } else if (room <= 0 || schedule == null || stream.isBoundToMessageDigest()) {
        withJdk.add(stream);
      } else {
        beginning.add(stream);
      }
    }
    if (schedule != null && !beginning.isEmpty()) {
      begin(schedule, room, allAreIn);
    }
  }

  private void begin(LaneSchedule schedule, int room, boolean allAreIn) {
    int forJdk = Math.max(0, beginning.count() - room);
    // Those that wait for a lane would fill the ones that become empty.
    if (allAreIn && !beginning.isLevel(LaneSchedule.SHORT_BYTES, schedule.occupied())) {
      forJdk = beginning.longestForJdk(schedule, forJdk);
    }
    for (; forJdk > 0; forJdk--) {
      withJdk.add(beginning.remove());
    }
    while (!beginning.isEmpty()) {
      enterLanes(schedule, beginning.remove());
    }
  }

  /** Lanes for messages that begin; null if there are none, or they may not be used any more. */
  private @Nullable LaneSchedule usableLanes() {
    LaneSchedule schedule = laneSchedule;
    if (schedule == null || scalarOnly) {
      return null;
    }
    if (trust.isLost() || watch.collapse() != null) {
      scalarOnly = true;
      schedule.useScalarOnly();
      if (trust.isLost()) {
        giveUpLanes(schedule);
      }
      return null;
    }
    return schedule;
  }

  private void enterLanes(LaneSchedule schedule, Sha256Stream stream) {
    if (schedule == laneSchedule && !scalarOnly) {
      stream.enterLanes(trust);
      // One that is bound to words was in lanes already, and was counted then.
      if (crossCheckEvery > 0
          && !stream.isBoundToWords()
          && stream.isWhollyHere()
          && ++sinceCrossCheck >= crossCheckEvery
          && stream.witness()) {
        sinceCrossCheck = 0;
      }
    }
    schedule.enter(stream, follower);
  }

  /** The lanes hash wrongly: takes all out of them. */
  private void giveUpLanes(LaneSchedule schedule) {
    Sha256Stream stream;
    while ((stream = withWitness.poll()) != null) {
      stream.bindToWitness();
      withJdk.add(stream);
    }
    // All before the first of them comes back, for scalar.
    List<Sha256Stream> out = new ArrayList<>();
    while ((stream = schedule.leaveAny()) != null) {
      out.add(stream);
    }
    out.forEach(this::giveUpLanes);
  }

  private void giveUpLanes(Sha256Stream stream) {
    if (stream.isWitnessed()) {
      // The witness has seen all segments but this one.
      stream.rewind();
      stream.bindToWitness();
      withJdk.add(stream);
    } else if (stream.isWhollyHere()) {
      stream.restart();
      if (stream.isBoundToWords()) {
        enterLanes(scheduleForWords(), stream);
      } else {
        withJdk.add(stream);
      }
    } else {
      // Whoever asks it for its digest, or gives it more, hears of it.
      eaten(stream, scheduleForWords().engine().name());
    }
  }

  /** Streams whose state must be words have an engine even where no lanes are used. */
  private LaneSchedule scheduleForWords() {
    if (laneSchedule != null) {
      return laneSchedule;
    }
    LaneSchedule open = oneByOne;
    if (open == null) {
      open = new LaneSchedule(LaneEngines.scalarOnly(lanes));
      oneByOne = open;
    }
    return open;
  }

  /**
   * Hashes one message by {@code MessageDigest}, at once, beside what is in: where there are no
   * lanes, a message that is here as a whole needs no stream.
   *
   * @param message from position to limit; its position is not moved
   */
  public Sha256Digest digest(ByteBuffer message) {
    MessageDigest digest = single;
    if (digest == null) {
      digest = jdk.newDigest();
      single = digest;
    }
    try {
      if (message.hasArray()) {
        int start = message.arrayOffset() + message.position();
        digest.update(message.array(), start, message.remaining());
      } else {
        digest.update(message.duplicate());
      }
      return Sha256Digest.ofOwned(digest.digest());
    } catch (RuntimeException | Error e) {
      // Memory that went away: what was hashed of it must not begin the next message.
      digest.reset();
      throw e;
    }
  }

  /** What {@link #digestShort} did. */
  public interface ShortListener {

    /**
     * An engine was run.
     *
     * @param engine its name
     * @param messages how many it hashed
     * @param lanes how many it could have
     * @param bytes of these messages; in lanes with their padding
     */
    void ran(String engine, int messages, int lanes, long bytes);

    /**
     * A message was hashed in lanes and by {@code jdk}; see {@link EngineChoice#open(int)}.
     *
     * @param agreed whether both had the same digest; if not, {@code jdk} hashes all messages of
     *     the call, and lanes are not used any more
     */
    default void crossChecked(boolean agreed) {}
  }

  /** The longest message that {@link #digestShort} takes, in bytes. */
  public static final int MAX_SHORT_BYTES = 1015;

  /**
   * Hashes whole messages of up to {@link #MAX_SHORT_BYTES} bytes, at once, beside what is in. They
   * need no streams and are put together by length, so this is the fastest way for many short ones:
   * the more are there at a time, the fuller are the lanes. What does not fill enough lanes is
   * hashed by {@code MessageDigest}.
   *
   * <p>What is thrown when the memory of a message cannot be read, or goes away meanwhile, leaves
   * all digests of the call undefined.
   *
   * @param messages each from position to limit; positions are not moved
   * @param digests gets 32 bytes for each, from its start on, in the order of the messages
   * @throws IllegalArgumentException if a message is longer
   * @throws IndexOutOfBoundsException if there is no room for all digests
   */
  public void digestShort(List<ByteBuffer> messages, byte[] digests, ShortListener listener) {
    if (closed) {
      throw new IllegalStateException("closed");
    }
    Objects.checkFromIndexSize(0, messages.size() * Sha256Digest.BYTES, digests.length);
    shortMessages.digest(messages, digests, listener);
  }

  /**
   * Hashes whole messages of any length.
   *
   * @param messages each from position to limit; positions are not moved
   * @return one digest each, in the same order
   * @throws IllegalStateException if streams are in, and a message is not short
   */
  public List<Sha256Digest> digest(List<ByteBuffer> messages) {
    List<ByteBuffer> shortOnes = messages.stream().filter(MultiBufferSha256::isShort).toList();
    byte[] shortDigests = new byte[shortOnes.size() * Sha256Digest.BYTES];
    digestShort(shortOnes, shortDigests, (engine, count, offered, bytes) -> {});
    List<Sha256Stream> streams = new ArrayList<>(messages.size() - shortOnes.size());
    for (ByteBuffer message : messages) {
      if (!isShort(message)) {
        Sha256Stream stream = new Sha256Stream();
        stream.segment(message, true);
        streams.add(stream);
      }
    }
    if (!streams.isEmpty()) {
      advanceAll(streams);
    }
    List<Sha256Digest> digests = new ArrayList<>(messages.size());
    int at = 0;
    for (ByteBuffer message : messages) {
      if (isShort(message)) {
        digests.add(Sha256Digest.of(shortDigests, at));
        at += Sha256Digest.BYTES;
      } else {
        digests.add(streams.get(digests.size() - at / Sha256Digest.BYTES).digest());
      }
    }
    return List.copyOf(digests);
  }

  private static boolean isShort(ByteBuffer message) {
    return message.remaining() <= MAX_SHORT_BYTES;
  }

  /**
   * Advances streams, any number, until the segment of each is eaten. Nobody else's stream may be
   * in.
   *
   * @throws IllegalStateException if others are in, or a stream has no segment or is there twice;
   *     then none of the others' hashes is of use
   */
  public void advanceAll(Collection<Sha256Stream> streams) {
    advanceAll(streams, IGNORE);
  }

  void advanceAll(Collection<Sha256Stream> streams, QuantumListener quantumListener) {
    if (occupied() > 0) {
      throw new IllegalStateException(occupied() + " other streams are in");
    }
    ArrayDeque<Sha256Stream> waiting = new ArrayDeque<>(streams);
    try {
      // What full batches leave over, and is better with jdk, is done first: in lanes that become
      // empty one after the other, it would crawl through the last of them.
      int over = waiting.size() > lanes ? waiting.size() % lanes : 0;
      advance(waiting, over - table.lanesFor(over), quantumListener);
      advance(waiting, waiting.size(), quantumListener);
    } finally {
      nothingWaits = false;
      if (occupied() > 0) {
        streams.forEach(this::leave);
      }
    }
  }

  private void advance(
      ArrayDeque<Sha256Stream> waiting, int count, QuantumListener quantumListener) {
    int left = count;
    while (left > 0 || occupied() > 0) {
      for (; left > 0 && occupied() < lanes; left--) {
        enter(waiting.remove());
      }
      nothingWaits = left == 0;
      advance(quantumListener);
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
    withWitness.forEach(Sha256Stream::leave);
    withWitness.clear();
    Arrays.fill(copies[0], (byte) 0);
    Arrays.fill(copies[1], (byte) 0);
    if (laneSchedule != null) {
      laneSchedule.close();
    }
    shortMessages.close();
    if (oneByOne != null) {
      oneByOne.close();
      oneByOne = null;
    }
  }
}
