package io.github.lanewise.howto;

import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashedRecord;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaSigner;
import io.github.lanewise.pipeline.SignedRecord;
import io.github.lanewise.pipeline.SignedWindow;
import io.github.lanewise.pipeline.WindowPolicy;
import java.nio.ByteBuffer;
import java.time.Duration;
import reactor.core.publisher.Flux;

final class SignedLines {

  private static final WindowPolicy WINDOWS =
      WindowPolicy.defaults().maxRecords(1_000).maxWait(Duration.ofSeconds(1));

  private final HashingPipeline pipeline;
  private final RsaSigner signer;

  SignedLines(HashingPipeline pipeline, RsaSigner signer) {
    this.pipeline = pipeline;
    this.signer = signer;
  }

  Flux<SignedRecord> sign(Flux<ByteBuffer> lines) {
    return lines
        .transform(pipeline.messages(BufferAccess.byteBuffers()))
        .map(line -> new HashedRecord(line.digest(), line.message().remaining()))
        .transform(signer.windows(WINDOWS))
        .concatMapIterable(SignedWindow::records, 1);
  }
}
