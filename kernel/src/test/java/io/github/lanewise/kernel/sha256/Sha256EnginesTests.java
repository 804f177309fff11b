package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.lanewise.kernel.VectorModule;
import io.github.lanewise.kernel.sha256.MultiBufferSha256.QuantumListener;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Finding, refusing and choosing. */
class Sha256EnginesTests {

  private static final int VECTOR_128 = Sha256Engines.NAMES.indexOf("vector-128");

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
        .startsWith("jdk")
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
            "engine must be one of [jdk, jdk-pairs, scalar, vector-128, vector-256, vector-512], was"
                + " 'sha-ni'");
  }

  @Test
  void anEngineThatGivesAWrongAnswerIsRefusedWithIt() {
    Sha256Engines.Candidate wrong = Sha256Engines.admit("wrong", BrokenEngine::new);
    assertThat(wrong.refusal())
        .startsWith("self-test failed: SHA-256 of 'abc' came out as ")
        .doesNotContain("ba7816bf");
    assertThat(wrong.toString()).startsWith("wrong refused: ");
    assertThat(wrong.failedSelfTest()).isTrue();
    assertThat(Sha256Engines.discover().candidates())
        .noneMatch(Sha256Engines.Candidate::failedSelfTest);
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
  void anEngineThatFailsItsSelfTestIsRefusedFromTheReportToTheUse() {
    Sha256Engines withBroken =
        new Sha256Engines(
            List.of(
                Sha256Engines.admit("jdk", JdkEngine::new),
                Sha256Engines.admit("scalar", () -> Sha256Engines.SCALAR),
                Sha256Engines.admit("broken", BrokenEngine::new)));
    assertThatIllegalStateException()
        .isThrownBy(() -> withBroken.force("broken"))
        .withMessageStartingWith("engine broken refused: self-test failed: SHA-256 of 'abc'");
    assertThatIllegalStateException()
        .isThrownBy(() -> withBroken.choose("jdk:1,broken:5"))
        .withMessageStartingWith("engine broken refused: self-test failed: SHA-256 of 'abc'");
    EngineChoice choice = withBroken.calibrate();
    assertThat(choice.table()).isEqualTo("jdk:1");
    assertThat(choice.report().rows().getLast().verdict())
        .startsWith("refused: self-test failed: SHA-256 of 'abc' came out as ");
    assertThat(choice.report().toString()).contains("broken      refused: self-test failed: ");
  }

  @Test
  void aPinnedTableIsUsedAsItIs() {
    assertThat(engines.choose("jdk:1").table()).isEqualTo("jdk:1");
    assertThat(engines.choose("scalar:1").engine()).isEqualTo("scalar");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> engines.choose("jdk:1,sha-ni:4"))
        .withMessage(
            "engine must be one of [jdk, jdk-pairs, scalar, vector-128, vector-256, vector-512], was 'sha-ni'");
    if (engines.candidates().get(VECTOR_128).refusal() == null) {
      EngineChoice choice = engines.choose("jdk:1,vector-128:3");
      assertThat(choice.lanes()).isEqualTo(4);
      assertThat(choice.breakEven()).isEqualTo(3);
      assertThat(choice.description()).isEqualTo("vector-128: pinned to jdk:1,vector-128:3");
      assertThat(choice.report().table()).isEqualTo("jdk:1,vector-128:3");
      assertThat(choice.report().rows().get(VECTOR_128).verdict())
          .isEqualTo("used from 3 messages on, not measured");
    } else {
      assertThatIllegalStateException()
          .isThrownBy(() -> engines.choose("jdk:1,vector-128:3"))
          .withMessageStartingWith("engine vector-128 refused: ");
    }
  }

  @Tag("compiled")
  @Test
  void aPinnedTableThatWasWarmedUpHasFiguresAndIsWatched() {
    String pinned = VectorModule.isPresent() ? "jdk:1,vector-128:3" : "jdk:1";
    EngineChoice choice = engines.choose(pinned).warmedUp();
    assertThat(choice.table()).isEqualTo(pinned);
    assertThat(choice.collapse()).isNull();
    if (VectorModule.isPresent()) {
      assertThat(choice.report().rows().get(VECTOR_128).loads())
          .extracting(CalibrationReport.Load::messages)
          .containsExactly(1, 2, 4);
      assertThat(choice.report().rows().get(VECTOR_128).gigabytesPerSecond()).isPositive();
    }
    try (MultiBufferSha256 sha256 = choice.open()) {
      assertThat(sha256.digest(List.of(ByteBuffer.allocate(3))))
          .containsExactly(Messages.jdkDigest(new byte[3]));
    }
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
    assertThat(choice.report().table()).isEqualTo(choice.table());
    assertThat(choice.report().rows())
        .extracting(CalibrationReport.Row::engine)
        .containsExactlyElementsOf(Sha256Engines.NAMES);
    for (CalibrationReport.Row row : choice.report().rows()) {
      assertThat(row.verdict()).isNotBlank();
      for (CalibrationReport.Load load : row.loads()) {
        assertThat(load.ratio()).isBetween(load.low(), load.high());
      }
    }
    assertThat(choice.report().fixedLengths())
        .contains("longer: " + (choice.usesLanes() ? choice.engine() : "jdk"));
    assertThat(choice.report().toString()).contains(choice.report().fixedLengths());
    byte[] messages = new byte[100 * 33];
    byte[] digests = new byte[100 * Sha256Digest.BYTES];
    try (FixedLengthSha256 sha256 = choice.openFixed(33)) {
      sha256.digest(MemorySegment.ofArray(messages), 0, 33, 100, MemorySegment.ofArray(digests), 0);
    }
    for (int i = 0; i < 100; i++) {
      assertThat(Arrays.copyOfRange(digests, i * 32, (i + 1) * 32))
          .isEqualTo(Messages.jdkDigest(new byte[33]).toByteArray());
    }
    // What it prints can be pinned.
    assertThat(engines.choose(choice.table()).table()).isEqualTo(choice.table());
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
        public void compressStaged(int first, int blocks) {}

        @Override
        public void digests(MemorySegment target, long offset, int count) {}

        @Override
        public void close() {}
      };
    }
  }
}
