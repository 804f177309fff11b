package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.Payloads.digestOf;
import static io.github.lanewise.pipeline.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.CrossCheckException;
import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.kernel.sha256.TestEngines;
import io.github.lanewise.pipeline.Payloads.Tracked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.test.publisher.TestPublisher;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Lanes that begin to hash wrongly under a pipeline, and what its subscribers get. */
class CrossCheckTests {

  private final AtomicBoolean wrong = new AtomicBoolean();
  private final EngineChoice choice = TestEngines.wrongFrom(wrong);
  private final VirtualTimeScheduler worker = VirtualTimeScheduler.create();
  private final Payloads payloads = new Payloads();
  private final List<Object> results = new ArrayList<>();

  /** Longer than a batch waits for streams that have nothing to hash. */
  private void work() {
    worker.advanceTimeBy(Duration.ofSeconds(1));
  }

  private HashingPipeline pipeline(int crossCheckEvery) {
    return new HashingPipeline(
        () -> choice,
        HashingPipeline.builder().schedulers(List.of(worker)).crossCheckEvery(crossCheckEvery));
  }

  @AfterEach
  void everyPayloadWasGivenBack() {
    work();
    assertThat(payloads.settled()).isEqualTo(payloads.made());
  }

  private TestPublisher<Tracked> begun(HashingPipeline pipeline) {
    TestPublisher<Tracked> upstream = TestPublisher.create();
    upstream.flux().as(pipeline.digest(payloads)).subscribe(results::add, results::add);
    upstream.next(payloads.of(random(1_000, 1)));
    work();
    return upstream;
  }

  @Test
  void rightDigestsAreComparedAndReleased() {
    HashingPipeline pipeline = pipeline(2);
    Flux.range(0, 10)
        .map(i -> payloads.of(random(100, i)))
        .transform(pipeline.messages(payloads))
        .subscribe(
            hashed -> {
              results.add(hashed.digest());
              hashed.message().release();
            });
    work();
    assertThat(results).hasSize(10).contains(digestOf(random(100, 7)));
    assertThat(pipeline.statistics().crossChecks()).isEqualTo(5);
    assertThat(pipeline.statistics().crossCheckFailures()).isZero();
  }

  /** Of 100 bytes they are hashed as a list, of 20,000 as streams. */
  @ParameterizedTest
  @ValueSource(ints = {100, 20_000})
  void messagesInHandGetTheDigestByJdk(int bytes) {
    HashingPipeline pipeline = pipeline(1);
    wrong.set(true);
    List<Sha256Digest> expected = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      expected.add(digestOf(random(bytes, i)));
    }
    Flux.range(0, 10)
        .map(i -> payloads.of(random(bytes, i)))
        .transform(pipeline.messages(payloads))
        .subscribe(
            hashed -> {
              results.add(hashed.digest());
              hashed.message().release();
            });
    work();
    assertThat(results).isEqualTo(expected);
    assertThat(pipeline.statistics().crossCheckFailures()).isPositive();
    assertThat(choice.collapse()).startsWith("cross-check failed: ");
  }

  @Test
  void aStreamWhoseBytesAreGoneFailsAndLaterOnesGoToJdk() {
    HashingPipeline pipeline = pipeline(2);
    TestPublisher<Tracked> first = begun(pipeline);
    wrong.set(true);
    // The second to begin is checked, from its first byte on.
    TestPublisher<Tracked> second = begun(pipeline);
    second.complete();
    work();
    assertThat(results).containsExactly(digestOf(random(1_000, 1)));
    first.complete();
    work();
    assertThat(results).hasSize(2);
    assertThat(results.getLast()).isInstanceOf(CrossCheckException.class);
    begun(pipeline).complete();
    work();
    assertThat(results.getLast()).isEqualTo(digestOf(random(1_000, 1)));
    assertThat(pipeline.statistics().crossChecks()).isOne();
    assertThat(pipeline.statistics().crossCheckFailures()).isOne();
    assertThat(pipeline.statistics().openStreams()).isZero();
  }
}
