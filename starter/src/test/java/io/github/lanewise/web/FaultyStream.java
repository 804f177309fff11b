package io.github.lanewise.web;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.HashingPipeline;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * A stream of pooled buffers through some operator, that breaks off in some way at some moment, or
 * does not. All chance comes of the seed but the time that the threads take.
 *
 * <p>Every buffer is retained once more than its way through the operator needs. So a count of 1 at
 * the end means: released exactly once.
 */
final class FaultyStream {

  /** What came of all streams of a test. */
  record Tally(
      LongAdder rightDigests, LongAdder wrongDigests, LongAdder faults, Queue<Throwable> others) {

    static Tally create() {
      return new Tally(
          new LongAdder(), new LongAdder(), new LongAdder(), new ConcurrentLinkedQueue<>());
    }

    void check(boolean right) {
      (right ? rightDigests : wrongDigests).increment();
    }
  }

  private static final int CHUNK_BYTES = 300;

  private static final NettyDataBufferFactory FACTORY =
      new NettyDataBufferFactory(PooledByteBufAllocator.DEFAULT);
  private static final DataBufferAccess ACCESS = new DataBufferAccess();

  private final SplittableRandom random;
  private final Tally tally;
  private final List<byte[]> parts = new ArrayList<>();
  private final Queue<ByteBuf> buffers = new ConcurrentLinkedQueue<>();
  private final byte[] whole;
  private int received;

  FaultyStream(long seed, Tally tally) {
    this.random = new SplittableRandom(seed);
    this.tally = tally;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = random.nextInt(4); i > 0; i--) {
      byte[] part =
          new byte[random.nextInt(20) == 0 ? random.nextInt(20_000) : random.nextInt(200)];
      random.nextBytes(part);
      parts.add(part);
      bytes.writeBytes(part);
    }
    whole = bytes.toByteArray();
  }

  /** Completes when the stream has ended, however it did. */
  Mono<Void> run(HashingPipeline pipeline) {
    int fault = random.nextInt(8);
    Flux<DataBuffer> source = Flux.fromIterable(parts).map(this::buffer);
    int before = random.nextInt(parts.size() + 1);
    source =
        switch (fault) {
          case 0 -> source.take(before).concatWith(Mono.error(new IOException("broke off")));
          case 1 -> source.take(before).concatWith(Flux.never());
          default -> source;
        };
    if (random.nextInt(4) != 0) {
      source = source.subscribeOn(Schedulers.parallel());
    }
    Flux<?> results = hashed(source, pipeline);
    Duration moment = Duration.ofNanos(random.nextInt(500_000));
    results =
        switch (fault) {
          case 1, 2 -> results.timeout(moment);
          case 3 -> results.take(moment);
          case 4 -> results.take(1);
          case 5 -> results.doOnNext(result -> fail());
          default -> results;
        };
    if (fault < 6) {
      tally.faults.increment();
    }
    return results.onErrorResume(this::note).then();
  }

  private void fail() {
    throw new IllegalArgumentException("on purpose");
  }

  private <T> Mono<T> note(Throwable error) {
    if (!(error instanceof IOException
        || error instanceof TimeoutException
        || error instanceof IllegalArgumentException)) {
      tally.others.add(error);
    }
    return Mono.empty();
  }

  private Flux<?> hashed(Flux<DataBuffer> source, HashingPipeline pipeline) {
    return switch (random.nextInt(4)) {
      case 0 ->
          source
              .as(pipeline.digest(ACCESS))
              .doOnNext(digest -> tally.check(digest.equals(digestOf(whole))))
              .flux();
      case 1 ->
          source
              .transform(
                  pipeline.tap(ACCESS, digest -> tally.check(digest.equals(digestOf(whole)))))
              .doOnNext(DataBufferUtils::release);
      case 2 ->
          source
              .transform(pipeline.messages(ACCESS))
              .doOnNext(
                  hashed -> {
                    tally.check(hashed.digest().equals(digestOf(parts.get(received++))));
                    DataBufferUtils.release(hashed.message());
                  });
      default ->
          source
              .transform(pipeline.chunks(ACCESS, CHUNK_BYTES))
              .doOnNext(
                  chunk -> {
                    int from = Math.toIntExact(chunk.offset());
                    byte[] bytes = Arrays.copyOfRange(whole, from, from + chunk.length());
                    tally.check(chunk.digest().equals(digestOf(bytes)));
                  });
    };
  }

  private DataBuffer buffer(byte[] part) {
    PooledByteBufAllocator allocator = PooledByteBufAllocator.DEFAULT;
    int middle = part.length / 3;
    ByteBuf buffer =
        switch (part.length % 3) {
          case 0 -> allocator.heapBuffer(part.length).writeBytes(part);
          case 1 -> allocator.directBuffer(part.length).writeBytes(part);
          default ->
              allocator
                  .compositeBuffer()
                  .addComponents(
                      true,
                      allocator.directBuffer(middle).writeBytes(part, 0, middle),
                      allocator.heapBuffer().writeBytes(part, middle, part.length - middle));
        };
    buffers.add(buffer.retain());
    return FACTORY.wrap(buffer);
  }

  /** Whether each buffer that was made was released once. */
  boolean isSettled() {
    return buffers.stream().allMatch(buffer -> buffer.refCnt() == 1);
  }

  /** Lets go of the buffers. */
  void close() {
    buffers.forEach(ByteBuf::release);
  }

  private static Sha256Digest digestOf(byte[] message) {
    try {
      return Sha256Digest.of(MessageDigest.getInstance("SHA-256").digest(message));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
