package io.github.lanewise.sample.blobs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.sample.FileThreads;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Takes bodies in as they come, at the pace of the disk, and hashes them on the way. */
@Component
class BlobStore {

  private final BlobFolder folder;
  private final FileThreads threads;
  private final HashingPipeline pipeline;
  private final BufferAccess<DataBuffer> buffers;

  BlobStore(
      BlobFolder folder,
      FileThreads threads,
      HashingPipeline pipeline,
      BufferAccess<DataBuffer> buffers) {
    this.folder = folder;
    this.threads = threads;
    this.pipeline = pipeline;
    this.buffers = buffers;
  }

  /**
   * Writes the body to the store and gives its address once it is on the disk. If the body ends in
   * an error, the subscriber cancels, or the digest is not the expected one, neither a file nor a
   * buffer of it is left.
   */
  Mono<StoredBlob> store(Flux<DataBuffer> body, ExpectedDigest expected) {
    return Mono.usingWhen(
        Mono.fromSupplier(folder::newUpload),
        upload ->
            threads
                .call(() -> upload.open(threads))
                .flatMap(channel -> write(body, upload, channel))
                .then(threads.call(() -> upload.publish(expected))),
        this::discard,
        (upload, error) -> discard(upload),
        this::discard);
  }

  /** A blob; empty if the store has none with this digest. */
  Mono<BlobContent> find(Sha256Digest digest) {
    return threads.call(
        () -> {
          if (!folder.contains(digest)) {
            return null;
          }
          Path file = folder.locate(digest);
          return new FileContent(digest, file, Files.size(file), threads);
        });
  }

  /**
   * A buffer whose write outlives a cancel comes out as discarded, because until then the channel
   * reads from it.
   */
  private Mono<Void> write(Flux<DataBuffer> body, Upload upload, AsynchronousFileChannel channel) {
    Flux<DataBuffer> hashed = body.transform(pipeline.tap(buffers, upload::digested));
    return FileThreads.write(hashed, channel, 0)
        .doOnNext(DataBufferUtils::release)
        .doOnDiscard(DataBuffer.class, DataBufferUtils::release)
        .then();
  }

  private Mono<Void> discard(Upload upload) {
    return threads.call(
        () -> {
          upload.discard();
          return null;
        });
  }
}
