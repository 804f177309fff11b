package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.lanewise.kernel.VectorModule;
import io.github.lanewise.kernel.sha256.MultiBufferSha256.QuantumListener;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Finding, refusing and choosing. */
class Sha256EnginesTests {

  private final Sha256Engines engines = Sha256Engines.discover();

  @Test
  void jdkAndScalarAreAlwaysThere() {
    assertThat(engines.candidates())
        .extracting(Sha256Engines.Candidate::name)
        .containsExactlyElementsOf(Sha256Engines.NAMES);
    assertThat(engines.force("jdk").engine()).isEqualTo("jdk");
    assertThat(engines.force("scalar").engine()).isEqualTo("scalar");
  }

  @Test
  void withoutTheModuleEveryVectorEngineSaysHowToGetIt() {
    if (VectorModule.isPresent()) {
      assertThat(engines.force("vector-128").lanes()).isEqualTo(4);
      return;
    }
    for (String name : new String[] {"vector-128", "vector-256", "vector-512"}) {
      assertThatIllegalStateException()
          .isThrownBy(() -> engines.force(name))
          .withMessageContaining(name + " refused")
          .withMessageContaining("--add-modules jdk.incubator.vector");
    }
    assertThat(engines.calibrate().description())
        .startsWith("jdk: ")
        .contains("--add-modules jdk.incubator.vector");
  }

  @Test
  void noEngineIsWiderThanTheHardware() {
    for (Sha256Engines.Candidate candidate : engines.candidates()) {
      if (candidate.refusal() == null && candidate.name().startsWith("vector-")) {
        int bits = Integer.parseInt(candidate.name().substring("vector-".length()));
        assertThat(bits).isLessThanOrEqualTo(VectorEngine.widestBits());
      }
    }
  }

  @Test
  void anUnknownNameIsToldWithTheKnownOnes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> engines.force("sha-ni"))
        .withMessage(
            "engine must be one of [jdk, scalar, vector-128, vector-256, vector-512], was"
                + " 'sha-ni'");
  }

  @Test
  void anEngineThatGivesAWrongAnswerIsRefusedWithIt() {
    Sha256Engines.Candidate wrong = Sha256Engines.admit("wrong", BrokenEngine::new);
    assertThat(wrong.refusal())
        .startsWith("self-test failed: SHA-256 of 'abc' came out as ")
        .doesNotContain("ba7816bf");
    assertThat(wrong.toString()).startsWith("wrong refused: ");
  }

  @Test
  void anEngineThatCannotBeMadeIsRefusedWithTheCause() {
    Sha256Engines.Candidate missing =
        Sha256Engines.admit(
            "missing",
            () -> {
              throw new NoClassDefFoundError("jdk/incubator/vector/IntVector");
            });
    assertThat(missing.refusal()).contains("cannot be loaded").contains("IntVector");
  }

  @Test
  void calibrationChoosesLanesOnlyFromABreakEvenThatTheyCanReach() {
    EngineChoice choice = engines.calibrate();
    assertThat(choice.description()).startsWith(choice.engine() + ": ");
    if (choice.lanes() > 1) {
      assertThat(choice.breakEven()).isBetween(1, choice.lanes());
      assertThat(choice.description()).contains("× jdk");
    } else {
      assertThat(choice.engine()).isEqualTo("jdk");
    }
  }

  @Test
  void breakEvenIsTheFirstNumberOfMessagesThatTakesJdkLongerThanABatch() {
    BlockEngine sixteen = new BrokenEngine();
    // Twice the speed with 16 lanes full: a batch takes as long as 8 messages, so 9 pay.
    assertThat(new EngineCalibration.Result(sixteen, 2.0).breakEven()).isEqualTo(9);
    assertThat(new EngineCalibration.Result(sixteen, 1.02).pays()).isFalse();
    assertThat(new EngineCalibration.Result(sixteen, 1.04).pays()).isTrue();
    assertThat(new EngineCalibration.Result(sixteen, 20).breakEven()).isEqualTo(1);
  }

  @Test
  void streamsWithMessageDigestDoNotCountForTheBreakEven() {
    // Five that began alone and come again, and one that is new: six, but one for the lanes.
    List<String> ran = new ArrayList<>();
    QuantumListener listener =
        new QuantumListener() {
          @Override
          public void eaten(Sha256Stream stream) {}

          @Override
          public void ran(String engine, int used, int lanes, long bytes) {
            ran.add(engine);
          }
        };
    List<Sha256Stream> streams = new ArrayList<>();
    try (MultiBufferSha256 sha256 = EngineChoice.lanes(new BrokenEngine(), 6, "test").open()) {
      for (int i = 0; i < 6; i++) {
        Sha256Stream stream = new Sha256Stream();
        streams.add(stream);
        stream.segment(ByteBuffer.allocate(1000), false);
        sha256.enter(stream);
        if (i < 5) {
          sha256.advance(listener);
        }
      }
      streams
          .subList(0, 5)
          .forEach(
              stream -> {
                stream.segment(ByteBuffer.allocate(1000), false);
                sha256.enter(stream);
              });
      sha256.advance(listener);
    }
    assertThat(ran).hasSize(11).containsOnly("jdk");
  }

  /** Sixteen lanes that forget to add the working variables. */
  private static final class BrokenEngine implements BlockEngine {

    @Override
    public String name() {
      return "broken";
    }

    @Override
    public int lanes() {
      return 16;
    }

    @Override
    public Compressor open() {
      return new Compressor() {
        @Override
        public void put(int lane, int[] words) {}

        @Override
        public void take(int lane, int[] words) {}

        @Override
        public void compress(MemorySegment[] sources, long[] offsets, int blocks, boolean onHeap) {}

        @Override
        public void initialise() {}

        @Override
        public MemorySegment stage() {
          return MemorySegment.NULL;
        }

        @Override
        public long stageOffset(int lane) {
          return 0;
        }

        @Override
        public void compressStaged(int blocks) {}

        @Override
        public void digests(MemorySegment target, long offset, int count) {}

        @Override
        public void close() {}
      };
    }
  }
}
