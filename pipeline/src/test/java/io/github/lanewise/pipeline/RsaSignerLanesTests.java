package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.SigningFixture.KEY;
import static io.github.lanewise.pipeline.SigningFixture.LIMIT;
import static io.github.lanewise.pipeline.SigningFixture.digest;
import static io.github.lanewise.pipeline.SigningFixture.expected;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.rsa.RsaCrt;
import io.github.lanewise.kernel.rsa.RsaEngineChoice;
import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.kernel.rsa.TestCrt;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Which signatures are put together in lanes, with workers that run when they are told to. */
class RsaSignerLanesTests {

  private final Queue<Integer> batches = new ConcurrentLinkedQueue<>();
  private final ManualScheduler first = new ManualScheduler();
  private final ManualScheduler second = new ManualScheduler();

  @Test
  void oneAloneIsNotPutInLanes() {
    RsaSigner signer = signer(8, 3);

    StepVerifier.create(signer.sign(digest(1)))
        .then(first::runAll)
        .expectNext(expected(1))
        .expectComplete()
        .verify(LIMIT);
    assertThat(batches).isEmpty();
  }

  @Test
  void whatWaitsIsPutTogetherUpToTheLanes() {
    RsaSigner signer = signer(8, 3);

    StepVerifier.create(signed(signer, 6))
        .then(first::runAll)
        .expectNext(all(6))
        .expectComplete()
        .verify(LIMIT);
    // Four signatures are eight halves; the two that are left are four, still more than three.
    assertThat(batches).containsExactly(8, 4);
  }

  @Test
  void tooFewForTheBreakEvenGoOneByOne() {
    RsaSigner signer = signer(8, 7);

    StepVerifier.create(signed(signer, 7))
        .then(first::runAll)
        .expectNext(all(7))
        .expectComplete()
        .verify(LIMIT);
    assertThat(batches).containsExactly(8); // three are six halves
  }

  @Test
  void bothWorkersFillLanes() {
    RsaSigner signer = signer(4, 2);

    StepVerifier.create(signed(signer, 4))
        .then(first::runOne)
        .then(() -> assertThat(batches).containsExactly(4))
        .then(second::runOne)
        .then(() -> assertThat(batches).containsExactly(4, 4))
        .expectNext(all(4))
        .expectComplete()
        .verify(LIMIT);
  }

  @Test
  void whatWasCancelledTakesNoLane() {
    RsaSigner signer = signer(8, 1);

    StepVerifier.create(signed(signer, 4)).thenCancel().verify(LIMIT);
    StepVerifier.create(signed(signer, 2))
        .then(first::runAll)
        .expectNext(all(2))
        .expectComplete()
        .verify(LIMIT);
    assertThat(batches).containsExactly(4);
  }

  @Test
  void anErrorInTheLanesReachesEverySubscriberAndTheNextOnesAreServed() {
    boolean[] failing = {true};
    RsaEngineChoice choice =
        TestCrt.lanes(
            4,
            1,
            count -> {
              if (failing[0]) {
                throw new ArithmeticException("lanes that fail");
              }
            });
    RsaSigner signer =
        SigningFixture.signer(RsaCrt.of(KEY), choice, first, second, Disposables.disposed());

    StepVerifier.create(
            Mono.zipDelayError(
                signer.sign(digest(1)).materialize(), signer.sign(digest(2)).materialize()))
        .then(first::runAll)
        .assertNext(
            both -> {
              assertThat(both.getT1().getThrowable()).hasMessage("lanes that fail");
              assertThat(both.getT2().getThrowable()).hasMessage("lanes that fail");
            })
        .expectComplete()
        .verify(LIMIT);

    failing[0] = false;
    StepVerifier.create(signed(signer, 2))
        .then(first::runAll)
        .expectNext(all(2))
        .expectComplete()
        .verify(LIMIT);
  }

  /** The workers' memory is given back, whether a worker runs, waits to run, or rests. */
  @Test
  void closedWithABatchScheduledNothingIsComputed() {
    RsaSigner signer = signer(4, 1);

    StepVerifier.create(signed(signer, 2))
        .then(signer::close)
        .expectErrorMessage("the signer must be open, it is closed")
        .verify(LIMIT);
    first.runAll();
    second.runAll();
    assertThat(batches).isEmpty();
  }

  /** Real threads, lanes and single halves mixed by chance. */
  @Test
  void manyThreadsSignThroughOneSigner() throws Exception {
    CyclicBarrier together = new CyclicBarrier(4);
    try (RsaSigner signer =
        SigningFixture.signer(RsaCrt.of(KEY), TestCrt.lanes(4, 3, batches::add))) {
      List<Thread> threads =
          IntStream.range(0, 4)
              .mapToObj(
                  thread ->
                      Thread.ofPlatform()
                          .start(
                              () -> {
                                await(together);
                                Flux.range(0, 50)
                                    .flatMap(
                                        i ->
                                            signer
                                                .sign(digest(i))
                                                .doOnNext(
                                                    signature ->
                                                        signatures.add(check(i, signature))),
                                        thread + 1)
                                    .blockLast(LIMIT);
                              }))
              .toList();
      for (Thread thread : threads) {
        assertThat(thread.join(LIMIT)).isTrue();
      }
    }
    assertThat(signatures).hasSize(200).containsOnly(true);
  }

  private final Queue<Boolean> signatures = new ConcurrentLinkedQueue<>();

  private static boolean check(int number, RsaSignature signature) {
    return signature.equals(expected(number));
  }

  private RsaSigner signer(int lanes, int breakEven) {
    RsaKey key = KEY;
    return SigningFixture.signer(
        RsaCrt.of(key),
        TestCrt.lanes(lanes, breakEven, batches::add),
        first,
        second,
        Disposables.disposed());
  }

  /** So many at once. */
  private static Mono<List<RsaSignature>> signed(RsaSigner signer, int count) {
    return Flux.range(0, count).flatMapSequential(i -> signer.sign(digest(i)), count).collectList();
  }

  private static List<RsaSignature> all(int count) {
    return IntStream.range(0, count).mapToObj(SigningFixture::expected).toList();
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
