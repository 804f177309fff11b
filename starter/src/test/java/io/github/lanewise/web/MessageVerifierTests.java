package io.github.lanewise.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.lanewise.pipeline.RsaVerifier;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.greenbytes.http.sfv.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpHeaders;

/** Signatures that the JCA made, over texts that were put together by hand. */
class MessageVerifierTests {

  private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);
  private static final KeyPair KEYS = WebServer.keyPair();
  private static final RsaVerifier KEY = RsaVerifier.of(KEYS.getPublic());
  private static final String DIGEST = WebServer.sha256(new byte[10]);

  private final MessageVerifier verifier =
      MessageVerifier.of(Clock.fixed(NOW, ZoneOffset.UTC), Duration.ofMinutes(5), List.of(KEY));

  private static HttpHeaders signed(String label, String covered) {
    String input = covered.replace("KEY", KEY.keyId());
    HttpHeaders headers = new HttpHeaders();
    headers.set("Content-Digest", DIGEST);
    headers.set("Signature-Input", label + "=" + input);
    headers.set(
        "Signature",
        SignedHeaders.sign(
            KEYS,
            Map.of("@status", "200", "content-digest", DIGEST, "x-other", "a, b"),
            label,
            input));
    return headers;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(\"@status\" \"content-digest\");created=1700000000;keyid=\"KEY\";alg=\"rsa-v1_5-sha256\"",
        "(\"content-digest\" \"@status\");keyid=\"KEY\";created=1699999700",
        "(\"@status\" \"content-digest\");created=1700000059;keyid=\"KEY\";expires=1700000001",
        "(\"@status\" \"content-digest\");created=1700000000;keyid=\"KEY\";nonce=\"n\";tag=\"t\"",
        "(\"@status\" \"x-other\" \"content-digest\");created=1700000000;keyid=\"KEY\"",
      })
  void aRightSignatureIsConfirmed(String covered) {
    HttpHeaders headers = signed("other", covered);
    headers.add("X-Other", " a ");
    headers.add("X-Other", "b");
    assertThat(verifier.verify(200, headers, null)).contains("@status", "content-digest");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(\"content-digest\");created=1700000000;keyid=\"KEY\" | must cover @status",
        "(\"@status\" \"content-digest\");keyid=\"KEY\" | at most PT5M old, was created at null",
        "(\"@status\" \"content-digest\");created=1699999000;keyid=\"KEY\" | at most PT5M old",
        "(\"@status\" \"content-digest\");created=1700000061;keyid=\"KEY\" | at most PT5M old",
        "(\"@status\" \"content-digest\");created=1700000000;expires=1699999999;keyid=\"KEY\" |"
            + " must not have expired",
        "(\"@status\" \"content-digest\");created=1700000000;keyid=\"KEY\";alg=\"rsa-pss-sha512\" |"
            + " must be rsa-v1_5-sha256, was rsa-pss-sha512",
        "(\"@status\" \"content-digest\");created=1700000000;keyid=\"another\" | by one of the"
            + " keys",
        "(\"@status\" \"content-digest\");created=1700000000 | by one of the keys",
        "(\"@status\" \"@status\" \"content-digest\");created=1700000000;keyid=\"KEY\" | covers a"
            + " component once",
        "(\"@status\" \"x-gone\" \"content-digest\");created=1700000000;keyid=\"KEY\" | in the"
            + " message, 'x-gone' is not",
        "(\"@status\" \"@path\" \"content-digest\");created=1700000000;keyid=\"KEY\" | in the"
            + " message, '@path' is not",
        "(\"@status\" \"content-digest\";tr);created=1700000000;keyid=\"KEY\" | must be @status, a"
            + " field or a trailer field",
        "(\"@status\" \"content-digest\";sf);created=1700000000;keyid=\"KEY\" | must be @status, a"
            + " field or a trailer field",
      })
  void whatIsCoveredWronglyIsRefused(String covered, String message) {
    isRefused(200, signed("sig1", covered), message);
  }

  private void isRefused(int status, HttpHeaders headers, String message) {
    assertThatExceptionOfType(InvalidSignatureException.class)
        .isThrownBy(() -> verifier.verify(status, headers, null))
        .withMessageContaining(message);
  }

  private static final String RIGHT =
      "(\"@status\" \"content-digest\");created=1700000000;keyid=\"KEY\"";

  @Test
  void anotherStatusOrDigestIsRefused() {
    isRefused(201, signed("sig1", RIGHT), "must be confirmed by key");
    HttpHeaders headers = signed("sig1", RIGHT);
    headers.set("Content-Digest", WebServer.sha256(new byte[11]));
    isRefused(200, headers, "must be confirmed by key");
  }

  @Test
  void aSignatureThatIsNotThereOrNoneIsRefused() {
    isRefused(200, new HttpHeaders(), "must be signed by one of the keys");
    HttpHeaders headers = signed("sig1", RIGHT);
    headers.set("Signature", "sig2=:AAAA:");
    isRefused(200, headers, "must be signed by one of the keys");
    headers.set("Signature", "sig1=:AAAA:");
    isRefused(200, headers, "must be confirmed by key");
    headers.set("Signature", "sig1=\"AAAA\"");
    isRefused(200, headers, "must be signed by one of the keys");
    headers.set("Signature", "sig1=(");
    isRefused(200, headers, "Signature must be a dictionary");
  }

  /** A proxy may add one of its own. */
  @Test
  void oneRightSignatureOfSeveralIsEnough() {
    HttpHeaders headers = signed("sig1", RIGHT);
    headers.add("Signature-Input", "proxy=(\"@status\");created=1;keyid=\"proxy\"");
    headers.add("Signature", "proxy=:AAAA:");
    assertThat(verifier.verify(200, headers, null)).contains("content-digest");
  }

  @Test
  void aVerifierHasAKeyAndAnAge() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MessageVerifier.of(Duration.ofMinutes(1)))
        .withMessage("signatures are verified with at least 1 key, was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MessageVerifier.of(Duration.ZERO, KEY))
        .withMessage("maxAge must be positive, was PT0S");
  }

  /** RFC 9421, B.2.4, with the response of its B.2. */
  @Test
  void theTextThatIsSignedIsThatOfTheStandard() {
    byte[] body = "{\"message\": \"good dog\"}".getBytes(StandardCharsets.US_ASCII);
    HttpHeaders headers = new HttpHeaders();
    headers.set("Content-Type", "application/json");
    headers.set("Content-Digest", WebServer.sha512(body));
    headers.set("Content-Length", "23");
    String covered =
        "(\"@status\" \"content-type\" \"content-digest\" \"content-length\")"
            + ";created=1618884473;keyid=\"test-key-ecc-p256\"";
    assertThat(new SignatureBase(200, headers, null).text(Parser.parseInnerList(covered)))
        .isEqualTo(
            """
            "@status": 200
            "content-type": application/json
            "content-digest": sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:
            "content-length": 23
            "@signature-params": ("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256\"\
            """);
  }
}
