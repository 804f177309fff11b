package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.Payloads.digestOf;
import static io.github.lanewise.pipeline.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.Payloads.Tracked;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** That repeated messages are found, and only those, by themselves and through the operators. */
class RecentHashesTests {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final LaneMeters meters = new LaneMeters();
  private final RecentHashes cache = new RecentHashes(100_000, meters);

  private CacheStatistics statistics() {
    return meters.snapshot(0).cache();
  }

  private void put(byte[] message) {
    ByteBuffer bytes = ByteBuffer.wrap(message);
    cache.put(cache.fingerprint(bytes), bytes, digestOf(message));
  }

  private void putTwice(byte[] message) {
    put(message);
    put(message);
  }

  private boolean finds(byte[] message) {
    ByteBuffer bytes = ByteBuffer.wrap(message);
    Sha256Digest digest = cache.find(cache.fingerprint(bytes), bytes);
    assertThat(digest).isIn(null, digestOf(message));
    return digest != null;
  }

  @Test
  void whatCameTwiceIsFound() {
    byte[] message = random(1_000, 1);
    put(message);
    assertThat(finds(message)).isFalse();
    put(message);
    assertThat(finds(message.clone())).isTrue();
    assertThat(statistics()).isEqualTo(new CacheStatistics(1, 1, 1_000, 1_000));
  }

  @Test
  void aMessageWithTheSameFingerprintAndAnotherByteIsNotFound() {
    byte[] message = random(10_000, 1);
    putTwice(message);
    ByteBuffer bytes = ByteBuffer.wrap(message);
    long fingerprint = cache.fingerprint(bytes);
    for (int i = 0; i < message.length; i++) {
      byte[] other = message.clone();
      other[i] ^= 1;
      // With the fingerprint of the first, as an adversary would have it.
      assertThat(cache.find(fingerprint, ByteBuffer.wrap(other))).isNull();
    }
    assertThat(cache.find(fingerprint, ByteBuffer.wrap(message, 0, 9_999))).isNull();
    assertThat(cache.find(fingerprint, bytes)).isEqualTo(digestOf(message));
  }

  @Test
  void aBufferThatIsOverwrittenLaterDoesNotMatter() {
    byte[] message = random(1_000, 1);
    byte[] original = message.clone();
    putTwice(message);
    message[500] ^= 1;
    assertThat(finds(message)).isFalse();
    assertThat(finds(original)).isTrue();
  }

  @Test
  void anyKindOfBufferIsFoundFromItsPositionOn() {
    byte[] message = random(3_000, 1);
    putTwice(message);
    ByteBuffer direct = ByteBuffer.allocateDirect(3_100).put(50, message).position(50).limit(3_050);
    ByteBuffer middle = ByteBuffer.allocate(3_100).put(7, message).position(7).limit(3_007).slice();
    for (ByteBuffer bytes : List.of(direct, middle, ByteBuffer.wrap(message).asReadOnlyBuffer())) {
      int position = bytes.position();
      assertThat(cache.find(cache.fingerprint(bytes), bytes)).isEqualTo(digestOf(message));
      assertThat(bytes.position()).isEqualTo(position);
    }
  }

  @Test
  void itsBytesAreBoundedAndTheOldestGoFirst() {
    for (int i = 0; i < 200; i++) {
      putTwice(random(1_000, i));
      assertThat(statistics().heldBytes()).isLessThanOrEqualTo(100_000);
    }
    assertThat(statistics().heldBytes()).isEqualTo(100_000);
    assertThat(finds(random(1_000, 0))).isFalse();
    assertThat(finds(random(1_000, 199))).isTrue();
  }

  @Test
  void whatIsUsedStays() {
    byte[] favourite = random(1_000, -1);
    putTwice(favourite);
    for (int i = 0; i < 200; i++) {
      putTwice(random(1_000, i));
      assertThat(finds(favourite)).isTrue();
    }
  }

  @Test
  void whatIsClearedIsGone() {
    putTwice(random(1_000, 1));
    cache.clear();
    assertThat(statistics().heldBytes()).isZero();
    assertThat(finds(random(1_000, 1))).isFalse();
  }

  @Test
  void tinyAndHugeMessagesAreNotTaken() {
    assertThat(cache.takes(RecentHashes.MIN_MESSAGE_BYTES - 1)).isFalse();
    assertThat(cache.takes(RecentHashes.MIN_MESSAGE_BYTES)).isTrue();
    assertThat(cache.takes(25_000)).isTrue();
    assertThat(cache.takes(25_001)).isFalse();
  }

  @Test
  void everyLengthHasAFingerprintOfItsOwnBytesOnly() {
    for (int length = RecentHashes.MIN_MESSAGE_BYTES; length < 1_000; length++) {
      byte[] message = random(length, length);
      ByteBuffer framed =
          ByteBuffer.allocate(length + 2).put(1, message).position(1).limit(length + 1);
      assertThat(cache.fingerprint(framed)).isEqualTo(cache.fingerprint(ByteBuffer.wrap(message)));
    }
  }

  private static HashingPipeline pipeline(String engine) {
    return HashingPipeline.builder()
        .engine(engine)
        .workers(1)
        .pinning(false)
        .recentHashCache(1 << 20)
        .build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdk", "jdk-pairs", "vector-128"})
  void repeatedMessagesGetTheirDigestsInOrder(String engine) {
    Payloads payloads = new Payloads();
    HashingPipeline closed;
    try (HashingPipeline pipeline = pipeline(engine)) {
      closed = pipeline;
      SplittableRandom random = new SplittableRandom(3);
      List<byte[]> messages =
          random.ints(2_000, 0, 30).mapToObj(i -> random(100 + 1_000 * i, i)).toList();
      StepVerifier.create(
              Flux.fromIterable(messages)
                  .map(payloads::of)
                  .transform(pipeline.messages(payloads))
                  .doOnNext(hashed -> hashed.message().release())
                  .map(HashedMessage::digest)
                  .collectList())
          .assertNext(
              digests ->
                  assertThat(digests).isEqualTo(messages.stream().map(Payloads::digestOf).toList()))
          .expectComplete()
          .verify(LIMIT);
      CacheStatistics cache = pipeline.statistics().cache();
      assertThat(cache.hits()).isGreaterThan(1_000);
      assertThat(cache.savedBytes()).isGreaterThan(cache.hits() * 256);
      assertThat(pipeline.statistics().messages()).isEqualTo(2_000);
      assertThat(pipeline.statistics().bytes() + cache.savedBytes())
          .isEqualTo(messages.stream().mapToLong(message -> message.length).sum());
      assertThat(payloads.settled()).isEqualTo(2_000);
    }
    assertThat(closed.statistics().cache().heldBytes()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdk", "jdk-pairs", "vector-128"})
  void repeatedChunksAndWholeStreamsToo(String engine) {
    Payloads payloads = new Payloads();
    try (HashingPipeline pipeline = pipeline(engine)) {
      byte[] chunk = random(4_096, 1);
      for (int i = 0; i < 5; i++) {
        StepVerifier.create(
                Flux.<Tracked>just(
                        payloads.of(chunk, chunk), payloads.of(chunk), payloads.of(random(10, 2)))
                    .transform(pipeline.chunks(payloads, 4_096))
                    .map(HashedChunk::digest))
            .expectNext(digestOf(chunk), digestOf(chunk), digestOf(chunk), digestOf(random(10, 2)))
            .expectComplete()
            .verify(LIMIT);
      }
      assertThat(pipeline.statistics().cache().hits()).isGreaterThanOrEqualTo(12);
      assertThat(payloads.settled()).isEqualTo(payloads.made());
      long before = pipeline.statistics().cache().hits();
      StepVerifier.create(Flux.just(payloads.of(chunk)).as(pipeline.digest(payloads)))
          .expectNext(digestOf(chunk))
          .expectComplete()
          .verify(LIMIT);
      assertThat(pipeline.statistics().cache().hits()).isBetween(before, before + 1);
    }
  }

  @Test
  void byDefaultNothingIsLookedFor() {
    try (HashingPipeline pipeline = HashingPipeline.builder().engine("jdk").workers(1).build()) {
      Flux.just(random(1_000, 1), random(1_000, 1), random(1_000, 1))
          .transform(pipeline.messages(BufferAccess.byteArrays()))
          .blockLast(LIMIT);
      assertThat(pipeline.statistics().cache()).isEqualTo(new CacheStatistics(0, 0, 0, 0));
    }
  }
}
