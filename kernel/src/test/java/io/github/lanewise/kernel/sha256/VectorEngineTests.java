package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.sun.management.ThreadMXBean;
import io.github.lanewise.kernel.VectorModule;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is particular to vectors. */
@EnabledIf("modulePresent")
class VectorEngineTests {

  static boolean modulePresent() {
    return VectorModule.isPresent();
  }

  @Test
  void sixteenLanesAreRightEvenWhereTheyAreEmulated() {
    // The 512-bit kernel in plain Java where the hardware is narrower: very slow, never offered.
    List<byte[]> messages =
        Messages.ofLengths(
            IntStream.concat(
                IntStream.rangeClosed(50, 70), IntStream.of(0, 119, 128, 1100, 2000, 700, 4100)));
    EngineChoice choice = EngineChoice.lanes(new VectorEngine(512), 1, "test");
    assertThat(choice.lanes()).isEqualTo(16);
    try (MultiBufferSha256 sha256 = choice.open()) {
      assertThat(sha256.digest(messages.stream().map(ByteBuffer::wrap).toList()))
          .isEqualTo(Messages.jdkDigests(messages));
    }
  }

  @Test
  void tooManyOpenAtOnceAreRefused() {
    VectorEngine engine = new VectorEngine(128);
    List<BlockEngine.Compressor> open = new ArrayList<>();
    for (int i = 0; i < VectorLayout.SLOTS; i++) {
      open.add(engine.open());
    }
    assertThatIllegalStateException()
        .isThrownBy(engine::open)
        .withMessage("at most 128 users of vector-128 can be open at once; close one");
    open.getFirst().close();
    open.getFirst().close();
    engine.open().close();
  }

  @Test
  void nothingOfAMessageStaysInWorkingMemory() {
    VectorEngine engine = new VectorEngine(128);
    MemorySegment block = MemorySegment.ofArray(Messages.random(64, 5));
    MemorySegment[] sources = {block, block, block, block};
    try (BlockEngine.Compressor compressor = engine.open()) {
      compressor.compress(sources, new long[4], 1, true);
    }
    int[] words = new int[8];
    try (BlockEngine.Compressor next = engine.open()) {
      for (int lane = 0; lane < 4; lane++) {
        next.take(lane, words);
        assertThat(words).containsOnly(0);
      }
    }
  }

  /**
   * A vector that is boxed is an allocation: so none means that the compiler kept them all in
   * registers. How long it takes to get there is not asserted, only that it does.
   */
  @Tag("compiled")
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void allocatesNothingInSteadyState(boolean onHeap) {
    VectorEngine engine = new VectorEngine(VectorEngine.widestBits());
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (Arena arena = Arena.ofConfined();
        MultiBufferSha256 sha256 = EngineChoice.lanes(engine, 1, "test").open()) {
      List<Sha256Stream> streams = new ArrayList<>();
      List<MemorySegment> segments = new ArrayList<>();
      for (int i = 0; i < engine.lanes(); i++) {
        byte[] message = Messages.random(8192, i);
        segments.add(
            onHeap
                ? MemorySegment.ofArray(message)
                : arena.allocate(message.length, 64).copyFrom(MemorySegment.ofArray(message)));
        streams.add(Sha256Stream.exportable());
      }
      long allocated = Long.MAX_VALUE;
      for (int round = 0; round < 400 && allocated > 0; round++) {
        allocated = 0;
        for (int batch = 0; batch < 100; batch++) {
          for (int i = 0; i < engine.lanes(); i++) {
            streams.get(i).segment(segments.get(i), false);
            sha256.enter(streams.get(i));
          }
          long before = threads.getCurrentThreadAllocatedBytes();
          while (sha256.occupied() > 0) {
            sha256.advance(LISTENER);
          }
          allocated += threads.getCurrentThreadAllocatedBytes() - before;
        }
      }
      assertThat(allocated).as("bytes allocated in the last 100 batches").isZero();
    }
  }

  private static final MultiBufferSha256.QuantumListener LISTENER =
      new MultiBufferSha256.QuantumListener() {
        @Override
        public void eaten(Sha256Stream stream) {}

        @Override
        public void ran(String engine, int used, int lanes, long bytes) {}
      };
}
