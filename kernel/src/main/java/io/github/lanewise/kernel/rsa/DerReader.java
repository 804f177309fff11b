package io.github.lanewise.kernel.rsa;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * As much of DER (ITU-T X.690 §10, §11) as private keys need. Strict: definite minimal lengths,
 * minimal integers, and {@link #end} refuses bytes that are left.
 */
final class DerReader {

  static final int CONTEXT_0_CONSTRUCTED = 0xA0;

  private static final int INTEGER = 0x02;
  private static final int OCTET_STRING = 0x04;
  private static final int SEQUENCE = 0x30;

  private final byte[] bytes;
  private final int limit;
  private int position;

  DerReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  private DerReader(byte[] bytes, int position, int limit) {
    this.bytes = bytes;
    this.position = position;
    this.limit = limit;
  }

  DerReader sequence() {
    return content(SEQUENCE);
  }

  DerReader octetString() {
    return content(OCTET_STRING);
  }

  BigInteger integer() {
    DerReader content = content(INTEGER);
    byte[] value = content.remaining();
    // X.690 §8.3.2: the first nine bits are neither all zero nor all one.
    boolean padded = value.length > 1 && (value[0] == 0 || value[0] == -1);
    if (value.length == 0 || (padded && (value[0] ^ value[1]) >= 0)) {
      throw new InvalidRsaKeyException("a DER integer must have its shortest form");
    }
    return new BigInteger(value);
  }

  /** Whether the next element has this tag; false at the end. */
  boolean nextIs(int tag) {
    return position < limit && (bytes[position] & 0xFF) == tag;
  }

  /** Steps over the next element, whose tag must be the given one. */
  void skip(int tag) {
    content(tag);
  }

  /** A copy of everything from here to the end. */
  byte[] remaining() {
    return Arrays.copyOfRange(bytes, position, limit);
  }

  /** Nothing may follow. */
  void end(String what) {
    if (position != limit) {
      throw new InvalidRsaKeyException(
          "nothing may follow " + what + ", " + (limit - position) + " bytes do");
    }
  }

  private DerReader content(int tag) {
    int found = next();
    if (found != tag) {
      throw new InvalidRsaKeyException(
          "the DER must have tag 0x%02x at byte %d, has 0x%02x"
              .formatted(tag, position - 1, found));
    }
    int length = length();
    if (length > limit - position) {
      throw new InvalidRsaKeyException(
          "a DER length must fit its container: %d bytes announced, %d left"
              .formatted(length, limit - position));
    }
    position += length;
    return new DerReader(bytes, position - length, position);
  }

  private int length() {
    int first = next();
    if (first < 0x80) {
      return first;
    }
    int octets = first & 0x7F;
    // Three octets count 16 MiB: no key is larger, and the sum cannot overflow.
    if (octets == 0 || octets > 3) {
      throw new InvalidRsaKeyException(
          "a DER length must be definite and below 2^24, has the first byte 0x%02x"
              .formatted(first));
    }
    int length = 0;
    for (int i = 0; i < octets; i++) {
      length = (length << 8) | next();
    }
    if (length < 0x80 || (length >>> (8 * (octets - 1))) == 0) {
      throw new InvalidRsaKeyException("a DER length must have its shortest form");
    }
    return length;
  }

  private int next() {
    if (position == limit) {
      throw new InvalidRsaKeyException("the DER ends in the middle, at byte " + position);
    }
    return bytes[position++] & 0xFF;
  }
}
