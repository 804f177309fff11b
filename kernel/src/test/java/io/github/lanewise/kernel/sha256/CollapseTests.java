package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.EngineTable.Step;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An engine that becomes slow, on a clock that the test moves. */
class CollapseTests {

  private static final long NANOS_PER_BLOCK = 1_000;

  /** How many runs are judged together. */
  private static final int SAMPLES = SpeedWindow.SAMPLES;

  private long now;
  private double slowdown = 1;

  private final BlockEngine engine =
      new InventedEngine(4) {
        @Override
        void ran(int blocks) {
          now += (long) (slowdown * NANOS_PER_BLOCK * blocks);
        }
      };

  private final EngineTable table =
      new EngineTable(List.of(new Step(new JdkEngine(), 1), new Step(engine, 2)), List.of());
  private final SpeedWatch watch =
      new SpeedWatch(Map.of(engine.name(), (double) NANOS_PER_BLOCK), () -> now);

  private MultiBufferSha256 open() {
    return new MultiBufferSha256(table, new EngineTrust(), watch, 0);
  }

  /** Four messages of 16 blocks with their padding: one run, which is long enough to be timed. */
  private static void run(MultiBufferSha256 sha256, int times) {
    for (int i = 0; i < times; i++) {
      sha256.digest(List.of(message(1_000), message(1_000), message(1_000), message(1_000)));
    }
  }

  private static ByteBuffer message(int bytes) {
    return ByteBuffer.wrap(Messages.random(bytes, bytes));
  }

  private static List<Sha256Stream> begun(MultiBufferSha256 sha256, int count) {
    List<Sha256Stream> streams = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Sha256Stream stream = new Sha256Stream();
      stream.segment(message(1_000), false);
      streams.add(stream);
    }
    sha256.advanceAll(streams);
    return streams;
  }

  @Test
  void aMeasuredSpeedIsNoCollapseAndNeitherIsHalfOfIt() {
    try (MultiBufferSha256 sha256 = open()) {
      for (double each : new double[] {1, 2, 3.9}) {
        slowdown = each;
        run(sha256, 3 * SAMPLES);
        assertThat(watch.collapse()).isNull();
      }
    }
  }

  @Test
  void whenEvenTheFastestOfManyRunsIsFarTooSlowMessagesThatBeginGoToJdk() {
    try (MultiBufferSha256 sha256 = open()) {
      List<Sha256Stream> early = begun(sha256, 4);
      slowdown = 50;
      run(sha256, SAMPLES);
      assertThat(watch.collapse())
          .startsWith("invented-4 became ")
          .endsWith(" times slower than it was measured to be");
      assertThat(begun(sha256, 4)).allMatch(Sha256Stream::isBoundToMessageDigest);
      // Those that began in lanes are not lost: their words go to scalar.
      long before = now;
      for (Sha256Stream stream : early) {
        stream.segment(message(777), true);
      }
      sha256.advanceAll(early);
      assertThat(now).isEqualTo(before);
      byte[] whole = new byte[1_777];
      message(1_000).get(whole, 0, 1_000);
      message(777).get(whole, 1_000, 777);
      assertThat(early.stream().map(Sha256Stream::digest)).containsOnly(Messages.jdkDigest(whole));
    }
  }

  @Test
  void whoIsInterruptedOftenButNotAlwaysHasNotCollapsed() {
    try (MultiBufferSha256 sha256 = open()) {
      for (int i = 0; i < 10 * SAMPLES; i++) {
        slowdown = i % SAMPLES == 7 ? 1 : 1_000;
        run(sha256, 1);
      }
    }
    assertThat(watch.collapse()).isNull();
  }

  @Test
  void shortRunsAreTimedNowAndThen() {
    slowdown = 50;
    try (MultiBufferSha256 sha256 = open()) {
      for (int i = 0; i < 7 * SAMPLES; i++) {
        sha256.digest(List.of(message(200), message(200)));
      }
      assertThat(watch.collapse()).isNull();
      for (int i = 0; i < SAMPLES; i++) {
        sha256.digest(List.of(message(200), message(200)));
      }
      assertThat(watch.collapse()).isNotNull();
    }
  }

  @Test
  void allThatAreOpenOfOneChoiceHearOfIt() {
    try (MultiBufferSha256 one = open();
        MultiBufferSha256 other = open()) {
      slowdown = 50;
      run(one, SAMPLES);
      assertThat(begun(other, 4)).allMatch(Sha256Stream::isBoundToMessageDigest);
    }
  }

  @Test
  void anEngineThatWasNotMeasuredIsNotWatched() {
    slowdown = 1_000;
    SpeedWatch blind = SpeedWatch.blind();
    try (MultiBufferSha256 sha256 = new MultiBufferSha256(table, new EngineTrust(), blind, 0)) {
      run(sha256, 2 * SAMPLES);
    }
    assertThat(blind.collapse()).isNull();
  }
}
