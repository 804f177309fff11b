package io.github.lanewise.kernel.sha256;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** Choices of engines that do what no engine should. */
public final class TestEngines {

  private static final int LANES = 4;

  private TestEngines() {}

  /** Four lanes that hash wrongly from when they are told to. */
  public static EngineChoice wrongFrom(AtomicBoolean wrong) {
    return EngineChoice.only(new Engine(wrong), "test");
  }

  /** Four lanes that were measured to be far faster than they are. */
  public static EngineChoice slow() {
    EngineTable table = EngineTable.only(new Engine(new AtomicBoolean()));
    return new EngineChoice(
        null,
        table,
        FixedLengthTable.of(table),
        new EngineTrust(),
        new SpeedWatch(Map.of("test", 1e-9), System::nanoTime),
        "test",
        CalibrationReport.unmeasured(List.of(), table));
  }

  private record Engine(AtomicBoolean wrong) implements BlockEngine {

    @Override
    public String name() {
      return "test";
    }

    @Override
    public int lanes() {
      return LANES;
    }

    @Override
    public Compressor open() {
      Compressor scalar = new ScalarEngine().open(LANES);
      return new Compressor() {
        @Override
        public void put(int lane, int[] words) {
          scalar.put(lane, words);
        }

        @Override
        public void take(int lane, int[] words) {
          scalar.take(lane, words);
          words[0] ^= wrong.get() ? 1 : 0;
        }

        @Override
        public void compress(MemorySegment[] sources, long[] offsets, int blocks, boolean onHeap) {
          scalar.compress(sources, offsets, blocks, onHeap);
        }

        @Override
        public void initialise() {
          scalar.initialise();
        }

        @Override
        public MemorySegment stage() {
          return scalar.stage();
        }

        @Override
        public long stageOffset(int lane) {
          return scalar.stageOffset(lane);
        }

        @Override
        public void compressStaged(int first, int blocks) {
          scalar.compressStaged(first, blocks);
        }

        @Override
        public void digests(MemorySegment target, long offset, int count) {
          scalar.digests(target, offset, count);
          if (wrong.get()) {
            target.set(
                ValueLayout.JAVA_BYTE, offset, (byte) ~target.get(ValueLayout.JAVA_BYTE, offset));
          }
        }

        @Override
        public void close() {
          scalar.close();
        }
      };
    }
  }
}
