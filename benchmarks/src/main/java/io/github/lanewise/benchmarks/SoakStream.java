package io.github.lanewise.benchmarks;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.HashingPipeline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Schedulers;

/**
 * One stream of a soak: some size, some operator, and in three cases of ten something that breaks
 * it off. What its digests must be is computed while its bytes are sent.
 */
final class SoakStream {

  /** Sums over all streams of a run. */
  record Tally(
      LongAdder streams,
      LongAdder bytes,
      LongAdder faults,
      LongAdder digests,
      LongAdder wrong,
      LongAdder surprises) {

    static Tally create() {
      return new Tally(
          new LongAdder(),
          new LongAdder(),
          new LongAdder(),
          new LongAdder(),
          new LongAdder(),
          new LongAdder());
    }
  }

  private enum Operator {
    DIGEST,
    TAP,
    MESSAGES,
    CHUNKS
  }

  private static final int CHUNK_BYTES = 50_000;
  private static final int CASES = 10;

  private final SplittableRandom random;
  private final HashingPipeline pipeline;
  private final SoakBuffers buffers;
  private final Path file;
  private final Tally tally;
  private final Operator operator;
  private final int fault;
  private final long size;
  private final MessageDigest digest = sha256();
  private final Queue<Sha256Digest> expected = new ConcurrentLinkedQueue<>();
  private int inChunk;

  SoakStream(long seed, HashingPipeline pipeline, SoakBuffers buffers, Path file, Tally tally) {
    this.random = new SplittableRandom(seed);
    this.pipeline = pipeline;
    this.buffers = buffers;
    this.file = file;
    this.tally = tally;
    this.operator = Operator.values()[random.nextInt(4)];
    this.fault = random.nextInt(CASES);
    this.size = randomSize();
  }

  /** From nothing to some MiB, most of them small. */
  private long randomSize() {
    int kind = random.nextInt(100);
    if (kind < 5) {
      return 0;
    }
    if (kind < 45) {
      return random.nextInt(300);
    }
    return random.nextInt(kind < 85 ? 100_000 : kind < 98 ? 1 << 20 : 6 << 20);
  }

  /** Completes when the stream has ended, however it did. */
  Mono<Void> run() {
    tally.streams().increment();
    if (fault < 3) {
      tally.faults().increment();
    }
    Flux<SoakBuffers.Buffer> source =
        random.nextInt(4) == 0
            ? Flux.using(() -> FileChannel.open(file), this::generated, SoakStream::close)
            : generated(null);
    Flux<Sha256Digest> results = hashed(source.subscribeOn(Schedulers.parallel()));
    Duration moment = Duration.ofNanos(random.nextInt(3_000_000));
    Flux<Sha256Digest> broken =
        switch (fault) {
          case 1 -> random.nextBoolean() ? results.take(moment) : results.take(1);
          case 2 -> results.timeout(moment);
          default -> results;
        };
    return broken.doOnNext(this::check).onErrorResume(this::note).then();
  }

  private Flux<Sha256Digest> hashed(Flux<SoakBuffers.Buffer> source) {
    return switch (operator) {
      case DIGEST -> source.as(pipeline.digest(buffers)).flux();
      case TAP ->
          Flux.defer(
              () -> {
                Queue<Sha256Digest> made = new ConcurrentLinkedQueue<>();
                return source
                    .transform(pipeline.tap(buffers, made::add))
                    .doOnNext(buffers::release)
                    .thenMany(Flux.defer(() -> Flux.fromIterable(made)));
              });
      case MESSAGES ->
          source
              .transform(pipeline.messages(buffers))
              .map(
                  hashed -> {
                    buffers.release(hashed.message());
                    return hashed.digest();
                  });
      case CHUNKS ->
          source.transform(pipeline.chunks(buffers, CHUNK_BYTES)).map(chunk -> chunk.digest());
    };
  }

  private Flux<SoakBuffers.Buffer> generated(@Nullable FileChannel channel) {
    long failAt = fault == 0 ? random.nextLong(size + 1) : Long.MAX_VALUE;
    return Flux.generate(() -> 0L, (sent, sink) -> generate(sent, failAt, channel, sink));
  }

  private long generate(
      long sent,
      long failAt,
      @Nullable FileChannel channel,
      SynchronousSink<SoakBuffers.Buffer> sink) {
    if (sent >= failAt) {
      sink.error(new IOException("broke off"));
      return sent;
    }
    if (sent == size) {
      if (operator != Operator.MESSAGES && (operator != Operator.CHUNKS || inChunk > 0)) {
        expected.add(Sha256Digest.of(digest.digest()));
      }
      sink.complete();
      return sent;
    }
    int bytes = (int) Math.min(size - sent, 1 + random.nextInt(SoakBuffers.BYTES));
    ByteBuffer buffer = buffers.take(random.nextBoolean());
    fill(buffer, bytes, channel);
    tally.bytes().add(bytes);
    expect(buffer.duplicate().flip());
    sink.next(buffers.send(buffer));
    return sent + bytes;
  }

  private void fill(ByteBuffer buffer, int bytes, @Nullable FileChannel channel) {
    int at = random.nextInt(Soak.RANDOM.length - SoakBuffers.BYTES);
    if (channel == null) {
      buffer.put(Soak.RANDOM, at, bytes);
      return;
    }
    try {
      buffer.limit(bytes);
      while (buffer.hasRemaining() && channel.read(buffer, at + buffer.position()) >= 0) {}
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What digests will come of these bytes. */
  private void expect(ByteBuffer bytes) {
    switch (operator) {
      case DIGEST, TAP -> digest.update(bytes);
      case MESSAGES -> {
        digest.update(bytes);
        expected.add(Sha256Digest.of(digest.digest()));
      }
      case CHUNKS -> {
        while (bytes.hasRemaining()) {
          int part = Math.min(bytes.remaining(), CHUNK_BYTES - inChunk);
          digest.update(bytes.slice(bytes.position(), part));
          bytes.position(bytes.position() + part);
          inChunk += part;
          if (inChunk == CHUNK_BYTES) {
            expected.add(Sha256Digest.of(digest.digest()));
            inChunk = 0;
          }
        }
      }
    }
  }

  private void check(Sha256Digest result) {
    tally.digests().increment();
    if (!result.equals(expected.poll())) {
      tally.wrong().increment();
    }
  }

  private <T> Mono<T> note(Throwable error) {
    boolean ours = fault < 3 && (error instanceof IOException || error instanceof TimeoutException);
    if (!ours) {
      tally.surprises().increment();
      System.err.println("An error that nobody made: " + error);
    }
    return Mono.empty();
  }

  private static void close(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
