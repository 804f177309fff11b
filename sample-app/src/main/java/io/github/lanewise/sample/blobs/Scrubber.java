package io.github.lanewise.sample.blobs;

import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.sample.FileThreads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Reads the whole store again and compares each file with its name, many at once so that lanes are
 * full. Disks forget; a damage that is found early can still be mended from a copy.
 */
@Component
class Scrubber implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Scrubber.class);

  /** Two batches of the widest engine: one is read while the other is hashed. */
  private static final int FILES_AT_ONCE = 32;

  private final BlobFolder folder;
  private final ManifestFolder manifests;
  private final FileThreads threads;
  private final HashingPipeline pipeline;
  private final BufferAccess<DataBuffer> buffers;
  private @Nullable ScrubRun latest;

  Scrubber(
      BlobFolder folder,
      ManifestFolder manifests,
      FileThreads threads,
      HashingPipeline pipeline,
      BufferAccess<DataBuffer> buffers) {
    this.folder = folder;
    this.manifests = manifests;
    this.threads = threads;
    this.pipeline = pipeline;
    this.buffers = buffers;
  }

  /** The scrub that runs, which is begun if none does. */
  synchronized ScrubRun start() {
    if (latest != null && latest.isRunning()) {
      return latest;
    }
    ScrubRun run = new ScrubRun();
    latest = run;
    run.runs(
        work(run)
            .subscribe(
                done -> {},
                e -> {
                  log.error("a scrub must go through the whole store, could not", e);
                  run.end("failed");
                },
                () -> {
                  run.end("finished");
                  report(run.progress());
                }));
    return run;
  }

  /** The scrub that runs, or the last one since the start. */
  synchronized Optional<ScrubRun> latest() {
    return Optional.ofNullable(latest);
  }

  private static void report(ScrubProgress progress) {
    if (progress.damaged() > 0) {
      log.error("{} of {} blobs are damaged: {}", progress.damaged(), progress.blobs(), progress);
    } else {
      log.info("{} blobs, {} bytes, none is damaged", progress.blobs(), progress.bytes());
    }
  }

  private Flux<Void> work(ScrubRun run) {
    Flux<Path> blobs =
        Flux.range(0, BlobFolder.FOLDERS)
            .concatMap(
                prefix ->
                    threads
                        .call(() -> folder.list(prefix))
                        .flatMapIterable(files -> files)
                        .doOnComplete(run::folderDone),
                1);
    Flux<Path> descriptions = threads.call(manifests::list).flatMapMany(Flux::fromIterable);
    return Flux.concat(
        blobs.flatMap(file -> check(run, file, Mono.empty()), FILES_AT_ONCE, 1),
        descriptions.flatMap(
            file -> check(run, file, threads.call(() -> manifests.missing(file).orElse(null))),
            FILES_AT_ONCE,
            1));
  }

  /**
   * Compares a file with its name.
   *
   * @param further what else may be wrong with a file that has the right digest
   */
  private Mono<Void> check(ScrubRun run, Path file, Mono<String> further) {
    String name = folder.relative(file);
    return threads
        .call(() -> Files.size(file))
        .flatMap(
            size ->
                threads
                    .read(file, 0, size)
                    .as(pipeline.digest(buffers))
                    .doOnNext(digest -> run.hashed(size)))
        .flatMap(
            digest -> file.endsWith(digest.hex()) ? further : Mono.just("has the digest " + digest))
        .onErrorResume(IOException.class, e -> Mono.just("cannot be read: " + e))
        .doOnNext(reason -> run.damaged(name, reason))
        .then();
  }

  @Override
  public void close() {
    latest().ifPresent(ScrubRun::cancel);
  }
}
