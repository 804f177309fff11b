package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores as the JDK's own tool makes them, and as openssl does. */
class RsaKeyPkcs12Tests {

  private static final char[] PASSWORD = "changeit".toCharArray();

  private static final Sha256Digest DIGEST = Sha256Digest.of(new byte[Sha256Digest.BYTES]);

  @TempDir private static Path folder;

  private static Path one;
  private static Path two;

  @BeforeAll
  static void makeStores() throws Exception {
    one = folder.resolve("one.p12");
    two = folder.resolve("two.p12");
    keytool(one, "signing", "RSA");
    Files.copy(one, two);
    keytool(two, "curve", "EC");
  }

  @Test
  void theOnlyKeyIsTaken() throws Exception {
    RsaKey key = read(one);

    assertThat(key.bits()).isEqualTo(2_048);
    assertThat(key.publicKey().verifies(DIGEST, RsaCrt.of(key).sign(DIGEST))).isTrue();
  }

  @Test
  void anAliasNamesOneOfSeveral() throws Exception {
    assertThat(read(two, "signing").keyId()).isEqualTo(read(one).keyId());
  }

  @Test
  void whatCannotBeTakenIsToldWithItsReason() {
    assertRefused(
        () -> RsaKey.ofPkcs12(Files.newInputStream(one), "wrong".toCharArray()),
        "the password must be that of the PKCS #12 store, is not");
    assertRefused(
        () -> RsaKey.ofPkcs12(new ByteArrayInputStream(new byte[] {0x30, 0x00}), PASSWORD),
        "the bytes must be a PKCS #12 store, are not");
    assertRefused(
        () -> read(two), "without an alias the PKCS #12 store must have one private key, has [");
    assertRefused(
        () -> read(two, "nobody"),
        "alias 'nobody' must hold a private key, does not; those that do");
    assertRefused(() -> read(two, "curve"), "this EC key does not");
  }

  @Test
  void aStreamThatBreaksIsAnIoException() throws IOException {
    InputStream closed = InputStream.nullInputStream();
    closed.close();

    assertThatThrownBy(() -> RsaKey.ofPkcs12(closed, PASSWORD))
        .isExactlyInstanceOf(IOException.class);
  }

  @Test
  void aStoreOfOpensslIsRead() throws Exception {
    Openssl.assumeThere();
    Files.writeString(folder.resolve("key.pem"), Pem.of("PRIVATE KEY", Pem.pkcs8(2_048)));
    for (String arguments :
        new String[] {
          "req -new -x509 -key key.pem -subj /CN=lanewise -days 1 -out certificate.pem",
          "pkcs12 -export -inkey key.pem -in certificate.pem -name theirs -passout pass:changeit"
              + " -out openssl.p12"
        }) {
      assertThat(Openssl.run(folder, arguments.split(" "))).matches(run -> run.exit() == 0);
    }

    assertThat(read(folder.resolve("openssl.p12"), "theirs").keyId())
        .isEqualTo(TestKeys.key(2_048).keyId());
  }

  private static RsaKey read(Path store) throws IOException {
    try (InputStream in = Files.newInputStream(store)) {
      return RsaKey.ofPkcs12(in, PASSWORD);
    }
  }

  private static RsaKey read(Path store, String alias) throws IOException {
    try (InputStream in = Files.newInputStream(store)) {
      return RsaKey.ofPkcs12(in, PASSWORD, alias, PublicExponentRule.ABOVE_65536);
    }
  }

  private static void assertRefused(ThrowingCallable load, String message) {
    assertThatThrownBy(load)
        .isInstanceOf(InvalidRsaKeyException.class)
        .hasMessageContaining(message);
  }

  private static void keytool(Path store, String alias, String algorithm) throws Exception {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                algorithm,
                algorithm.equals("RSA") ? "-keysize" : "-groupname",
                algorithm.equals("RSA") ? "2048" : "secp256r1",
                "-dname",
                "CN=lanewise",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                store.toString())
            .inheritIO()
            .start();
    keytool.onExit().get(60, TimeUnit.SECONDS);
    assertThat(keytool.exitValue()).isZero();
  }
}
