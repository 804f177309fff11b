package io.github.lanewise.sample.keys;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.lanewise.sample.RunningServer;
import java.io.File;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What anybody can check with the served key and standard tools. */
class SignatureTests extends RunningServer {

  private final byte[] body = randomBytes(4, 100_003);
  private byte[] signature = {};
  private byte[] pem = {};

  @BeforeEach
  void upload() {
    JsonNode receipt = json(post("/blobs", body));
    signature = Base64.getDecoder().decode(receipt.get("signature").asString());
    HttpResponse<byte[]> key = get("/keys/" + receipt.get("keyId").asString() + ".pem");
    assertThat(key.statusCode()).isEqualTo(200);
    pem = key.body();
  }

  @Test
  void javaVerifiesTheSignature() throws GeneralSecurityException {
    assertThat(verifies(body)).isTrue();
  }

  @Test
  void javaRefusesTheSignatureForOtherBytes() throws GeneralSecurityException {
    byte[] other = body.clone();
    other[50_000] ^= 1;
    assertThat(verifies(other)).isFalse();
  }

  @Test
  void opensslVerifiesTheSignature(@TempDir Path folder) throws IOException {
    assumeTrue(opensslIsHere(), "there is no openssl on the PATH");
    Files.write(folder.resolve("key.pem"), pem);
    Files.write(folder.resolve("signature"), signature);
    Files.write(folder.resolve("body"), body);
    Process openssl =
        new ProcessBuilder(
                "openssl",
                "dgst",
                "-sha256",
                "-verify",
                "key.pem",
                "-signature",
                "signature",
                "body")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    openssl.onExit().orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    assertThat(openssl.inputReader().readLine()).isEqualTo("Verified OK");
    assertThat(openssl.exitValue()).isZero();
  }

  @Test
  void aKeyThatIsNotServedIsNotFound() {
    HttpResponse<byte[]> unknown = get("/keys/somebody-elses.pem");
    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(json(unknown).get("detail").asString()).contains("somebody-elses");
  }

  private boolean verifies(byte[] message) throws GeneralSecurityException {
    String base64 = new String(pem, US_ASCII).replaceAll("-----[A-Z ]+-----", "");
    PublicKey key =
        KeyFactory.getInstance("RSA")
            .generatePublic(new X509EncodedKeySpec(Base64.getMimeDecoder().decode(base64)));
    Signature verifier = Signature.getInstance("SHA256withRSA");
    verifier.initVerify(key);
    verifier.update(message);
    return verifier.verify(signature);
  }

  private static boolean opensslIsHere() {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "openssl")));
  }
}
