package io.github.lanewise.sample.blobs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashedMessage;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.sample.FileThreads;
import io.github.lanewise.sample.dedup.ChunkSplitter;
import io.github.lanewise.sample.dedup.Chunking;
import io.github.lanewise.sample.dedup.Manifest;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Streams that are kept in chunks, each of which the store has once. */
@Component
class DedupStore {

  /** Chunks that are on their way to the disk for one upload, 64 KiB each as a rule. */
  private static final int CHUNKS_AT_ONCE = 8;

  private final BlobFolder folder;
  private final ManifestFolder manifests;
  private final FileThreads threads;
  private final HashingPipeline pipeline;
  private final BufferAccess<DataBuffer> buffers;
  private final DedupMetrics metrics;

  DedupStore(
      BlobFolder folder,
      ManifestFolder manifests,
      FileThreads threads,
      HashingPipeline pipeline,
      BufferAccess<DataBuffer> buffers,
      DedupMetrics metrics) {
    this.folder = folder;
    this.manifests = manifests;
    this.threads = threads;
    this.pipeline = pipeline;
    this.buffers = buffers;
    this.metrics = metrics;
  }

  /**
   * Hashes the body as a whole and chunk by chunk, and gives its manifest once all is on the disk.
   * If the body ends in an error, the subscriber cancels, or the digest is not the expected one,
   * nothing of it is left.
   */
  Mono<StoredManifest> store(Flux<DataBuffer> body, Chunking chunking, ExpectedDigest expected) {
    return Mono.usingWhen(
            Mono.fromSupplier(() -> new DedupUpload(folder, chunking)),
            upload ->
                chunks(body, chunking, upload)
                    .flatMapSequential(chunk -> stage(upload, chunk), CHUNKS_AT_ONCE, 1)
                    .then(threads.call(() -> upload.publish(expected, manifests))),
            this::discard,
            (upload, error) -> discard(upload),
            this::discard)
        .doOnNext(metrics::stored);
  }

  private Flux<HashedMessage<byte[]>> chunks(
      Flux<DataBuffer> body, Chunking chunking, DedupUpload upload) {
    Flux<DataBuffer> hashed = body.transform(pipeline.tap(buffers, upload::digested));
    return ChunkSplitter.split(hashed, chunking)
        .transform(pipeline.messages(BufferAccess.byteArrays()));
  }

  private Mono<Void> stage(DedupUpload upload, HashedMessage<byte[]> chunk) {
    return upload.note(chunk) ? threads.call(() -> upload.stage(chunk)) : Mono.empty();
  }

  private Mono<Void> discard(DedupUpload upload) {
    return threads.call(
        () -> {
          upload.discard();
          return null;
        });
  }

  /** The manifest with this address. */
  Mono<Manifest> manifest(Sha256Digest address) {
    return threads.call(() -> manifests.find(address).orElse(null));
  }

  /** The stream that a manifest describes. */
  Mono<BlobContent> find(Sha256Digest address) {
    return manifest(address)
        .map(manifest -> new ChunkedContent(address, manifest, folder, threads));
  }
}
