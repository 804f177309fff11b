package io.github.lanewise.sample.blobs;

import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.sample.FileThreads;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The resumable uploads of this store, also those that began before the last restart. */
@Component
class ResumableUploads {

  private static final Logger log = LoggerFactory.getLogger(ResumableUploads.class);

  /** Whoever knows it can go on with an upload, so nobody should guess it. */
  private static final int ID_BYTES = 16;

  private final Map<String, ResumableUpload> uploads = new ConcurrentHashMap<>();
  private final SecureRandom random = new SecureRandom();
  private final ResumableUpload.Room room;
  private final Duration expiry;

  ResumableUploads(
      UploadFolder folder,
      BlobFolder blobs,
      FileThreads threads,
      HashingPipeline pipeline,
      BufferAccess<DataBuffer> buffers,
      UploadProperties properties)
      throws IOException {
    this.room = new ResumableUpload.Room(folder, blobs, threads, pipeline, buffers);
    this.expiry = properties.expiry();
    folder.load().forEach((id, state) -> uploads.put(id, new ResumableUpload(id, state, room)));
    log.info("{} unfinished uploads can be taken up again", uploads.size());
  }

  /** A new one, without bytes. */
  Mono<ResumableUpload> create(Optional<Long> length, ExpectedDigest expected) {
    return room.threads()
        .call(
            () -> {
              byte[] bytes = new byte[ID_BYTES];
              random.nextBytes(bytes);
              String id = HexFormat.of().formatHex(bytes);
              UploadState state =
                  UploadState.begin(length.orElse(null), expected, System.currentTimeMillis());
              room.folder().create(id, state);
              ResumableUpload upload = new ResumableUpload(id, state, room);
              uploads.put(id, upload);
              return upload;
            });
  }

  /** An upload that can be taken up. */
  Optional<ResumableUpload> find(String id) {
    return Optional.ofNullable(uploads.get(id)).filter(upload -> !upload.isRemoved());
  }

  /** Ends an upload and removes its bytes; a blob that it became stays. */
  Mono<Void> remove(ResumableUpload upload) {
    return upload.remove().doOnSuccess(done -> uploads.remove(upload.id()));
  }

  /** How long an upload has from now on, if it is not used. */
  long secondsLeft(UploadState state) {
    long endMillis = state.touchedMillis() + expiry.toMillis();
    return Math.max(0, (endMillis - System.currentTimeMillis()) / 1_000);
  }

  @Scheduled(initialDelayString = "PT10S", fixedDelayString = "PT60S")
  void removeExpired() {
    long limit = System.currentTimeMillis() - expiry.toMillis();
    List<ResumableUpload> expired =
        uploads.values().stream()
            .filter(upload -> upload.isRemoved() || upload.state().touchedMillis() < limit)
            .toList();
    Flux.fromIterable(expired)
        .concatMap(this::remove)
        .subscribe(
            done -> {},
            e -> log.warn("expired uploads must be removed, one could not", e),
            () -> {
              if (!expired.isEmpty()) {
                log.info("{} uploads that nobody went on with were removed", expired.size());
              }
            });
  }
}
