package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.lanewise.kernel.sha256.MultiBufferSha256.QuantumListener;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An engine that begins to hash wrongly, and the messages that are in it then. */
class CrossCheckTests {

  private boolean wrong;

  private final BlockEngine engine =
      new InventedEngine(4) {
        @Override
        void taken(int lane, int[] words) {
          words[3] ^= wrong ? 1 << 17 : 0;
        }
      };

  private final EngineTrust trust = new EngineTrust();
  private final Recorder recorder = new Recorder();

  private static final class Recorder implements QuantumListener {
    private final List<Sha256Stream> eaten = new ArrayList<>();
    private final List<Boolean> checks = new ArrayList<>();

    @Override
    public void eaten(Sha256Stream stream) {
      eaten.add(stream);
    }

    @Override
    public void ran(String name, int used, int lanes, long bytes) {}

    @Override
    public void crossChecked(Sha256Stream stream, boolean agreed) {
      checks.add(agreed);
    }
  }

  private MultiBufferSha256 open(int crossCheckEvery) {
    return new MultiBufferSha256(
        EngineTable.only(engine), trust, SpeedWatch.blind(), crossCheckEvery);
  }

  private static Sha256Stream stream(byte[] message, boolean last) {
    Sha256Stream stream = new Sha256Stream();
    stream.segment(ByteBuffer.wrap(message), last);
    return stream;
  }

  @Test
  void oneInSoManyThatBeginInLanesIsChecked() {
    try (MultiBufferSha256 sha256 = open(5)) {
      for (int i = 0; i < 23; i++) {
        byte[] message = Messages.random(100 * i, i);
        Sha256Stream stream = stream(message, true);
        sha256.advanceAll(List.of(stream), recorder);
        assertThat(stream.digest()).isEqualTo(Messages.jdkDigest(message));
      }
    }
    assertThat(recorder.checks).containsExactly(true, true, true, true);
    assertThat(trust.betrayal()).isNull();
  }

  @Test
  void withoutTheOptionNothingIsChecked() {
    wrong = true;
    try (MultiBufferSha256 sha256 = open(0)) {
      sha256.advanceAll(List.of(stream(new byte[100], true)), recorder);
    }
    assertThat(recorder.checks).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EngineChoice.only(engine, "test").open(-1))
        .withMessage("cross-check-every must not be negative, was -1");
  }

  @Test
  void aStreamIsCheckedFromItsFirstByteToItsLast() {
    byte[] message = Messages.random(300_000, 9);
    try (MultiBufferSha256 sha256 = open(1)) {
      Sha256Stream stream = new Sha256Stream();
      for (int at = 0; at < message.length; at += 75_000) {
        stream.segment(ByteBuffer.wrap(message, at, 75_000), at + 75_000 == message.length);
        sha256.advanceAll(List.of(stream), recorder);
      }
      assertThat(stream.digest()).isEqualTo(Messages.jdkDigest(message));
    }
    assertThat(recorder.checks).containsExactly(true);
  }

  @Test
  void aMessageThatCameOutWrongGetsTheDigestByJdk() {
    wrong = true;
    byte[] message = Messages.random(10_000, 1);
    try (MultiBufferSha256 sha256 = open(1)) {
      Sha256Stream stream = stream(message, true);
      sha256.advanceAll(List.of(stream), recorder);
      assertThat(stream.digest()).isEqualTo(Messages.jdkDigest(message));
      assertThat(recorder.checks).containsExactly(false);
      assertThat(trust.betrayal())
          .isEqualTo(
              "cross-check failed: a message of 10000 bytes has another digest in lanes than with"
                  + " jdk");
      // And lanes are not used any more, here or where one is opened later.
      Sha256Stream next = stream(message, true);
      sha256.advanceAll(List.of(next));
      assertThat(next.isBoundToMessageDigest()).isTrue();
    }
    try (MultiBufferSha256 later = open(0)) {
      assertThat(later.lanes()).isEqualTo(1);
      assertThat(later.digest(List.of(ByteBuffer.wrap(message))))
          .containsExactly(Messages.jdkDigest(message));
    }
  }

  @Test
  void wholeMessagesInLanesAreHashedAnewByJdk() {
    byte[] small = Messages.random(100, 1);
    byte[] large = Messages.random(500_000, 2);
    try (MultiBufferSha256 sha256 = open(3)) {
      List<Sha256Stream> streams =
          List.of(
              stream(large, true), stream(large, false), stream(small, true), stream(large, true));
      streams.forEach(sha256::enter);
      wrong = true;
      // The third is checked, found wrong, and the others are in the middle.
      while (sha256.occupied() > 0) {
        sha256.advance(recorder);
      }
      assertThat(recorder.checks).containsExactly(false);
      assertThat(streams.get(0).digest()).isEqualTo(Messages.jdkDigest(large));
      assertThat(streams.get(2).digest()).isEqualTo(Messages.jdkDigest(small));
      assertThat(streams.get(3).digest()).isEqualTo(Messages.jdkDigest(large));
      // All its bytes were there, so it goes on with jdk.
      streams.get(1).segment(ByteBuffer.wrap(small), true);
      sha256.advanceAll(List.of(streams.get(1)));
      byte[] both = new byte[large.length + small.length];
      System.arraycopy(large, 0, both, 0, large.length);
      System.arraycopy(small, 0, both, large.length, small.length);
      assertThat(streams.get(1).digest()).isEqualTo(Messages.jdkDigest(both));
    }
  }

  @Test
  void streamsWhoseSegmentsAreGoneEndInAClearException() {
    byte[] part = Messages.random(500_000, 1);
    try (MultiBufferSha256 sha256 = open(4)) {
      Sha256Stream inLanes = stream(part, false);
      Sha256Stream between = stream(part, false);
      Sha256Stream finished = stream(part, true);
      sha256.advanceAll(List.of(inLanes, between, finished));
      inLanes.segment(ByteBuffer.wrap(part), true);
      sha256.enter(inLanes);
      sha256.enter(stream(new byte[70], true));
      wrong = true;
      while (sha256.occupied() > 0) {
        sha256.advance(recorder);
      }
      assertThat(recorder.checks).containsExactly(false);
      assertThat(recorder.eaten).contains(inLanes);
      assertThatExceptionOfType(CrossCheckException.class)
          .isThrownBy(inLanes::digest)
          .withMessageContaining("the digest is not released")
          .withMessageContaining("hash the message again from its beginning");
      assertThatExceptionOfType(CrossCheckException.class)
          .isThrownBy(() -> between.segment(ByteBuffer.wrap(part), true));
      assertThatExceptionOfType(CrossCheckException.class).isThrownBy(between::midstate);
      assertThatExceptionOfType(CrossCheckException.class)
          .isThrownBy(() -> finished.digestInto(new byte[32], 0));
      // A stream that begins anew is like any other.
      between.reset();
      between.segment(ByteBuffer.wrap(part), true);
      sha256.advanceAll(List.of(between));
      assertThat(between.digest()).isEqualTo(Messages.jdkDigest(part));
    }
  }

  @Test
  void streamsThatWereBeingCheckedGoOnWithTheirWitness() {
    byte[] first = Messages.random(200_000, 1);
    byte[] second = Messages.random(300_000, 2);
    byte[] whole = new byte[500_000];
    System.arraycopy(first, 0, whole, 0, first.length);
    System.arraycopy(second, 0, whole, first.length, second.length);
    try (MultiBufferSha256 sha256 = open(1)) {
      Sha256Stream inLanes = stream(first, false);
      Sha256Stream between = stream(first, false);
      sha256.advanceAll(List.of(inLanes, between));
      inLanes.segment(ByteBuffer.wrap(second), true);
      sha256.enter(inLanes);
      sha256.enter(stream(new byte[70], true));
      wrong = true;
      while (sha256.occupied() > 0) {
        sha256.advance(recorder);
      }
      between.segment(ByteBuffer.wrap(second), true);
      sha256.advanceAll(List.of(between), recorder);
      assertThat(inLanes.digest()).isEqualTo(Messages.jdkDigest(whole));
      assertThat(between.digest()).isEqualTo(Messages.jdkDigest(whole));
    }
  }

  @Test
  void aStreamWhoseStateIsWantedGoesOnWithScalar() {
    byte[] message = Messages.random(400_000, 3);
    try (MultiBufferSha256 sha256 = open(1)) {
      Sha256Stream exportable = Sha256Stream.exportable();
      exportable.segment(ByteBuffer.wrap(message), false);
      sha256.enter(exportable);
      sha256.enter(stream(new byte[70], true));
      wrong = true;
      while (sha256.occupied() > 0) {
        sha256.advance(recorder);
      }
      Sha256Stream resumed = Sha256Stream.resume(exportable.midstate());
      resumed.segment(ByteBuffer.wrap(message), true);
      sha256.advanceAll(List.of(resumed));
      byte[] twice = new byte[800_000];
      System.arraycopy(message, 0, twice, 0, message.length);
      System.arraycopy(message, 0, twice, message.length, message.length);
      assertThat(resumed.digest()).isEqualTo(Messages.jdkDigest(twice));
    }
  }

  @Test
  void lanesThatAreNotTrustedAreRefusedAndNotCalibrated() {
    Sha256Engines engines =
        new Sha256Engines(
            List.of(
                Sha256Engines.admit("jdk", JdkEngine::new),
                Sha256Engines.admit("scalar", () -> Sha256Engines.SCALAR),
                Sha256Engines.admit("invented-4", () -> engine)));
    EngineChoice choice = engines.force("invented-4");
    wrong = true;
    try (MultiBufferSha256 sha256 = choice.open(1)) {
      Sha256Stream stream = stream(new byte[3], true);
      sha256.advanceAll(List.of(stream));
      assertThat(stream.digest()).isEqualTo(Messages.jdkDigest(new byte[3]));
    }
    assertThat(choice.collapse()).startsWith("cross-check failed: ");
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> engines.force("invented-4"))
        .withMessageStartingWith("engine invented-4 refused: cross-check failed: ");
    assertThat(engines.calibrate().description()).startsWith("jdk: cross-check failed: ");
  }
}
