package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RsaKeyPemTests {

  private static final String KEY_ID = TestKeys.key(2_048).keyId();

  @Test
  void bothFormsGiveTheSameKey() {
    String pkcs8 = Pem.of("PRIVATE KEY", Pem.pkcs8(2_048));
    String pkcs1 = Pem.of("RSA PRIVATE KEY", Pem.pkcs1(2_048));

    assertThat(RsaKey.ofPem(pkcs8).values()).isEqualTo(TestKeys.values(2_048));
    assertThat(RsaKey.ofPem(pkcs1).values()).isEqualTo(TestKeys.values(2_048));
  }

  @Test
  void otherLineEndsAndTextAroundTheBlockAreAllowed() {
    String pem = Pem.of("PRIVATE KEY", Pem.pkcs8(2_048));

    assertThat(RsaKey.ofPem(pem.replace("\n", "\r\n")).keyId()).isEqualTo(KEY_ID);
    assertThat(RsaKey.ofPem("Bag Attributes\n  name: me\n" + pem + "the end").keyId())
        .isEqualTo(KEY_ID);
    assertThat(RsaKey.ofPem(pem.stripTrailing()).keyId()).isEqualTo(KEY_ID);
  }

  @Test
  void attributesAfterAPkcs8KeyAreAllowed() {
    byte[] key = Pem.pkcs8(2_048);
    byte[] withAttributes = Arrays.copyOf(key, key.length + 2);
    withAttributes[key.length] = (byte) 0xA0; // [0], empty
    lengthenSequence(withAttributes, 2);

    assertThat(RsaKey.ofPem(Pem.of("PRIVATE KEY", withAttributes)).keyId()).isEqualTo(KEY_ID);
  }

  @ParameterizedTest
  @MethodSource("wrongTexts")
  void whatIsNotOneReadablePrivateKeyIsRefused(String pem, String message) {
    assertThatThrownBy(() -> RsaKey.ofPem(pem))
        .isInstanceOf(InvalidRsaKeyException.class)
        .hasMessageContaining(message);
  }

  static Stream<Arguments> wrongTexts() {
    byte[] pkcs8 = Pem.pkcs8(2_048);
    byte[] pkcs1 = Pem.pkcs1(2_048);
    String good = Pem.of("PRIVATE KEY", pkcs8);
    String publicKey = TestKeys.key(2_048).publicPem();
    byte[] inside = Arrays.copyOf(pkcs1, pkcs1.length + 1);
    lengthenSequence(inside, 1);
    byte[] wrongAlgorithm = pkcs8.clone();
    wrongAlgorithm[19] = 0x0A; // …113549.1.1.10, RSASSA-PSS
    byte[] version1 = pkcs1.clone();
    version1[6] = 1;
    return Stream.of(
        argumentSet("empty", "", "must have a -----BEGIN"),
        argumentSet(
            "no end", good.substring(0, good.indexOf("-----END")), "must have a -----BEGIN"),
        argumentSet(
            "end of another", good.replace("END PRIVATE", "END RSA PRIVATE"), "must have a"),
        argumentSet(
            "two blocks", good + good, "must have one block, has PRIVATE KEY and PRIVATE KEY"),
        argumentSet("key and certificate", good + Pem.of("CERTIFICATE", new byte[3]), "one block"),
        argumentSet("a public key", publicKey, "is a PUBLIC KEY"),
        argumentSet("an EC key", Pem.of("EC PRIVATE KEY", new byte[3]), "is a EC PRIVATE KEY"),
        argumentSet(
            "encrypted PKCS #8", Pem.of("ENCRYPTED PRIVATE KEY", pkcs8), "not be encrypted"),
        argumentSet(
            "encrypted PKCS #1",
            """
            -----BEGIN RSA PRIVATE KEY-----
            Proc-Type: 4,ENCRYPTED
            DEK-Info: AES-128-CBC,00

            AAAA
            -----END RSA PRIVATE KEY-----
            """,
            "not be encrypted"),
        argumentSet("not base64", good.replace("MII", "M*I"), "must be base64"),
        argumentSet(
            "bytes after PKCS #8",
            Pem.of("PRIVATE KEY", Arrays.copyOf(pkcs8, pkcs8.length + 1)),
            "nothing may follow a PKCS #8 key, 1 bytes do"),
        argumentSet(
            "bytes after PKCS #1",
            Pem.of("RSA PRIVATE KEY", Arrays.copyOf(pkcs1, pkcs1.length + 3)),
            "nothing may follow a PKCS #1 key, 3 bytes do"),
        argumentSet(
            "bytes after the fields",
            Pem.of("RSA PRIVATE KEY", inside),
            "nothing may follow the fields of a PKCS #1 key"),
        argumentSet(
            "cut off",
            Pem.of("PRIVATE KEY", Arrays.copyOf(pkcs8, pkcs8.length - 1)),
            "a DER length must fit"),
        argumentSet("PKCS #1 as PKCS #8", Pem.of("PRIVATE KEY", pkcs1), "must have tag 0x30"),
        argumentSet("PKCS #8 as PKCS #1", Pem.of("RSA PRIVATE KEY", pkcs8), "must have tag 0x02"),
        argumentSet("an RSASSA-PSS key", Pem.of("PRIVATE KEY", wrongAlgorithm), "rsaEncryption"),
        argumentSet(
            "more than two primes",
            Pem.of("RSA PRIVATE KEY", version1),
            "the PKCS #1 version must be 0 (two primes), is 1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", // no tag
        "30", // no length
        "3080020100", // indefinite
        "308103020100", // 3 in two octets
        "30820003020100", // 3 in three octets
        "3084000000030201", // four octets of length
        "30020200", // an integer of no octets
        "300402020001", // a zero too many
        "30040202ff80", // a sign octet too many
      })
  void derThatIsNotDerIsRefused(String hex) {
    DerReader reader = new DerReader(HexFormat.of().parseHex(hex));

    assertThatThrownBy(() -> reader.sequence().integer())
        .isInstanceOf(InvalidRsaKeyException.class)
        .hasMessageContaining("DER");
  }

  @ParameterizedTest
  @ValueSource(strings = {"genpkey", "genrsa", "traditional"})
  void whatOpensslWritesIsRead(String how, @TempDir Path directory) throws Exception {
    Openssl.assumeThere();
    generate(how, directory);

    String pem = Files.readString(directory.resolve("key.pem"));
    RsaKey key = RsaKey.ofPem(pem);

    assertThat(pem)
        .startsWith(how.equals("traditional") ? "-----BEGIN RSA PRIVATE" : "-----BEGIN PRIVATE");
    Openssl.Result publicKey = Openssl.run(directory, "pkey", "-in", "key.pem", "-pubout");
    assertThat(key.publicPem()).isEqualTo(publicKey.output());
    assertThat(RsaPublicKey.ofPem(publicKey.output())).isEqualTo(key.publicKey());
  }

  @ParameterizedTest
  @ValueSource(strings = {"-aes128", "-traditional"})
  void whatOpensslEncryptsIsRefused(String option, @TempDir Path directory) throws Exception {
    Openssl.assumeThere();
    generate("genpkey", directory);
    Openssl.Result encrypted =
        Openssl.run(
            directory, "pkey", "-in", "key.pem", "-aes128", option, "-passout", "pass:word");
    assertThat(encrypted.exit()).as(encrypted.output()).isZero();

    assertThatThrownBy(() -> RsaKey.ofPem(encrypted.output()))
        .isInstanceOf(InvalidRsaKeyException.class)
        .hasMessageContaining("must not be encrypted");
  }

  private static void generate(String how, Path directory) throws Exception {
    Openssl.Result result =
        switch (how) {
          case "genpkey" ->
              Openssl.run(directory, "genpkey", "-algorithm", "RSA", "-quiet", "-out", "key.pem");
          case "genrsa" -> Openssl.run(directory, "genrsa", "-out", "key.pem", "3072");
          default -> Openssl.run(directory, "genrsa", "-traditional", "-out", "key.pem", "2048");
        };
    assertThat(result.exit()).as(result.output()).isZero();
  }

  /** For an outermost SEQUENCE with a length of two octets. */
  private static void lengthenSequence(byte[] der, int by) {
    int length = (((der[2] & 0xFF) << 8) | (der[3] & 0xFF)) + by;
    der[2] = (byte) (length >> 8);
    der[3] = (byte) length;
  }
}
