package io.github.lanewise.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.test.ExampleApplication.Receipts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import reactor.core.publisher.Flux;

/* What docs/operations.md shows begins here. */
@LanewiseTest
@Import(Receipts.class)
class ReceiptsTests {

  @Autowired private Receipts receipts;

  @Test
  void aReceiptHasTheAddress() {
    byte[] body = "abc".getBytes(StandardCharsets.US_ASCII);
    List<String> received = new ArrayList<>();
    receipts.receipt(Flux.just(body)).subscribe(received::add); // hashed when this returns
    assertThat(received)
        .containsExactly("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }
}
