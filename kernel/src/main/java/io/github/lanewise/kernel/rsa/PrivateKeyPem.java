package io.github.lanewise.kernel.rsa;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;

/** Private keys from PEM: PKCS #8 (RFC 5208 §5) and PKCS #1 (RFC 8017 appendix A.1.2). */
final class PrivateKeyPem {

  // AlgorithmIdentifier's content: OID 1.2.840.113549.1.1.1 (rsaEncryption) and NULL.
  private static final byte[] RSA_ENCRYPTION =
      HexFormat.of().parseHex("06092a864886f70d0101010500");

  private PrivateKeyPem() {}

  static CrtValues read(String text) {
    PemBlock block = PemBlock.only(text);
    try {
      return switch (block.label()) {
        case "PRIVATE KEY" -> pkcs8(new DerReader(block.der()));
        case "RSA PRIVATE KEY" -> pkcs1(new DerReader(block.der()));
        default ->
            throw new InvalidRsaKeyException(
                "the PEM must be a PRIVATE KEY or an RSA PRIVATE KEY, is a " + block.label());
      };
    } finally {
      Arrays.fill(block.der(), (byte) 0);
    }
  }

  private static CrtValues pkcs8(DerReader file) {
    DerReader key = file.sequence();
    file.end("a PKCS #8 key");
    requireVersion0(key.integer(), "PKCS #8");
    if (!Arrays.equals(key.sequence().remaining(), RSA_ENCRYPTION)) {
      // Also the identifier of RSASSA-PSS, whose keys are not for this scheme (RFC 4055 §1.2).
      throw new InvalidRsaKeyException(
          "the PKCS #8 key must have the algorithm rsaEncryption, has another");
    }
    DerReader octets = key.octetString();
    if (key.nextIs(DerReader.CONTEXT_0_CONSTRUCTED)) {
      key.skip(DerReader.CONTEXT_0_CONSTRUCTED); // attributes, which say nothing about the numbers
    }
    key.end("the fields of a PKCS #8 key");
    return pkcs1(octets);
  }

  private static CrtValues pkcs1(DerReader file) {
    DerReader key = file.sequence();
    file.end("a PKCS #1 key");
    requireVersion0(key.integer(), "PKCS #1");
    CrtValues values =
        new CrtValues(
            key.integer(),
            key.integer(),
            key.integer(),
            key.integer(),
            key.integer(),
            key.integer(),
            key.integer(),
            key.integer());
    key.end("the fields of a PKCS #1 key");
    return values;
  }

  /** PKCS #1 writes 1 for more than two primes, PKCS #8 for a public key that comes along. */
  private static void requireVersion0(BigInteger version, String form) {
    if (version.signum() != 0) {
      throw new InvalidRsaKeyException(
          "the " + form + " version must be 0 (two primes), is " + version);
    }
  }
}
