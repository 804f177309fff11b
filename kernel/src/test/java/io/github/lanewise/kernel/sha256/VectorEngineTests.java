package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.lanewise.kernel.VectorModule;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** What is particular to vectors. */
@EnabledIf("modulePresent")
class VectorEngineTests {

  static boolean modulePresent() {
    return VectorModule.isPresent();
  }

  @Test
  void whenAllWorkingMemoryIsTakenFurtherOnesWorkWithJdk() {
    VectorEngine engine = new VectorEngine(128);
    EngineChoice choice = EngineChoice.lanes(engine, 1, "test");
    List<MultiBufferSha256> open = new ArrayList<>();
    for (int i = 0; i < VectorLayout.SLOTS; i++) {
      open.add(choice.open());
      assertThat(open.getLast().lanes()).isEqualTo(4);
    }
    byte[] message = Messages.random(5_000, 1);
    try (MultiBufferSha256 without = choice.open()) {
      assertThat(without.lanes()).isEqualTo(1);
      assertThat(without.digest(List.of(ByteBuffer.wrap(message))))
          .containsExactly(Messages.jdkDigest(message));
    }
    open.getFirst().close();
    open.getFirst().close();
    try (MultiBufferSha256 again = choice.open();
        MultiBufferSha256 without = choice.open()) {
      assertThat(again.lanes()).isEqualTo(4);
      assertThat(without.lanes()).isEqualTo(1);
    }
    open.forEach(MultiBufferSha256::close);
  }

  @Test
  void nothingOfAMessageStaysInWorkingMemory() {
    VectorEngine engine = new VectorEngine(128);
    MemorySegment block = MemorySegment.ofArray(Messages.random(64, 5));
    MemorySegment[] sources = {block, block, block, block};
    try (BlockEngine.Compressor compressor = Objects.requireNonNull(engine.open())) {
      compressor.compress(sources, new long[4], 1, true);
    }
    int[] words = new int[8];
    try (BlockEngine.Compressor next = Objects.requireNonNull(engine.open())) {
      for (int lane = 0; lane < 4; lane++) {
        assertThat(next.stage().asSlice(next.stageOffset(lane), 64).toArray(ValueLayout.JAVA_BYTE))
            .containsOnly(0);
      }
      for (int lane = 0; lane < 4; lane++) {
        next.take(lane, words);
        assertThat(words).containsOnly(0);
      }
    }
  }

  /**
   * A vector that is boxed is an allocation: so none means that the compiler kept them all in
   * registers. How long it takes to get there is not asserted, only that it does.
   *
   * <p>One width after the other in one JVM, as calibration runs them: what the compiler learns of
   * the vector library from the first must not spoil the next.
   */
  @Tag("compiled")
  @Test
  void noWidthAllocatesInSteadyState() {
    for (int bits = 128; bits <= VectorEngine.widestBits(); bits *= 2) {
      VectorEngine engine = new VectorEngine(bits);
      for (boolean onHeap : new boolean[] {true, false}) {
        assertThat(SteadyState.streamsAllocate(EngineChoice.lanes(engine, 1, "test"), onHeap))
            .as("bytes in the end, %d bits, on the heap: %s", bits, onHeap)
            .isZero();
      }
    }
  }

  @Tag("compiled")
  @Test
  void messagesOfOneLengthAllocateNothingInSteadyState() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    EngineChoice choice =
        EngineChoice.lanes(new VectorEngine(VectorEngine.widestBits()), 1, "test");
    MemorySegment records = MemorySegment.ofArray(Messages.random(32 * 1000, 1));
    MemorySegment digests = MemorySegment.ofArray(new byte[32 * 1000]);
    try (FixedLengthSha256 sha256 = choice.openFixed(32)) {
      long allocated = Long.MAX_VALUE;
      for (int round = 0; round < 4000 && allocated > 0; round++) {
        long before = threads.getCurrentThreadAllocatedBytes();
        sha256.digest(records, 0, 32, 1000, digests, 0);
        allocated = threads.getCurrentThreadAllocatedBytes() - before;
      }
      assertThat(allocated).as("bytes in the last 1000 records").isZero();
    }
  }
}
