package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.Arrays;
import java.util.HexFormat;

/** EMSA-PKCS1-v1_5 for SHA-256 (RFC 8017 §9.2), from the hash on: step 1 was done elsewhere. */
final class Pkcs1Encoding {

  // Note 1 of RFC 8017 §9.2: the DER of DigestInfo for SHA-256, all but the hash itself.
  private static final byte[] DIGEST_INFO_PREFIX =
      HexFormat.of().parseHex("3031300d060960864801650304020105000420");

  private Pkcs1Encoding() {}

  /**
   * 0x00 0x01 0xFF…0xFF 0x00 DigestInfo.
   *
   * @param length octets wanted, that is the length of the modulus: at least 256 here, so the
   *     padding never falls below the eight octets of step 3
   */
  static byte[] encode(Sha256Digest digest, int length) {
    byte[] info = digestInfo(digest);
    byte[] encoded = new byte[length];
    encoded[1] = 0x01;
    int separator = length - info.length - 1;
    Arrays.fill(encoded, 2, separator, (byte) 0xFF);
    System.arraycopy(info, 0, encoded, separator + 1, info.length);
    return encoded;
  }

  /** The DER of DigestInfo: 51 octets, what {@code NONEwithRSA} of the JCA takes as its message. */
  static byte[] digestInfo(Sha256Digest digest) {
    byte[] info = Arrays.copyOf(DIGEST_INFO_PREFIX, DIGEST_INFO_PREFIX.length + Sha256Digest.BYTES);
    System.arraycopy(digest.toByteArray(), 0, info, DIGEST_INFO_PREFIX.length, Sha256Digest.BYTES);
    return info;
  }
}
