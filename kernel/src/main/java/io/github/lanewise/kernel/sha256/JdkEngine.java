package io.github.lanewise.kernel.sha256;

import java.lang.foreign.MemorySegment;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** {@link MessageDigest}: one message at a time, with whatever the JVM has for it. */
final class JdkEngine implements Sha256Engine {

  static final String NAME = "jdk";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int lanes() {
    return 1;
  }

  /** A digest at the start of a message. */
  MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      // Every Java platform must have it (the class Javadoc of MessageDigest).
      throw new IllegalStateException("this JVM has no SHA-256", e);
    }
  }

  /**
   * Hashes the next bytes of a stream's segment.
   *
   * @param copy working memory for segments that no array can be had of
   */
  void update(Sha256Stream stream, long bytes, byte[] copy) {
    MessageDigest digest = stream.digestOf(this);
    Segment segment = stream.current();
    byte[] array = segment.array();
    if (array != null) {
      digest.update(array, segment.arrayPosition(), Math.toIntExact(bytes));
      segment.skip(bytes);
      return;
    }
    MemorySegment target = MemorySegment.ofArray(copy);
    for (long left = bytes; left > 0; ) {
      int part = (int) Math.min(left, copy.length);
      segment.copyTo(target, 0, part);
      digest.update(copy, 0, part);
      left -= part;
    }
  }
}
