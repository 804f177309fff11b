package io.github.lanewise.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashedRecord;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaSigner;
import io.github.lanewise.pipeline.SignedWindow;
import io.github.lanewise.pipeline.WindowPolicy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;

/** A test as a user would write it, with engine and deadline of its own. */
@LanewiseTest(properties = {"lanewise.engine=vector-128", "lanewise.max-wait=5ms"})
@Import(ExampleApplication.Receipts.class)
class LanewiseTestTests {

  private static final String ADDRESS_OF_ABC =
      "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @Autowired private ExampleApplication.Receipts receipts;
  @Autowired private HashingPipeline pipeline;
  @Autowired private RsaSigner signer;
  @Autowired private VirtualTimeScheduler time;
  @Autowired private ApplicationContext context;

  @Test
  void whatIsHashedIsThereWhenTheCallReturns() {
    List<String> received = new ArrayList<>();
    receipts.receipt(Flux.just("abc".getBytes(StandardCharsets.US_ASCII))).subscribe(received::add);
    assertThat(received).containsExactly(ADDRESS_OF_ABC);
  }

  /** Two streams are open and one has bytes: its batch waits for the other until max-wait. */
  @Test
  void aBatchWaitsUntilTheTestAdvancesTime() {
    Sinks.Many<byte[]> silent = Sinks.many().unicast().onBackpressureBuffer();
    silent.asFlux().as(pipeline.digest(BufferAccess.byteArrays())).subscribe();
    List<String> received = new ArrayList<>();
    receipts.receipt(Flux.just("abc".getBytes(StandardCharsets.US_ASCII))).subscribe(received::add);
    assertThat(received).isEmpty();

    time.advanceTimeBy(Duration.ofMillis(4));
    assertThat(received).isEmpty();
    time.advanceTimeBy(Duration.ofMillis(1));
    assertThat(received).containsExactly(ADDRESS_OF_ABC);
    silent.tryEmitComplete();
  }

  @Test
  void aSignatureIsThereTooByAKeyThatNoFileHas() {
    Sha256Digest digest = digestOfNothing();
    assertThat(signer.sign(digest).block()).isNotNull();
  }

  @Test
  void aWindowEndsWhenTheTestSaysSo() {
    List<SignedWindow> windows = new ArrayList<>();
    Flux.just(new HashedRecord(digestOfNothing(), 0))
        .concatWith(Mono.never())
        .transform(signer.windows(WindowPolicy.defaults().maxWait(Duration.ofHours(1))))
        .subscribe(windows::add);
    time.advanceTimeBy(Duration.ofMinutes(59));
    assertThat(windows).isEmpty();
    time.advanceTimeBy(Duration.ofMinutes(1));
    assertThat(windows).hasSize(1);
  }

  @Test
  void componentsOfTheApplicationStayOutUnlessTheyAreImported() {
    assertThat(context.getBeansOfType(ExampleApplication.NotForTheSlice.class)).isEmpty();
  }

  private Sha256Digest digestOfNothing() {
    List<Sha256Digest> digests = new ArrayList<>();
    Flux.<byte[]>empty().as(pipeline.digest(BufferAccess.byteArrays())).subscribe(digests::add);
    return digests.getFirst();
  }
}
