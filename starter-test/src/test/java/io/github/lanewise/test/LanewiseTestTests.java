package io.github.lanewise.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaSigner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Flux;
import reactor.test.scheduler.VirtualTimeScheduler;

/** A test as a user would write it, with engine and deadline of its own. */
@LanewiseTest
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

  @Test
  void timePassesWhenTheTestSaysSo() {
    List<Long> ticks = new ArrayList<>();
    Flux.interval(Duration.ofHours(1), time).take(2).subscribe(ticks::add);
    assertThat(ticks).isEmpty();
    time.advanceTimeBy(Duration.ofHours(2));
    assertThat(ticks).containsExactly(0L, 1L);
  }

  @Test
  void aSignatureIsThereTooByAKeyThatNoFileHas() {
    Sha256Digest digest = digestOfNothing();
    assertThat(signer.sign(digest).block(Duration.ofSeconds(30))).isNotNull();
  }

  @Test
  void componentsOfTheApplicationStayOutUnlessTheyAreImported() {
    assertThat(context.getBeansOfType(NotForTheSlice.class)).isEmpty();
  }

  private Sha256Digest digestOfNothing() {
    List<Sha256Digest> digests = new ArrayList<>();
    Flux.<byte[]>empty().as(pipeline.digest(BufferAccess.byteArrays())).subscribe(digests::add);
    return digests.getFirst();
  }
}
