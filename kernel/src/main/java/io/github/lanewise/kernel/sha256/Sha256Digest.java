package io.github.lanewise.kernel.sha256;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/** The 32 bytes that SHA-256 makes of a message. Immutable; equal when the bytes are equal. */
public final class Sha256Digest {

  /** The size of a digest in bytes. */
  public static final int BYTES = 32;

  private static final String CONTENT_ADDRESS_PREFIX = "sha256:";

  private final byte[] bytes;

  private Sha256Digest(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Wraps a digest computed elsewhere.
   *
   * @param bytes 32 bytes, copied
   * @throws IllegalArgumentException if there are not 32
   */
  public static Sha256Digest of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "a SHA-256 digest has 32 bytes, this one has " + bytes.length);
    }
    return new Sha256Digest(bytes.clone());
  }

  /**
   * Wraps a digest that lies among others.
   *
   * @param bytes 32 of them are copied, from {@code offset} on
   * @throws IndexOutOfBoundsException if there are fewer
   */
  public static Sha256Digest of(byte[] bytes, int offset) {
    Objects.checkFromIndexSize(offset, BYTES, bytes.length);
    return new Sha256Digest(Arrays.copyOfRange(bytes, offset, offset + BYTES));
  }

  /** Takes over an array that nobody else will see. */
  static Sha256Digest ofOwned(byte[] bytes) {
    return new Sha256Digest(bytes);
  }

  /**
   * Reads a content address, the form that {@link #contentAddress()} writes.
   *
   * @throws IllegalArgumentException if it is not {@code sha256:} and 64 lower-case hex digits
   */
  public static Sha256Digest parseContentAddress(String address) {
    boolean wellFormed =
        address.length() == CONTENT_ADDRESS_PREFIX.length() + 2 * BYTES
            && address.startsWith(CONTENT_ADDRESS_PREFIX)
            && address
                .chars()
                .skip(CONTENT_ADDRESS_PREFIX.length())
                .allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
    if (!wellFormed) {
      throw new IllegalArgumentException(
          "a content address is sha256: and 64 lower-case hex digits, was '" + address + "'");
    }
    return new Sha256Digest(
        HexFormat.of().parseHex(address, CONTENT_ADDRESS_PREFIX.length(), address.length()));
  }

  /** A copy of the 32 bytes. */
  public byte[] toByteArray() {
    return bytes.clone();
  }

  /** 64 lower-case hex digits, as {@code sha256sum} prints them. */
  public String hex() {
    return HexFormat.of().formatHex(bytes);
  }

  /** {@code sha256:} and 64 lower-case hex digits. */
  public String contentAddress() {
    return CONTENT_ADDRESS_PREFIX + hex();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Sha256Digest that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The content address. */
  @Override
  public String toString() {
    return contentAddress();
  }
}
