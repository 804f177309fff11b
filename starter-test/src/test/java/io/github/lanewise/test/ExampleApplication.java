package io.github.lanewise.test;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** An application as a user has one, for the slice to find. */
@SpringBootApplication
class ExampleApplication {

  @Component
  static class NotForTheSlice {}

  /** What a user would want to test. */
  @Service
  static class Receipts {

    private final HashingPipeline pipeline;

    Receipts(HashingPipeline pipeline) {
      this.pipeline = pipeline;
    }

    Mono<String> receipt(Flux<byte[]> body) {
      return body.as(pipeline.digest(BufferAccess.byteArrays())).map(Sha256Digest::contentAddress);
    }
  }
}
