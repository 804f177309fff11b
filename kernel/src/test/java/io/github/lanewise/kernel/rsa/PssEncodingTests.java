package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RSASSA-PSS, held against the JCA's and OpenSSL's in both directions. */
class PssEncodingTests {

  private static final byte[] MESSAGE = "a message".getBytes(StandardCharsets.UTF_8);
  private static final Sha256Digest DIGEST = digest(MESSAGE);
  private static final PSSParameterSpec PARAMETERS = parameters(32);

  @ParameterizedTest
  @ValueSource(ints = {2_048, 2_056, 3_072, 4_096})
  void theJcaVerifiesOurs(int bits) throws Exception {
    RsaCrt crt = RsaCrt.of(TestKeys.key(bits));
    byte[] first = crt.sign(DIGEST, SignatureScheme.PSS);
    byte[] second = crt.sign(DIGEST, SignatureScheme.PSS);

    assertThat(jcaVerifies(bits, MESSAGE, first)).isTrue();
    assertThat(jcaVerifies(bits, MESSAGE, second)).isTrue();
    assertThat(jcaVerifies(bits, new byte[] {1}, first)).isFalse();
    assertThat(second).as("the salt is another one each time").isNotEqualTo(first);
  }

  // 2,049 bits: the encoded message is one octet shorter than the modulus; 2,050 to 2,055: up to
  // seven bits of its first octet are used.
  @ParameterizedTest
  @ValueSource(ints = {2_048, 2_049, 2_050, 2_055, 2_056, 3_072, 4_096})
  void weVerifyTheJcas(int bits) throws Exception {
    RsaPublicKey key = RsaPublicKey.of(TestKeys.pair(bits).getPublic());
    for (int i = 0; i < 20; i++) {
      byte[] signature = jcaSigns(bits, PARAMETERS);

      assertThat(key.verifies(DIGEST, signature, SignatureScheme.PSS)).isTrue();
      assertThat(key.verifies(digest(new byte[0]), signature, SignatureScheme.PSS)).isFalse();
      assertThat(key.verifies(DIGEST, signature)).as("by the other scheme").isFalse();
    }
  }

  /** Sizes whose private keys are not taken here: the encoding alone, with the JDK's power. */
  @ParameterizedTest
  @ValueSource(ints = {2_049, 2_050, 2_055})
  void ourEncodingHasTheModulussLengthForEverySize(int bits) throws Exception {
    RSAPrivateCrtKey key = (RSAPrivateCrtKey) TestKeys.pair(bits).getPrivate();
    for (int i = 0; i < 20; i++) {
      byte[] encoded = SignatureScheme.PSS.encode(DIGEST, bits, new SecureRandom());
      BigInteger number = Octets.toInteger(encoded);

      assertThat(encoded).hasSize((bits + 7) / 8);
      assertThat(number.bitLength()).isLessThan(bits);
      BigInteger signature = number.modPow(key.getPrivateExponent(), key.getModulus());
      assertThat(jcaVerifies(bits, MESSAGE, Octets.ofInteger(signature, encoded.length))).isTrue();
    }
  }

  @Test
  void theFallbackSignsByThisSchemeToo() throws Exception {
    byte[] signature = RsaCrt.of(TestKeys.key(2_048)).signByJca(DIGEST, SignatureScheme.PSS);

    assertThat(jcaVerifies(2_048, MESSAGE, signature)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 20, 31, 33, 64})
  void anotherLengthOfSaltIsRefused(int saltBytes) throws Exception {
    RsaPublicKey key = TestKeys.key(2_048).publicKey();

    assertThat(key.verifies(DIGEST, jcaSigns(2_048, parameters(saltBytes)), SignatureScheme.PSS))
        .isFalse();
  }

  @Test
  void anotherHashInTheMaskIsRefused() throws Exception {
    PSSParameterSpec sha1Mask =
        new PSSParameterSpec(
            "SHA-256", "MGF1", MGF1ParameterSpec.SHA1, 32, PSSParameterSpec.TRAILER_FIELD_BC);

    assertThat(
            TestKeys.key(2_048)
                .publicKey()
                .verifies(DIGEST, jcaSigns(2_048, sha1Mask), SignatureScheme.PSS))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {2_048, 2_049, 2_052})
  void everyChangedBitIsSeen(int bits) {
    byte[] encoded = PssEncoding.encode(DIGEST, new byte[PssEncoding.SALT_BYTES], bits);
    assertThat(PssEncoding.isEncoding(encoded, DIGEST, bits)).isTrue();

    for (int bit = 0; bit < 8 * encoded.length; bit++) {
      byte[] changed = encoded.clone();
      changed[bit / 8] ^= (byte) (1 << (bit % 8));
      assertThat(PssEncoding.isEncoding(changed, DIGEST, bits)).as("bit %d", bit).isFalse();
    }
  }

  /** Each with all else right: unmasked, changed and masked again. */
  @Test
  void whatStandsBeforeTheSaltMustBeZerosAndAOne() {
    byte[] encoded = PssEncoding.encode(DIGEST, new byte[PssEncoding.SALT_BYTES], 2_048);
    int one = encoded.length - 1 - 32 - 32 - 1;
    // The mask does not depend on what it hides: a changed bit beneath is one above.
    for (int at : new int[] {0, 1, one - 1, one}) {
      byte[] changed = encoded.clone();
      changed[at] ^= 0x40;
      assertThat(PssEncoding.isEncoding(changed, DIGEST, 2_048)).as("octet %d", at).isFalse();
    }
    byte[] topBit = encoded.clone();
    topBit[0] |= (byte) 0x80;
    assertThat(PssEncoding.isEncoding(topBit, DIGEST, 2_048)).isFalse();
    byte[] trailer = encoded.clone();
    trailer[trailer.length - 1] = (byte) 0xCC;
    assertThat(PssEncoding.isEncoding(trailer, DIGEST, 2_048)).isFalse();
    assertThat(PssEncoding.isEncoding(new byte[256], DIGEST, 2_048)).isFalse();
    byte[] ones = new byte[256];
    Arrays.fill(ones, (byte) 0xFF);
    assertThat(PssEncoding.isEncoding(ones, DIGEST, 2_048)).isFalse();
  }

  @Test
  void opensslVerifiesOursAndWeVerifyOpenssls(@TempDir Path directory) throws Exception {
    Openssl.assumeThere();
    for (int bits : new int[] {2_048, 3_072}) {
      RsaKey key = TestKeys.key(bits);
      Files.write(directory.resolve("file"), MESSAGE);
      Files.writeString(directory.resolve("public.pem"), key.publicPem());
      Files.writeString(directory.resolve("private.pem"), Pem.of("PRIVATE KEY", Pem.pkcs8(bits)));
      Files.write(directory.resolve("file.sig"), RsaCrt.of(key).sign(DIGEST, SignatureScheme.PSS));

      assertThat(openssl(directory, "-verify", "public.pem", "-signature", "file.sig", "file"))
          .isEqualTo(new Openssl.Result(0, "Verified OK\n"));
      Files.write(directory.resolve("other"), new byte[] {1});
      assertThat(
              openssl(directory, "-verify", "public.pem", "-signature", "file.sig", "other").exit())
          .isOne();

      assertThat(openssl(directory, "-sign", "private.pem", "-out", "their.sig", "file").exit())
          .isZero();
      byte[] theirs = Files.readAllBytes(directory.resolve("their.sig"));
      assertThat(key.publicKey().verifies(DIGEST, theirs, SignatureScheme.PSS)).isTrue();
    }
  }

  private static Openssl.Result openssl(Path directory, String... arguments) throws Exception {
    String[] always = {
      "dgst", "-sha256", "-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:32"
    };
    return Openssl.run(
        directory,
        IntStream.range(0, always.length + arguments.length)
            .mapToObj(i -> i < always.length ? always[i] : arguments[i - always.length])
            .toArray(String[]::new));
  }

  private static PSSParameterSpec parameters(int saltBytes) {
    return new PSSParameterSpec(
        "SHA-256", "MGF1", MGF1ParameterSpec.SHA256, saltBytes, PSSParameterSpec.TRAILER_FIELD_BC);
  }

  private static byte[] jcaSigns(int bits, PSSParameterSpec parameters) throws Exception {
    Signature signer = Signature.getInstance("RSASSA-PSS");
    signer.setParameter(parameters);
    signer.initSign(TestKeys.pair(bits).getPrivate());
    signer.update(MESSAGE);
    return signer.sign();
  }

  private static boolean jcaVerifies(int bits, byte[] message, byte[] signature) throws Exception {
    Signature verifier = Signature.getInstance("RSASSA-PSS");
    verifier.setParameter(PARAMETERS);
    verifier.initVerify(TestKeys.pair(bits).getPublic());
    verifier.update(message);
    return verifier.verify(signature);
  }

  private static Sha256Digest digest(byte[] message) {
    try {
      return Sha256Digest.of(MessageDigest.getInstance("SHA-256").digest(message));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
