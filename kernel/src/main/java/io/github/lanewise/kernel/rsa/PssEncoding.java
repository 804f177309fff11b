package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * EMSA-PSS (RFC 8017 §9.1) with SHA-256, MGF1 with SHA-256 and 32 bytes of salt, from the hash on.
 *
 * <p>The encoded message is one bit shorter than the modulus. Where the modulus has one bit more
 * than whole octets, that makes it one octet shorter; here it then has a zero octet in front, so
 * that it always is as long as the modulus.
 */
final class PssEncoding {

  static final int SALT_BYTES = 32;

  private static final int HASH_BYTES = Sha256Digest.BYTES;
  private static final byte TRAILER = (byte) 0xBC;
  private static final byte SALT_FOLLOWS = 0x01;
  private static final byte[] M_PREFIX = new byte[8];

  private PssEncoding() {}

  /**
   * §9.1.1, steps 4 to 12: maskedDB || H || 0xBC.
   *
   * @param modulusBits at least 2,048 here, so that the octets of step 3 are there
   */
  static byte[] encode(Sha256Digest digest, byte[] salt, int modulusBits) {
    Layout layout = Layout.of(modulusBits);
    MessageDigest sha256 = sha256();
    byte[] encoded = new byte[layout.octets()];
    hash(sha256, digest, salt, 0, encoded, layout.hashAt());
    encoded[layout.saltAt() - 1] = SALT_FOLLOWS;
    System.arraycopy(salt, 0, encoded, layout.saltAt(), SALT_BYTES);
    mask(sha256, encoded, layout);
    encoded[layout.start()] &= layout.topMask();
    encoded[encoded.length - 1] = TRAILER;
    return encoded;
  }

  /**
   * §9.1.2. All checks are made, whichever fails, though nothing here is secret: a verifier knows
   * the signature and the key, and so does who sees the padding refused.
   *
   * @param encoded as many octets as the modulus has
   */
  static boolean isEncoding(byte[] encoded, Sha256Digest digest, int modulusBits) {
    Layout layout = Layout.of(modulusBits);
    MessageDigest sha256 = sha256();
    byte[] data = encoded.clone();
    int wrong = (data[data.length - 1] ^ TRAILER) & 0xFF;
    // The octet before the encoded message, where there is one, and the bits above its first.
    for (int i = 0; i < layout.start(); i++) {
      wrong |= data[i];
    }
    wrong |= data[layout.start()] & ~layout.topMask();
    mask(sha256, data, layout);
    data[layout.start()] &= layout.topMask();
    for (int i = layout.start(); i < layout.saltAt() - 1; i++) {
      wrong |= data[i];
    }
    wrong |= data[layout.saltAt() - 1] ^ SALT_FOLLOWS;
    byte[] expected = new byte[HASH_BYTES];
    hash(sha256, digest, data, layout.saltAt(), expected, 0);
    byte[] found = Arrays.copyOfRange(data, layout.hashAt(), layout.hashAt() + HASH_BYTES);
    return MessageDigest.isEqual(expected, found) && wrong == 0;
  }

  /**
   * Where what is.
   *
   * @param octets of the modulus
   * @param start of the encoded message: 0, or 1 behind the octet that it does not reach
   * @param topMask the bits of its first octet that it reaches
   */
  private record Layout(int octets, int start, byte topMask) {

    static Layout of(int modulusBits) {
      int octets = (modulusBits + 7) / 8;
      int encodedBits = modulusBits - 1;
      int encodedOctets = (encodedBits + 7) / 8;
      return new Layout(
          octets, octets - encodedOctets, (byte) (0xFF >> (8 * encodedOctets - encodedBits)));
    }

    /** H stands before the trailer. */
    int hashAt() {
      return octets - 1 - HASH_BYTES;
    }

    /** The salt ends DB, and DB ends before H. */
    int saltAt() {
      return hashAt() - SALT_BYTES;
    }
  }

  /** H = SHA-256(eight zero octets || digest || salt). */
  private static void hash(
      MessageDigest sha256, Sha256Digest digest, byte[] salt, int saltAt, byte[] to, int at) {
    sha256.update(M_PREFIX);
    sha256.update(digest.toByteArray());
    sha256.update(salt, saltAt, SALT_BYTES);
    digest(sha256, to, at);
  }

  /** DB ⊕ MGF1(H) (appendix B.2.1): SHA-256(H || counter), counter from 0 in four octets. */
  private static void mask(MessageDigest sha256, byte[] encoded, Layout layout) {
    byte[] block = new byte[HASH_BYTES];
    int counter = 0;
    for (int at = layout.start(); at < layout.hashAt(); at += HASH_BYTES) {
      sha256.update(encoded, layout.hashAt(), HASH_BYTES);
      for (int shift = 24; shift >= 0; shift -= 8) {
        sha256.update((byte) (counter >>> shift));
      }
      counter++;
      digest(sha256, block, 0);
      int bytes = Math.min(HASH_BYTES, layout.hashAt() - at);
      for (int i = 0; i < bytes; i++) {
        encoded[at + i] ^= block[i];
      }
    }
  }

  private static void digest(MessageDigest sha256, byte[] to, int at) {
    try {
      sha256.digest(to, at, HASH_BYTES);
    } catch (DigestException cause) {
      throw new IllegalStateException("SHA-256 fits 32 bytes", cause);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException cause) {
      throw new IllegalStateException("every JDK has SHA-256, this one has not", cause);
    }
  }
}
