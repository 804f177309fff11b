package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.spec.RSAPublicKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RsaPublicKeyTests {

  private static final RsaKey KEY = TestKeys.key(2_048);
  private static final Sha256Digest DIGEST = Sha256Digest.of(new byte[Sha256Digest.BYTES]);

  /** The example of RFC 7638 §3.1. */
  @Test
  void theKeyIdIsTheThumbprintOfRfc7638() throws Exception {
    String n =
        "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPe"
            + "bWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY"
            + "368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0f"
            + "M4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw";
    BigInteger modulus = new BigInteger(1, Base64.getUrlDecoder().decode(n));

    assertThat(RsaPublicKey.of(jca(modulus, BigInteger.valueOf(65_537))).keyId())
        .isEqualTo("NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs");
  }

  @Test
  void thePemComesBackAsTheSameKey() {
    RsaPublicKey key = RsaPublicKey.ofPem(KEY.publicPem());

    assertThat(key).isEqualTo(KEY.publicKey()).hasSameHashCodeAs(KEY.publicKey());
    assertThat(key.keyId()).isEqualTo(KEY.keyId());
    assertThat(key.toJca()).isEqualTo(TestKeys.pair(2_048).getPublic());
    assertThat(key).isNotEqualTo(TestKeys.key(3_072).publicKey());
  }

  @Test
  void keysThatAreNotFitAreRefused() throws Exception {
    PublicKey ec = KeyPairGenerator.getInstance("EC").generateKeyPair().getPublic();
    assertRefused(() -> RsaPublicKey.of(ec), "must be an RSA key, is EC");
    assertRefused(() -> RsaPublicKey.of(TestKeys.pair(1_024).getPublic()), "has 1024");
    BigInteger n = KEY.publicKey().n();
    assertRefused(() -> RsaPublicKey.of(jca(n.add(BigInteger.ONE), BigInteger.TEN)), "must be odd");
    assertRefused(() -> RsaPublicKey.of(jca(n, BigInteger.TEN)), "e must be odd");
    assertRefused(
        () -> RsaPublicKey.ofPem(Pem.of("PUBLIC KEY", new byte[] {0x30, 0x00})),
        "must hold an RSA public key");
    assertRefused(
        () -> RsaPublicKey.ofPem(Pem.of("PRIVATE KEY", Pem.pkcs8(2_048))), "is a PRIVATE KEY");
  }

  @Test
  void everyChangedBitOfASignatureIsSeen() {
    byte[] signature = RsaCrt.of(KEY).sign(DIGEST);
    assertThat(KEY.publicKey().verifies(DIGEST, signature)).isTrue();

    for (int bit = 0; bit < 8 * signature.length; bit++) {
      byte[] changed = signature.clone();
      changed[bit / 8] ^= (byte) (1 << (bit % 8));
      assertThat(KEY.publicKey().verifies(DIGEST, changed)).as("bit %d", bit).isFalse();
    }
  }

  @Test
  void aSignatureOfAnotherDigestOrKeyIsNotOne() {
    byte[] signature = RsaCrt.of(KEY).sign(DIGEST);
    byte[] other = new byte[Sha256Digest.BYTES];
    other[0] = 1;

    assertThat(KEY.publicKey().verifies(Sha256Digest.of(other), signature)).isFalse();
    assertThat(TestKeys.key(3_072).publicKey().verifies(DIGEST, signature)).isFalse();
    assertThat(TestKeys.key(2_056).publicKey().verifies(DIGEST, signature)).isFalse();
  }

  @Test
  void bytesOfAnotherLengthOrAboveTheModulusAreNoSignature() {
    byte[] signature = RsaCrt.of(KEY).sign(DIGEST);
    RsaPublicKey key = KEY.publicKey();

    assertThat(key.verifies(DIGEST, new byte[0])).isFalse();
    assertThat(key.verifies(DIGEST, Arrays.copyOf(signature, 257))).isFalse();
    byte[] withZero = new byte[257];
    System.arraycopy(signature, 0, withZero, 1, 256);
    assertThat(key.verifies(DIGEST, withZero)).isFalse();
    assertThat(key.verifies(DIGEST, Octets.ofInteger(key.n(), 256))).isFalse();
    byte[] ones = new byte[256];
    Arrays.fill(ones, (byte) 0xFF);
    assertThat(key.verifies(DIGEST, ones)).isFalse();
    // s + n is the same modulo n: where it fits the octets it must still be refused.
    BigInteger sPlusN = Octets.toInteger(signature).add(key.n());
    if (sPlusN.bitLength() <= 2_048) {
      assertThat(key.verifies(DIGEST, Octets.ofInteger(sPlusN, 256))).isFalse();
    }
  }

  /** As a user has it: a file, a public key, a signature, and no software of ours. */
  @Test
  void opensslAcceptsTheSignatureForTheFileAndForNoOther(@TempDir Path directory) throws Exception {
    Openssl.assumeThere();
    byte[] file = new byte[100_000];
    new Random(7).nextBytes(file);
    Sha256Digest digest = Sha256Digest.of(MessageDigest.getInstance("SHA-256").digest(file));
    for (int bits : new int[] {2_048, 3_072, 4_096}) {
      RsaKey key = TestKeys.key(bits);
      Files.write(directory.resolve("file"), file);
      Files.writeString(directory.resolve("public.pem"), key.publicPem());
      Files.write(directory.resolve("file.sig"), RsaCrt.of(key).sign(digest));

      assertThat(verify(directory)).isEqualTo(new Openssl.Result(0, "Verified OK\n"));

      byte[] changed = file.clone();
      changed[0] ^= 1;
      Files.write(directory.resolve("file"), changed);
      Openssl.Result refused = verify(directory);
      assertThat(refused.exit()).isOne();
      assertThat(refused.output()).containsIgnoringCase("verification failure");
    }
  }

  private static Openssl.Result verify(Path directory) throws Exception {
    return Openssl.run(
        directory, "dgst", "-sha256", "-verify", "public.pem", "-signature", "file.sig", "file");
  }

  private static PublicKey jca(BigInteger n, BigInteger e) throws Exception {
    return KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(n, e));
  }

  private static void assertRefused(ThrowingCallable load, String message) {
    assertThatThrownBy(load)
        .isInstanceOf(InvalidRsaKeyException.class)
        .hasMessageContaining(message);
  }
}
