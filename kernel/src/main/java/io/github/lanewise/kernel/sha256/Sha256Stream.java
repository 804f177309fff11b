package io.github.lanewise.kernel.sha256;

import static io.github.lanewise.kernel.sha256.Sha256Constants.BLOCK_BYTES;
import static io.github.lanewise.kernel.sha256.Sha256Constants.STATE_WORDS;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way: the state of its hash, and the segment of it that is here now.
 *
 * <p>Give it a segment, let {@link MultiBufferSha256} eat the segment, give it the next; with the
 * last one comes the digest. A message that is here as a whole is a stream with one last segment.
 *
 * <p>A stream is bound to the kind of engine that hashes its first byte: {@link MessageDigest}
 * keeps its state to itself, all other engines share a form that {@link #midstate()} exports. A
 * stream made with {@link #exportable()} or {@link #resume} does not go to {@code MessageDigest};
 * {@link #reset()} makes it one like any other.
 *
 * <p>Confined to one thread at a time. Holds its segment until that is eaten, and no longer.
 */
public final class Sha256Stream {

  /** FIPS 180-4 §1: a message has fewer than 2^64 bits. */
  public static final long MAX_BYTES = (1L << 61) - 1;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfLong BIG_ENDIAN_LENGTH =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final int LENGTH_BYTES = Long.BYTES;
  private static final byte PADDING_MARK = (byte) 0x80;

  /** The padding that any message needs at least: the mark and the length. */
  static final int MIN_PADDING = 1 + LENGTH_BYTES;

  /** Which form the state has. */
  private enum Binding {
    NONE,
    WORDS,
    MESSAGE_DIGEST
  }

  private final int[] words = new int[STATE_WORDS];

  /** The first bytes of a block that is not full yet, and zeros. */
  private final MemorySegment partialBlock = MemorySegment.ofArray(new byte[BLOCK_BYTES]);

  private int partialBytes;
  private long byteCount;
  private @Nullable MessageDigest messageDigest;
  private Binding binding = Binding.NONE;

  private final Segment current = new Segment();
  private boolean pending;
  private boolean last;
  private boolean padded;

  /** Blocks that were staged when it was suspended, and are not hashed; a copy. */
  private @Nullable MemorySegment staged;

  private boolean finished;
  private boolean in;
  private @Nullable Sha256Digest digest;
  private @Nullable Object attachment;

  /** Whether {@code MessageDigest} must not have it. */
  private boolean wordsOnly;

  /** Of the lanes that its words come from; null if no lane engine had a part in them. */
  private @Nullable EngineTrust trust;

  /** Whether {@code messageDigest} hashes the message beside the lanes. */
  private boolean witnessed;

  /** A stream at the start of a message. */
  public Sha256Stream() {
    Sha256Constants.initialise(words);
  }

  /** A stream at the start of a message whose {@link #midstate()} will be asked for. */
  public static Sha256Stream exportable() {
    Sha256Stream stream = new Sha256Stream();
    stream.binding = Binding.WORDS;
    stream.wordsOnly = true;
    return stream;
  }

  /** A stream that goes on from where another stood. */
  public static Sha256Stream resume(Sha256Midstate midstate) {
    Sha256Stream stream = exportable();
    System.arraycopy(midstate.words(), 0, stream.words, 0, STATE_WORDS);
    byte[] partial = midstate.partialBlock();
    MemorySegment.copy(partial, 0, stream.partialBlock, ValueLayout.JAVA_BYTE, 0, partial.length);
    stream.partialBytes = partial.length;
    stream.byteCount = midstate.byteCount();
    return stream;
  }

  /**
   * Gives the next bytes of the message.
   *
   * @param bytes from position to limit, of any kind, read-only or not; its position is not moved.
   *     It must not change until it is eaten
   * @param last whether the message ends with them
   * @throws IllegalStateException if the segment before is not eaten yet or was the last, or if the
   *     memory cannot be read by the calling thread
   * @throws IllegalArgumentException if the message would have more than {@link #MAX_BYTES}
   * @throws CrossCheckException if the lanes that have its state were found to hash wrongly
   */
  public void segment(ByteBuffer bytes, boolean last) {
    checkNext(bytes.remaining());
    current.set(bytes);
    accept(bytes.remaining(), last);
  }

  /**
   * Gives the next bytes of the message; as the other, for segments of any size and kind. The
   * segment must stay alive until it is eaten.
   *
   * @throws IllegalStateException as there
   * @throws IllegalArgumentException as there
   * @throws CrossCheckException as there
   */
  public void segment(MemorySegment bytes, boolean last) {
    checkNext(bytes.byteSize());
    current.set(bytes);
    accept(bytes.byteSize(), last);
  }

  private void checkNext(long bytes) {
    if (pending) {
      throw new IllegalStateException("the segment before this one is not eaten yet");
    }
    if (last) {
      throw new IllegalStateException("the segment before this one was the last");
    }
    checkTrust();
    if (bytes > MAX_BYTES - byteCount) {
      throw new IllegalArgumentException(
          "a message has at most "
              + MAX_BYTES
              + " bytes, this one would have "
              + byteCount
              + " + "
              + bytes);
    }
  }

  private void accept(long bytes, boolean isLast) {
    byteCount += bytes;
    pending = true;
    last = isLast;
  }

  /** How many bytes of the message were given so far. */
  public long byteCount() {
    return byteCount;
  }

  /** Whether there is a segment that is not eaten. */
  public boolean hasSegment() {
    return pending;
  }

  /**
   * How many bytes of the segment are not hashed yet; exact while the stream is not in a {@link
   * MultiBufferSha256}, but for up to 4 KiB that it may have got ready.
   */
  public long remaining() {
    return current.remaining();
  }

  /** Whether the last segment is eaten, so that there is a digest. */
  public boolean isFinished() {
    return finished;
  }

  private void checkTrust() {
    String betrayal = trust == null ? null : trust.betrayal();
    if (betrayal != null && !witnessed) {
      throw new CrossCheckException(betrayal);
    }
  }

  /**
   * The digest of the message.
   *
   * @throws IllegalStateException if the last segment is not eaten yet
   * @throws CrossCheckException if the lanes that made it were found to hash wrongly, before it was
   *     asked for the first time
   */
  public Sha256Digest digest() {
    Sha256Digest made = digest;
    if (made == null) {
      byte[] bytes = new byte[Sha256Digest.BYTES];
      digestInto(bytes, 0);
      made = Sha256Digest.ofOwned(bytes);
      digest = made;
    }
    return made;
  }

  /**
   * Writes the digest of the message, and allocates nothing where the engine is not {@code jdk}.
   *
   * @param target gets 32 bytes from {@code offset} on
   * @throws IllegalStateException if the last segment is not eaten yet
   * @throws CrossCheckException if the lanes that made it were found to hash wrongly
   * @throws IndexOutOfBoundsException if the target is too short
   */
  public void digestInto(byte[] target, int offset) {
    if (!finished) {
      throw new IllegalStateException("the message has not ended: no last segment was eaten");
    }
    checkTrust();
    Objects.checkFromIndexSize(offset, Sha256Digest.BYTES, target.length);
    for (int i = 0; i < STATE_WORDS; i++) {
      INTS.set(target, offset + i * Integer.BYTES, words[i]);
    }
  }

  /**
   * Where the hash stands, between two segments.
   *
   * @throws IllegalStateException if a segment is not eaten yet, the message has ended, or the
   *     stream is with {@code MessageDigest}, which does not tell
   * @throws CrossCheckException if the lanes that it stood in were found to hash wrongly
   */
  public Sha256Midstate midstate() {
    if (pending || last) {
      throw new IllegalStateException("a midstate is there only between two segments");
    }
    checkTrust();
    if (binding == Binding.MESSAGE_DIGEST) {
      throw new IllegalStateException(
          "the jdk engine does not tell its state; make the stream with exportable()");
    }
    return new Sha256Midstate(
        words, byteCount, partialBlock.asSlice(0, partialBytes).toArray(ValueLayout.JAVA_BYTE));
  }

  /**
   * Goes to the start of a new message, bound to nothing; keeps only the attachment.
   *
   * @throws IllegalStateException if it is in a {@link MultiBufferSha256}
   */
  public void reset() {
    if (in) {
      throw new IllegalStateException("a stream must leave before it is reset");
    }
    wordsOnly = false;
    forgetState();
    byteCount = 0;
    last = false;
    finished = false;
    digest = null;
    dropSegment();
  }

  private void forgetState() {
    Sha256Constants.initialise(words);
    dropPartial();
    padded = false;
    dropStaged();
    if (messageDigest != null) {
      messageDigest.reset();
    }
    binding = wordsOnly ? Binding.WORDS : Binding.NONE;
    witnessed = false;
    trust = null;
  }

  /** Whatever belongs to the stream where it is used; see {@link #attachment()}. */
  public void attach(@Nullable Object object) {
    this.attachment = object;
  }

  /** What was attached last, or null. */
  public @Nullable Object attachment() {
    return attachment;
  }

  // What the engines see.

  /** Marks it as being in a {@link MultiBufferSha256}, which it can be only once. */
  void enter() {
    if (in) {
      throw new IllegalStateException("a stream can be in only once");
    }
    if (!pending) {
      throw new IllegalStateException("a stream that enters must have a segment");
    }
    in = true;
  }

  void leave() {
    in = false;
  }

  boolean isBoundToMessageDigest() {
    return binding == Binding.MESSAGE_DIGEST;
  }

  boolean isBoundToWords() {
    return binding == Binding.WORDS;
  }

  /** Lanes get the state; what comes of it is worth no more than they are. */
  void enterLanes(EngineTrust ofLanes) {
    trust = ofLanes;
  }

  /** Whether lanes that are not trusted have had the state, and nothing else knows it. */
  boolean isLost() {
    return trust != null && trust.isLost() && !witnessed;
  }

  /**
   * Has {@code MessageDigest} hash the message too, from its beginning.
   *
   * @return false if it cannot, since earlier segments are gone or the words are what is wanted
   */
  boolean witness() {
    witnessed = isWhollyHere() && !wordsOnly;
    return witnessed;
  }

  boolean isWitnessed() {
    return witnessed;
  }

  /** What the witness has to see of the segment begins anew; the lanes are through with it. */
  void rewind() {
    current.rewind();
  }

  /** Keeps whole blocks that were taken off the segment, and the padding, while it is suspended. */
  void keepStaged(MemorySegment blocks) {
    staged = MemorySegment.ofArray(blocks.toArray(ValueLayout.JAVA_BYTE));
  }

  boolean hasStaged() {
    return staged != null;
  }

  /** Gives them back; returns how many bytes they are. */
  long takeStaged(MemorySegment to, long at) {
    MemorySegment blocks = staged;
    if (blocks == null) {
      return 0;
    }
    MemorySegment.copy(blocks, 0, to, at, blocks.byteSize());
    dropStaged();
    return blocks.byteSize();
  }

  private void dropStaged() {
    if (staged != null) {
      staged.fill((byte) 0);
      staged = null;
    }
  }

  /** Whether all of the message that there ever was is in the segment. */
  boolean isWhollyHere() {
    return byteCount == current.bytes().byteSize();
  }

  /** Begins the message that is wholly here again, as if it had not been in lanes. */
  void restart() {
    forgetState();
    current.rewind();
  }

  /** The witness goes on instead of the lanes, with what it has not seen of the segment. */
  void bindToWitness() {
    dropStaged();
    binding = Binding.MESSAGE_DIGEST;
    witnessed = false;
    trust = null;
  }

  /**
   * Lanes and witness have both hashed the last segment: the digest is the witness's.
   *
   * @return whether the lanes had the same
   */
  boolean confirm() {
    int[] lanes = words.clone();
    takeDigest();
    return Arrays.equals(lanes, words);
  }

  /** The state, for an engine to take over and to give back between segments. */
  int[] bindToWords() {
    if (binding == Binding.MESSAGE_DIGEST) {
      throw new IllegalStateException("a stream cannot leave the jdk engine in mid-message");
    }
    binding = Binding.WORDS;
    return words;
  }

  MessageDigest digestOf(JdkEngine engine) {
    if (binding == Binding.WORDS && !witnessed) {
      throw new IllegalStateException("a stream cannot go to the jdk engine in mid-message");
    }
    binding = witnessed ? binding : Binding.MESSAGE_DIGEST;
    if (messageDigest == null) {
      messageDigest = engine.newDigest();
    }
    return messageDigest;
  }

  Segment current() {
    return current;
  }

  /** Of what is left of the segment, what the block is short of that is begun already. */
  int toBlockBoundary() {
    long hashed = byteCount - current.remaining();
    return (int) Math.min(-hashed & (BLOCK_BYTES - 1), current.remaining());
  }

  boolean isLast() {
    return last;
  }

  /** Whether the padding has been staged, so that nothing of the message is left. */
  boolean isPadded() {
    return padded;
  }

  int partialBytes() {
    return partialBytes;
  }

  /**
   * Copies what comes next to working memory as whole blocks: the partial block, bytes of the
   * segment and, where the message ends and it fits, the padding (FIPS 180-4 §5.1.1).
   *
   * @param room how many bytes to copy at most, a multiple of 64
   * @return how many blocks there are now; 0 if the segment ends inside a block that is not the
   *     message's last, and is kept as the partial block
   */
  int stage(MemorySegment to, long at, int room) {
    long available = partialBytes + current.remaining();
    boolean closing = last && available + MIN_PADDING <= room;
    if (!closing && available < BLOCK_BYTES) {
      long tail = current.remaining();
      current.copyTo(partialBlock, partialBytes, tail);
      partialBytes += (int) tail;
      return 0;
    }
    long bytes = closing ? available : Math.min(available, room) & -BLOCK_BYTES;
    int blocks = (int) (bytes / BLOCK_BYTES);
    if (closing) {
      blocks = (int) ((bytes + MIN_PADDING + BLOCK_BYTES - 1) / BLOCK_BYTES);
      clearEnd(to, at, blocks);
    }
    if (partialBytes > 0) {
      MemorySegment.copy(partialBlock, 0, to, at, partialBytes);
    }
    current.copyTo(to, at + partialBytes, bytes - partialBytes);
    dropPartial();
    if (!closing) {
      return blocks;
    }
    to.set(ValueLayout.JAVA_BYTE, at + bytes, PADDING_MARK);
    to.set(
        BIG_ENDIAN_LENGTH, at + (long) blocks * BLOCK_BYTES - LENGTH_BYTES, byteCount * Byte.SIZE);
    padded = true;
    return blocks;
  }

  private void dropPartial() {
    if (partialBytes > 0) {
      partialBlock.fill((byte) 0);
      partialBytes = 0;
    }
  }

  /**
   * Writes zeros to where padding can be: it has at most {@link #MIN_PADDING} + 63 bytes. Whole
   * words, before the message is copied over some of them, are cheaper than the exact bytes.
   */
  private static void clearEnd(MemorySegment to, long at, int blocks) {
    long end = at + (long) blocks * BLOCK_BYTES;
    for (int i = Math.min(blocks * BLOCK_BYTES, BLOCK_BYTES + Long.BYTES); i > 0; i -= Long.BYTES) {
      to.set(BIG_ENDIAN_LENGTH, end - i, 0);
    }
  }

  /** The segment has been hashed: it is let go of, and if it was the last, there is a digest. */
  void eaten() {
    leave();
    dropSegment();
    if (last) {
      finished = true;
      if (binding == Binding.MESSAGE_DIGEST) {
        takeDigest();
      }
    }
  }

  private void takeDigest() {
    if (messageDigest != null) {
      byte[] bytes = messageDigest.digest();
      for (int i = 0; i < STATE_WORDS; i++) {
        words[i] = (int) INTS.get(bytes, i * Integer.BYTES);
      }
    }
  }

  private void dropSegment() {
    current.drop();
    pending = false;
  }
}
