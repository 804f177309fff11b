package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.Payloads.digestOf;
import static io.github.lanewise.pipeline.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.MultiBufferSha256;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.kernel.sha256.Sha256Engines;
import io.github.lanewise.kernel.sha256.Sha256Midstate;
import io.github.lanewise.kernel.sha256.Sha256Stream;
import io.github.lanewise.pipeline.Payloads.Tracked;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** A message that breaks off and goes on, with every engine that there is. */
@ParameterizedClass
@MethodSource("engines")
class PartsTests {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Payload ends within, at and after the ends of blocks. */
  private static final int[] ENDS = {0, 1, 63, 64, 65, 119, 120, 128, 1_000, 70_000, 70_016};

  private final byte[] message = random(70_016, 1);
  private final Payloads payloads = new Payloads();
  private final HashingPipeline pipeline;

  PartsTests(String engine) {
    pipeline = HashingPipeline.builder().engine(engine).workers(2).prefetch(4).build();
  }

  static Stream<String> engines() {
    return Sha256Engines.discover().candidates().stream()
        .filter(candidate -> candidate.refusal() == null)
        .map(Sha256Engines.Candidate::name);
  }

  @AfterEach
  void nothingIsKept() {
    Eventually.holds("no stream is open", () -> pipeline.statistics().openStreams() == 0);
    pipeline.close();
    assertThat(payloads.settled()).isEqualTo(payloads.made());
  }

  @Test
  void theMidstateAfterEachPayloadIsThatOfTheBytesUpToIt() {
    List<HashedPart<Tracked>> parts = parts(null, 0, ENDS.length);
    assertThat(parts).hasSize(ENDS.length);
    for (int i = 0; i < ENDS.length; i++) {
      byte[] soFar = Arrays.copyOf(message, ENDS[i]);
      assertThat(parts.get(i).after().byteCount()).isEqualTo(ENDS[i]);
      assertThat(finish(parts.get(i).after())).isEqualTo(digestOf(soFar));
    }
  }

  /** Each time from what was exported as octets, as after a restart. */
  @Test
  void aMessageGoesOnFromWhereverItBrokeOff() {
    for (int broken = 0; broken < ENDS.length; broken++) {
      Sha256Midstate then = null;
      for (HashedPart<Tracked> part : parts(null, 0, broken)) {
        then = Sha256Midstate.fromByteArray(part.after().toByteArray());
      }
      for (HashedPart<Tracked> part : parts(then, broken, ENDS.length)) {
        then = part.after();
      }
      assertThat(finish(Objects.requireNonNull(then))).isEqualTo(digestOf(message));
    }
  }

  @Test
  void anErrorComesAfterTheMidstatesOfWhatPrecededIt() {
    Flux<Tracked> broken =
        Flux.concat(
            Flux.just(payloads.of(random(70, 1)), payloads.of(random(3, 2))),
            Flux.error(new IOException("broke off")));
    StepVerifier.create(
            broken
                .transform(pipeline.parts(payloads, null))
                .doOnNext(part -> part.payload().release())
                .map(part -> part.after().byteCount()))
        .expectNext(70L, 73L)
        .expectErrorMessage("broke off")
        .verify(LIMIT);
  }

  @Test
  void aStreamOfNoPayloadsHasNoPart() {
    StepVerifier.create(Flux.<Tracked>empty().transform(pipeline.parts(payloads, null)))
        .expectComplete()
        .verify(LIMIT);
  }

  /** Of the payloads from one number to below another. */
  private List<HashedPart<Tracked>> parts(@Nullable Sha256Midstate from, int first, int end) {
    List<Tracked> pieces = new ArrayList<>();
    for (int i = first; i < end; i++) {
      pieces.add(payloads.of(Arrays.copyOfRange(message, i == 0 ? 0 : ENDS[i - 1], ENDS[i])));
    }
    List<HashedPart<Tracked>> parts =
        Flux.fromIterable(pieces)
            .transform(pipeline.parts(payloads, from))
            .doOnNext(part -> part.payload().release())
            .collectList()
            .block(LIMIT);
    return Objects.requireNonNull(parts);
  }

  private Sha256Digest finish(Sha256Midstate midstate) {
    Sha256Stream stream = Sha256Stream.resume(midstate);
    stream.segment(ByteBuffer.allocate(0), true);
    try (MultiBufferSha256 sha256 = pipeline.engine().open()) {
      sha256.advanceAll(List.of(stream));
    }
    return stream.digest();
  }
}
