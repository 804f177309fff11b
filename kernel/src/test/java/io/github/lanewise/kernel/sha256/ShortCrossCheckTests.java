package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.MultiBufferSha256.ShortListener;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Lists of short messages, and an engine that hashes wrongly or has become slow. */
class ShortCrossCheckTests {

  private static final int LANES = 4;

  private int wrongFromRun = Integer.MAX_VALUE;
  private int runs;
  private long nanos;

  private final BlockEngine engine =
      new InventedEngine(LANES) {
        @Override
        void laidOut(MemorySegment target, long offset, int count) {
          if (++runs >= wrongFromRun) {
            for (int lane = 0; lane < count; lane++) {
              target.set(ValueLayout.JAVA_BYTE, offset + 32L * lane + 9, (byte) 77);
            }
          }
        }

        @Override
        void ran(int blocks) {
          nanos += 1_000_000L * blocks;
        }
      };

  private final EngineTrust trust = new EngineTrust();
  private final Recorder recorder = new Recorder();

  private static final class Recorder implements ShortListener {
    private final List<String> engines = new ArrayList<>();
    private final List<Boolean> checks = new ArrayList<>();

    @Override
    public void ran(String name, int messages, int lanes, long bytes) {
      engines.add(name);
    }

    @Override
    public void crossChecked(boolean agreed) {
      checks.add(agreed);
    }
  }

  private MultiBufferSha256 open(SpeedWatch watch, int crossCheckEvery) {
    return new MultiBufferSha256(EngineTable.only(engine), trust, watch, crossCheckEvery);
  }

  private void assertDigests(MultiBufferSha256 sha256, int count) {
    List<byte[]> messages = Messages.ofLengths(IntStream.range(100, 100 + count));
    byte[] digests = new byte[count * Sha256Digest.BYTES];
    sha256.digestShort(messages.stream().map(ByteBuffer::wrap).toList(), digests, recorder);
    assertThat(
            IntStream.range(0, count)
                .mapToObj(i -> Sha256Digest.of(digests, i * Sha256Digest.BYTES))
                .toList())
        .isEqualTo(Messages.jdkDigests(messages));
  }

  @Test
  void oneInSoManyIsChecked() {
    try (MultiBufferSha256 sha256 = open(SpeedWatch.blind(), 5)) {
      assertDigests(sha256, 2 * LANES);
      assertDigests(sha256, LANES);
      assertDigests(sha256, LANES);
    }
    assertThat(recorder.checks).containsExactly(true, true, true);
    assertThat(trust.betrayal()).isNull();
  }

  @Test
  void eachIsCheckedWhereEachIsToBe() {
    try (MultiBufferSha256 sha256 = open(SpeedWatch.blind(), 1)) {
      assertDigests(sha256, 3 * LANES);
    }
    assertThat(recorder.checks).hasSize(3 * LANES).containsOnly(true);
  }

  @Test
  void nothingOfACallThatWasFoundWrongIsReleased() {
    wrongFromRun = 3;
    try (MultiBufferSha256 sha256 = open(SpeedWatch.blind(), LANES)) {
      // Unequal numbers of blocks make more than one run of a group.
      assertDigests(sha256, 6 * LANES);
      assertThat(recorder.checks).endsWith(false);
      assertThat(trust.betrayal()).contains("cross-check failed");
      recorder.engines.clear();
      assertDigests(sha256, LANES);
      assertThat(recorder.engines).containsOnly("jdk");
    }
  }

  @Test
  void withoutTheOptionNothingIsChecked() {
    try (MultiBufferSha256 sha256 = open(SpeedWatch.blind(), 0)) {
      assertDigests(sha256, 3 * LANES);
    }
    assertThat(recorder.checks).isEmpty();
  }

  @Test
  void anEngineThatHasBecomeSlowIsNoticedAndLeft() {
    SpeedWatch watch = new SpeedWatch(Map.of(engine.name(), 1_000.0), () -> nanos);
    try (MultiBufferSha256 sha256 = open(watch, 0)) {
      for (int i = 0; watch.collapse() == null; i++) {
        assertThat(i).isLessThan(2_000);
        assertDigests(sha256, LANES);
      }
      recorder.engines.clear();
      assertDigests(sha256, LANES);
      assertThat(recorder.engines).containsOnly("jdk");
    }
  }
}
