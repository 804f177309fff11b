package io.github.lanewise.howto;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaSigner;
import io.github.lanewise.pipeline.SignedRecord;
import io.github.lanewise.pipeline.WindowVerifier;
import java.nio.ByteBuffer;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** More lines than two windows hold leave with proofs that the public key confirms. */
class SignedLinesTests {

  private static final int LINES = 2_100;

  @Test
  void everyLineLeavesWithItsProof() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    RsaKey key = RsaKey.of(generator.generateKeyPair().getPrivate());
    try (HashingPipeline pipeline = HashingPipeline.builder().engine("jdk").build();
        RsaSigner signer = RsaSigner.create(key)) {
      Flux<ByteBuffer> lines =
          Flux.range(0, LINES).map(i -> ByteBuffer.wrap(("line " + i).getBytes(US_ASCII)));
      List<SignedRecord> signed =
          new SignedLines(pipeline, signer)
              .sign(lines)
              .collectList()
              .blockOptional(Duration.ofSeconds(30))
              .orElseThrow();
      WindowVerifier verifier = WindowVerifier.of(key.publicKey());
      assertThat(signed).hasSize(LINES).allMatch(verifier::verify);
      assertThat(signed.stream().map(SignedRecord::root).distinct()).hasSize(3);
    }
  }
}
