package io.github.lanewise.howto;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@RestController
class UploadController {

  private final HashingPipeline pipeline;
  private final BufferAccess<DataBuffer> buffers;

  UploadController(HashingPipeline pipeline, BufferAccess<DataBuffer> buffers) {
    this.pipeline = pipeline;
    this.buffers = buffers;
  }

  @PostMapping("/addresses")
  Mono<String> address(@RequestBody Flux<DataBuffer> body) {
    return body.as(pipeline.digest(buffers)).map(Sha256Digest::contentAddress);
  }
}
