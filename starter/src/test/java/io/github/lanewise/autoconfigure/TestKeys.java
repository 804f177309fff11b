package io.github.lanewise.autoconfigure;

import io.github.lanewise.kernel.rsa.RsaKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.spec.RSAKeyGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/** One RSA key in each of the forms in which an application may hold it. */
record TestKeys(RsaKey key, Path pkcs8, Path pkcs1, Path certificate, Path store) {

  static final String ALIAS = "signing";
  static final String STORE_PASSWORD = "changeit";

  /** What PKCS #8 puts before the PKCS #1 key, where lengths take two bytes, as at 2,048 bits. */
  private static final int PKCS8_HEADER_BYTES = 26;

  /**
   * Made once for all tests, since to start the JDK's tool and to find the primes takes seconds.
   */
  private static final class Stores {
    static final byte[] OURS = generate();
    static final byte[] OTHERS = generate();
  }

  /** The same key at every call. */
  static TestKeys writeTo(Path folder) {
    return writeTo(folder, Stores.OURS);
  }

  /** Another one than {@link #writeTo} writes, the same at every call. */
  static TestKeys writeOthersTo(Path folder) {
    return writeTo(folder, Stores.OTHERS);
  }

  private static TestKeys writeTo(Path folder, byte[] storeBytes) {
    try {
      Path storeFile = Files.write(folder.resolve("store.p12"), storeBytes);
      KeyStore store = KeyStore.getInstance(storeFile.toFile(), STORE_PASSWORD.toCharArray());
      PrivateKey key = (PrivateKey) store.getKey(ALIAS, STORE_PASSWORD.toCharArray());
      byte[] pkcs8 = key.getEncoded();
      byte[] pkcs1 = Arrays.copyOfRange(pkcs8, PKCS8_HEADER_BYTES, pkcs8.length);
      return new TestKeys(
          RsaKey.of(key),
          write(folder.resolve("pkcs8.pem"), "PRIVATE KEY", pkcs8),
          write(folder.resolve("pkcs1.pem"), "RSA PRIVATE KEY", pkcs1),
          write(
              folder.resolve("certificate.pem"),
              "CERTIFICATE",
              store.getCertificate(ALIAS).getEncoded()),
          storeFile);
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("no test keys", e);
    }
  }

  /** A key whose public exponent is 3. */
  static Path writeExponentThree(Path file) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(new RSAKeyGenParameterSpec(2_048, BigInteger.valueOf(3)));
      return write(file, "PRIVATE KEY", generator.generateKeyPair().getPrivate().getEncoded());
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("no test keys", e);
    }
  }

  /** The JDK makes certificates only through its own tool. */
  private static byte[] generate() {
    try {
      Path folder = Files.createTempDirectory("lanewise-keys");
      Path store = folder.resolve("store.p12");
      try {
        generate(store);
        return Files.readAllBytes(store);
      } finally {
        Files.deleteIfExists(store);
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void generate(Path store) throws IOException {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "RSA",
                "-keysize",
                "2048",
                "-dname",
                "CN=lanewise",
                "-storetype",
                "PKCS12",
                "-storepass",
                STORE_PASSWORD,
                "-keystore",
                store.toString())
            .inheritIO()
            .start();
    keytool.onExit().orTimeout(60, TimeUnit.SECONDS).join();
    if (keytool.exitValue() != 0) {
      throw new IOException("keytool ended with " + keytool.exitValue());
    }
  }

  private static Path write(Path file, String type, byte[] der) throws IOException {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return Files.writeString(
        file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(type, base64, type));
  }
}
