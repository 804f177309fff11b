package io.github.lanewise.sample.blobs;

import io.github.lanewise.kernel.sha256.MultiBufferSha256;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.kernel.sha256.Sha256Midstate;
import io.github.lanewise.kernel.sha256.Sha256Stream;
import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.sample.FileThreads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * An upload that may come in pieces, over days and restarts. The hash goes along: beside the bytes
 * lies the midstate after them, so that nothing is read again to go on. What is acknowledged is on
 * the disk.
 */
final class ResumableUpload {

  /** What uploads have in common. */
  record Room(
      UploadFolder folder,
      BlobFolder blobs,
      FileThreads threads,
      HashingPipeline pipeline,
      BufferAccess<DataBuffer> buffers) {}

  private final String id;
  private final Room room;
  private final Turns turns = new Turns();

  /** Changed in a turn, on a thread that may block. */
  private volatile UploadState state;

  private volatile boolean removed;

  ResumableUpload(String id, UploadState state, Room room) {
    this.id = id;
    this.state = state;
    this.room = room;
  }

  String id() {
    return id;
  }

  UploadState state() {
    return state;
  }

  boolean isRemoved() {
    return removed;
  }

  /** The state when what is under way has been ended and put in order; empty if it was removed. */
  Mono<UploadState> settled() {
    return inTurn(Mono.fromSupplier(() -> removed ? null : state));
  }

  /** Removes it, and what is under way. */
  Mono<Void> remove() {
    return inTurn(room.threads.call(this::removeNow));
  }

  private <T> Mono<T> inTurn(Mono<T> work) {
    return Mono.usingWhen(
        Mono.fromSupplier(turns::enter),
        turn -> turn.ready().then(work),
        turn -> turn.ready().doFinally(signal -> turn.end()));
  }

  /** Under the lock: a cancel lets the next turn begin before this has ended. */
  private synchronized @Nullable Void removeNow() throws IOException {
    removed = true;
    room.folder.remove(id);
    return null;
  }

  /**
   * Appends what the body brings, and makes a blob of all if it is the last of it. If the body
   * breaks off, or another request comes, what it brought until then is kept.
   *
   * @param offset at which the body begins, which has to be where the upload ends
   * @param contentLength of the body, if it is known
   * @param length of the whole, if the request tells
   * @param last whether the body ends the upload
   */
  Mono<UploadState> append(
      Flux<DataBuffer> body,
      long offset,
      Optional<Long> contentLength,
      Optional<Long> length,
      boolean last) {
    return Mono.usingWhen(
        Mono.fromSupplier(() -> new UploadAppend(turns.enter(), room.threads)),
        append ->
            append
                .begin(() -> begin(offset, contentLength, length, last))
                .flatMap(writer -> write(body, append.superseded(), writer).thenReturn(writer))
                .flatMap(writer -> room.threads.call(() -> end(writer, last))),
        append -> append.settle(this::settle),
        (append, error) -> append.settle(this::settle),
        append -> append.settle(this::settle));
  }

  private synchronized UploadWriter begin(
      long offset, Optional<Long> contentLength, Optional<Long> length, boolean last)
      throws IOException {
    if (removed) {
      throw new ResponseStatusException(HttpStatus.NOT_FOUND, "the upload has been removed");
    }
    UploadState now = state;
    if (now.complete()) {
      throw UploadProblem.completed();
    }
    if (offset != now.offset()) {
      throw UploadProblem.mismatchingOffset(now.offset(), offset);
    }
    Optional<Long> sum = last ? contentLength.map(bytes -> offset + bytes) : Optional.empty();
    for (Optional<Long> told : List.of(length, sum)) {
      if (told.isPresent()) {
        announce(told.get());
      }
    }
    Long whole = state.length();
    long end = offset + contentLength.orElse(0L);
    if (whole != null && end > whole) {
      throw UploadProblem.inconsistentLength(whole, end);
    }
    return new UploadWriter(
        room.threads.openForWriting(room.folder.data(id)), now.hash(), this::checkpoint);
  }

  private void announce(long length) {
    Long before = state.length();
    if (before != null && before != length) {
      throw UploadProblem.inconsistentLength(before, length);
    }
    state = state.withLength(length);
  }

  /** Buffers are written one at a time, each followed by the midstate after it. */
  private Mono<Void> write(Flux<DataBuffer> body, Mono<Void> superseded, UploadWriter writer) {
    Flux<DataBuffer> hashed =
        body.takeUntilOther(superseded)
            .transform(room.pipeline.parts(room.buffers, writer.written()))
            .map(
                part -> {
                  writer.follows(part.after());
                  return part.payload();
                });
    return FileThreads.write(hashed, writer.channel(), writer.offset())
        .doOnNext(
            buffer -> {
              DataBufferUtils.release(buffer);
              writer.wrote();
            })
        .doOnDiscard(DataBuffer.class, DataBufferUtils::release)
        .then();
  }

  private void checkpoint(@Nullable Sha256Midstate written) throws IOException {
    UploadState then = state.withHash(written, System.currentTimeMillis());
    room.folder.save(id, then);
    state = then;
  }

  /** Whatever ended the body: what was written whole counts, the rest is cut off. */
  private void settle(UploadWriter writer) throws IOException {
    if (writer.close() && !removed) {
      room.folder.cut(id, writer.offset());
      checkpoint(writer.written());
    }
  }

  /** The body has come whole. */
  private UploadState end(UploadWriter writer, boolean last) throws IOException {
    settle(writer);
    UploadState now = state;
    Long length = now.length();
    if (length != null && (last ? now.offset() != length : now.offset() > length)) {
      throw UploadProblem.inconsistentLength(length, now.offset());
    }
    return last ? publish(now) : now;
  }

  /** A digest that was not expected removes all: no further byte could mend it. */
  private UploadState publish(UploadState whole) throws IOException {
    Sha256Digest digest = digest(whole.hash());
    try {
      whole.expectedDigest().check(digest);
    } catch (RuntimeException unexpected) {
      removeNow();
      throw unexpected;
    }
    long size = whole.offset();
    boolean created = room.blobs.publish(room.folder.data(id), digest);
    UploadState done = whole.withBlob(new StoredBlob(digest, size, created));
    room.folder.save(id, done);
    state = done;
    return done;
  }

  private Sha256Digest digest(@Nullable Sha256Midstate hash) {
    Sha256Stream stream = hash == null ? new Sha256Stream() : Sha256Stream.resume(hash);
    stream.segment(ByteBuffer.allocate(0), true);
    try (MultiBufferSha256 sha256 = room.pipeline.engine().open()) {
      sha256.advanceAll(List.of(stream));
    }
    return stream.digest();
  }
}
