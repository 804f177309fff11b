package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.Payloads.digestOf;
import static io.github.lanewise.pipeline.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** Which worker a stream gets. */
class WorkerAssignmentTests {

  private final List<ManualScheduler> workers =
      List.of(new ManualScheduler(), new ManualScheduler(), new ManualScheduler());
  private final HashingPipeline pipeline =
      HashingPipeline.builder().engine("jdk").schedulers(List.copyOf(workers)).build();
  private final List<Sha256Digest> digests = new ArrayList<>();

  private void begin(Flux<ByteBuffer> bytes) {
    bytes.as(pipeline.digest(BufferAccess.byteBuffers())).subscribe(digests::add);
  }

  private void beginOne() {
    begin(Flux.just(ByteBuffer.wrap(random(100, 1))));
  }

  /** Which of them have something to do. */
  private List<Integer> busy() {
    List<Integer> busy = new ArrayList<>();
    for (int i = 0; i < workers.size(); i++) {
      if (workers.get(i).hasWork()) {
        busy.add(i);
      }
    }
    return busy;
  }

  private void work() {
    workers.forEach(ManualScheduler::runAll);
  }

  @Test
  void streamsThatComeOneAfterTheOtherStayWithOneWorker() {
    beginOne();
    List<Integer> first = busy();
    work();
    for (int i = 0; i < 10; i++) {
      beginOne();
      assertThat(busy()).isEqualTo(first).hasSize(1);
      work();
    }
    assertThat(digests).hasSize(11).containsOnly(digestOf(random(100, 1)));
  }

  @Test
  void streamsThatComeTogetherAreSpread() {
    beginOne();
    work();
    for (int i = 0; i < 4; i++) {
      beginOne();
    }
    assertThat(busy()).hasSize(3);
    work();
    assertThat(digests).hasSize(5);
  }

  @Test
  void whoHasAStreamOpenIsNotTheNext() {
    begin(Flux.never());
    List<Integer> first = busy();
    work();
    for (int i = 0; i < 4; i++) {
      beginOne();
      assertThat(busy()).hasSize(1).isNotEqualTo(first);
      work();
    }
    assertThat(digests).hasSize(4);
  }
}
