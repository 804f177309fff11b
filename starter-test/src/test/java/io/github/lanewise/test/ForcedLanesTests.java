package io.github.lanewise.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.pipeline.HashingPipeline;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Flux;

/** A test that wants lanes on virtual time: nobody waits for others that cannot come. */
@LanewiseTest(properties = "lanewise.engine=vector-128")
@Import(ExampleApplication.Receipts.class)
class ForcedLanesTests {

  @Autowired private ExampleApplication.Receipts receipts;
  @Autowired private HashingPipeline pipeline;

  @Test
  void whatIsHashedInLanesIsThereWhenTheCallReturns() {
    List<String> received = new ArrayList<>();
    receipts.receipt(Flux.just("abc".getBytes(StandardCharsets.US_ASCII))).subscribe(received::add);
    assertThat(received)
        .containsExactly("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assertThat(pipeline.statistics().engines()).containsOnlyKeys("vector-128");
  }
}
