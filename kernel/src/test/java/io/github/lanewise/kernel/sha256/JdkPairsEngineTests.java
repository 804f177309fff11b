package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.MultiBufferSha256.QuantumListener;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which messages go in pairs; that digests are right is shown with every engine's. */
class JdkPairsEngineTests {

  private final List<String> ran = new ArrayList<>();

  private final QuantumListener listener =
      new QuantumListener() {
        @Override
        public void eaten(Sha256Stream stream) {}

        @Override
        public void ran(String engine, int used, int lanes, long bytes) {
          ran.add(engine + " " + used + "/" + lanes + " " + bytes);
        }
      };

  private static Sha256Stream stream(byte[] message, int from, int to) {
    return next(new Sha256Stream(), message, from, to);
  }

  private static Sha256Stream next(Sha256Stream stream, byte[] message, int from, int to) {
    stream.segment(ByteBuffer.wrap(message, from, to - from), to == message.length);
    return stream;
  }

  private static MultiBufferSha256 open() {
    return Sha256Engines.discover().choose("jdk:1,jdk-pairs:2").open();
  }

  @Test
  void twoGoTogetherAndWhatIsLeftOfTheLongerGoesOnWithTheNext() {
    byte[] shorter = Messages.random(6_000, 1);
    byte[] longer = Messages.random(20_000, 2);
    byte[] next = Messages.random(640, 3);
    List<Sha256Stream> streams =
        List.of(stream(shorter, 0, 6_000), stream(longer, 0, 20_000), stream(next, 0, 640));
    try (MultiBufferSha256 sha256 = open()) {
      assertThat(sha256.lanes()).isEqualTo(2);
      sha256.enter(streams.get(0));
      sha256.enter(streams.get(1));
      sha256.advance(listener);
      assertThat(sha256.occupied()).isOne();
      sha256.enter(streams.get(2));
      sha256.advance(listener);
      sha256.advance(listener);
    }
    // 93 blocks of each and the shorter's end of 48 bytes, ten blocks of each, what was left.
    assertThat(ran).containsExactly("jdk-pairs 2/2 11952", "jdk-pairs 2/2 1280", "jdk 1/1 13408");
    assertThat(streams.stream().map(Sha256Stream::digest))
        .isEqualTo(Messages.jdkDigests(List.of(shorter, longer, next)));
  }

  /** Segments that end off a block's boundary, also within one block, and together with it. */
  @ParameterizedTest
  @CsvSource({"10, 30", "64, 100", "100, 64", "1, 127", "63, 65", "0, 64", "5000, 5001"})
  void whatABlockIsShortOfIsMadeGoodFirst(int firstSplit, int secondSplit) {
    byte[] first = Messages.random(9_000, 1);
    byte[] second = Messages.random(9_000, 2);
    Sha256Stream one = stream(first, 0, firstSplit);
    Sha256Stream other = stream(second, 0, secondSplit);
    try (MultiBufferSha256 sha256 = open()) {
      sha256.advanceAll(List.of(one, other));
      next(one, first, firstSplit, firstSplit + 20);
      next(other, second, secondSplit, secondSplit + 3_000);
      sha256.advanceAll(List.of(one, other));
      next(one, first, firstSplit + 20, first.length);
      next(other, second, secondSplit + 3_000, second.length);
      sha256.advanceAll(List.of(one, other), listener);
    }
    assertThat(ran).first().asString().startsWith("jdk-pairs 2/2");
    assertThat(List.of(one.digest(), other.digest()))
        .isEqualTo(Messages.jdkDigests(List.of(first, second)));
  }

  @Test
  void aLongMessageIsHashedByQuanta() {
    byte[] first = Messages.random(200_000, 1);
    byte[] second = Messages.random(200_000, 2);
    try (MultiBufferSha256 sha256 = open()) {
      sha256.advanceAll(List.of(stream(first, 0, 200_000), stream(second, 0, 200_000)), listener);
    }
    assertThat(ran)
        .containsExactly(
            "jdk-pairs 2/2 131072",
            "jdk-pairs 2/2 131072",
            "jdk-pairs 2/2 131072",
            "jdk-pairs 2/2 6784");
  }

  @Test
  void aStreamThatTellsItsStateDoesNotGoWithMessageDigest() {
    byte[] message = Messages.random(1_000, 1);
    List<Sha256Stream> streams = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      streams.add(next(Sha256Stream.exportable(), message, 0, 500));
    }
    try (MultiBufferSha256 sha256 = open()) {
      sha256.advanceAll(streams, listener);
      streams.forEach(stream -> next(Sha256Stream.resume(stream.midstate()), message, 500, 1_000));
    }
    assertThat(ran).allMatch(each -> each.startsWith("scalar 2/2"));
  }

  @Test
  void suspendedStreamsGoOnInOtherCompany() {
    byte[] message = Messages.random(300_000, 1);
    Sha256Stream one = stream(message, 0, message.length);
    Sha256Stream other = stream(message, 0, message.length);
    Sha256Stream guest = stream(Messages.random(100, 2), 0, 100);
    try (MultiBufferSha256 sha256 = open()) {
      sha256.enter(one);
      sha256.enter(other);
      sha256.advance(listener);
      assertThat(sha256.suspend(one, 1)).isTrue();
      sha256.enter(guest);
      sha256.advance(listener);
      assertThat(guest.isFinished()).isTrue();
      sha256.enter(one);
      while (sha256.occupied() > 0) {
        sha256.advance(listener);
      }
    }
    assertThat(List.of(one.digest(), other.digest())).containsOnly(Messages.jdkDigest(message));
  }

  /** Streams that a table of vectors has no lanes for. */
  @Test
  void besideLanesTheyTakeWhatIsLeftOver() {
    EngineTable table =
        new EngineTable(
            List.of(
                new EngineTable.Step(new JdkEngine(), 1),
                new EngineTable.Step(new JdkPairsEngine(), 2),
                new EngineTable.Step(new InventedEngine(4), 4)),
            List.of());
    byte[] message = Messages.random(640, 1);
    List<Sha256Stream> streams = new ArrayList<>();
    try (MultiBufferSha256 sha256 =
        new MultiBufferSha256(table, new EngineTrust(), SpeedWatch.blind(), 0)) {
      for (int count : new int[] {3, 4}) {
        for (int i = 0; i < count; i++) {
          Sha256Stream stream = stream(message, 0, 640);
          streams.add(stream);
          sha256.enter(stream);
        }
        sha256.advance(listener);
      }
    }
    assertThat(ran)
        .startsWith("jdk-pairs 2/2 1280", "jdk 1/1 640")
        .anyMatch(each -> each.startsWith("invented-4"));
    assertThat(streams.stream().map(Sha256Stream::digest))
        .containsOnly(Messages.jdkDigest(message));
  }
}
