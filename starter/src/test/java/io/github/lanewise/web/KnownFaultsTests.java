package io.github.lanewise.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.HashedChunk;
import io.github.lanewise.pipeline.HashingPipeline;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/**
 * spring-framework #36714: of a buffer composed of several, only the first was read. Here through
 * each operator, with components of every kind that a codec makes.
 */
class KnownFaultsTests {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final ByteBufAllocator allocator = PooledByteBufAllocator.DEFAULT;
  private final NettyDataBufferFactory factory = new NettyDataBufferFactory(allocator);
  private final DataBufferAccess access = new DataBufferAccess();
  private final HashingPipeline pipeline =
      HashingPipeline.builder().engine("vector-128").workers(1).build();
  private final byte[] bytes = new byte[10_000];
  private final CompositeByteBuf composite = composite();

  @AfterEach
  void everyComponentIsReleased() {
    pipeline.close();
    assertThat(composite.refCnt()).isZero();
  }

  /** Nine components; the bytes that were read before are not part of the payload. */
  private CompositeByteBuf composite() {
    new SplittableRandom(36714).nextBytes(bytes);
    CompositeByteBuf nested =
        allocator
            .compositeBuffer()
            .addComponents(true, direct(3_000, 3_001), heap(3_001, 3_500), heap(3_500, 5_000));
    CompositeByteBuf all =
        allocator
            .compositeBuffer()
            .addComponents(
                true,
                heap(0, 100),
                direct(100, 163),
                allocator.buffer(8),
                direct(163, 3_000).asReadOnly(),
                nested,
                heap(0, 6_000).slice(5_000, 1_000),
                direct(6_000, 9_999),
                heap(9_999, 10_000),
                allocator.compositeBuffer());
    assertThat(all.nioBuffers()).hasSizeGreaterThan(5);
    all.skipBytes(37);
    return all;
  }

  private ByteBuf direct(int from, int to) {
    return allocator.directBuffer(to - from).writeBytes(bytes, from, to - from);
  }

  private ByteBuf heap(int from, int to) {
    return allocator.heapBuffer(to - from).writeBytes(bytes, from, to - from);
  }

  private Flux<DataBuffer> source() {
    return Flux.just(factory.wrap(composite));
  }

  private Sha256Digest expected() {
    return digestOf(bytes, 37, bytes.length);
  }

  private static Sha256Digest digestOf(byte[] message, int from, int to) {
    try {
      return Sha256Digest.of(
          MessageDigest.getInstance("SHA-256").digest(Arrays.copyOfRange(message, from, to)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theDigestIsThatOfAllComponents() {
    StepVerifier.create(source().as(pipeline.digest(access)))
        .expectNext(expected())
        .expectComplete()
        .verify(LIMIT);
  }

  @Test
  void aTapHashesAllComponentsAndPassesThemOnUnread() {
    AtomicReference<Sha256Digest> digest = new AtomicReference<>();
    StepVerifier.create(
            source()
                .transform(pipeline.tap(access, digest::set))
                .map(KnownFaultsTests::readAndRelease))
        .expectNext(expected())
        .expectComplete()
        .verify(LIMIT);
    assertThat(digest.get()).isEqualTo(expected());
  }

  private static Sha256Digest readAndRelease(DataBuffer buffer) {
    byte[] read = new byte[buffer.readableByteCount()];
    buffer.read(read);
    DataBufferUtils.release(buffer);
    return digestOf(read, 0, read.length);
  }

  @Test
  void aMessageIsAllComponents() {
    StepVerifier.create(
            source()
                .transform(pipeline.messages(access))
                .doOnNext(hashed -> DataBufferUtils.release(hashed.message()))
                .map(hashed -> hashed.digest()))
        .expectNext(expected())
        .expectComplete()
        .verify(LIMIT);
  }

  @Test
  void chunksRunAcrossComponents() {
    Mono<Long> wrong =
        source().transform(pipeline.chunks(access, 1_000)).filter(chunk -> !isRight(chunk)).count();
    StepVerifier.create(wrong).expectNext(0L).expectComplete().verify(LIMIT);
  }

  private boolean isRight(HashedChunk chunk) {
    int from = 37 + Math.toIntExact(chunk.offset());
    return chunk.digest().equals(digestOf(bytes, from, from + chunk.length()));
  }
}
