package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.lanewise.kernel.sha256.MultiBufferSha256.QuantumListener;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Streams in pieces, in and out of lanes, with every engine. */
@ParameterizedClass
@MethodSource("io.github.lanewise.kernel.sha256.EngineTests#engines")
class EngineStreamTests {

  private final EngineChoice choice;

  EngineStreamTests(EngineChoice choice) {
    this.choice = choice;
  }

  @Test
  void piecesOfAnySizeOfManyStreamsAtOnce() {
    Random random = new Random(11);
    List<byte[]> messages = new ArrayList<>();
    List<Sha256Stream> streams = new ArrayList<>();
    int[] given = new int[2 * choice.lanes() + 3];
    for (int i = 0; i < given.length; i++) {
      messages.add(Messages.random(random.nextInt(6_000), i));
      streams.add(new Sha256Stream());
    }
    try (MultiBufferSha256 sha256 = choice.open()) {
      while (streams.stream().anyMatch(stream -> !stream.isFinished())) {
        List<Sha256Stream> advanced = new ArrayList<>();
        for (int i = 0; i < given.length; i++) {
          Sha256Stream stream = streams.get(i);
          if (stream.isFinished() || random.nextInt(4) == 0) {
            continue;
          }
          // Often a few bytes, often none, now and then many blocks.
          int piece = random.nextInt(random.nextInt(3) == 0 ? 2_000 : 70);
          int end = Math.min(messages.get(i).length, given[i] + piece);
          boolean last = end == messages.get(i).length && random.nextBoolean();
          stream.segment(ByteBuffer.wrap(messages.get(i), given[i], end - given[i]), last);
          given[i] = end;
          advanced.add(stream);
        }
        sha256.advanceAll(advanced);
      }
    }
    assertThat(streams.stream().map(Sha256Stream::digest)).isEqualTo(Messages.jdkDigests(messages));
  }

  @Test
  void aMidstateGoesOnInAnyEngineFromAnyByte() {
    byte[] message = Messages.random(200, 3);
    for (int split = 0; split <= message.length; split++) {
      Sha256Stream first = Sha256Stream.exportable();
      first.segment(ByteBuffer.wrap(message, 0, split), false);
      try (MultiBufferSha256 sha256 = choice.open()) {
        sha256.advanceAll(List.of(first));
      }
      byte[] exported = first.midstate().toByteArray();
      for (EngineChoice next : EngineTests.engines().toList()) {
        Sha256Midstate imported = Sha256Midstate.fromByteArray(exported);
        assertThat(imported.byteCount()).isEqualTo(split);
        Sha256Stream second = Sha256Stream.resume(imported);
        second.segment(ByteBuffer.wrap(message, split, message.length - split), true);
        try (MultiBufferSha256 sha256 = next.open()) {
          sha256.advanceAll(List.of(second));
        }
        assertThat(second.digest()).isEqualTo(Messages.jdkDigest(message));
      }
    }
  }

  @Test
  void theBitLengthHasMoreThan32Bits() {
    // As if 2^29 - 1 bytes had come before, with the state of a message at its start: the digest is
    // of no real message, but all engines must put the same length into the padding.
    for (long before :
        new long[] {(1L << 29) - 64, 1L << 29, 1L << 35, Sha256Stream.MAX_BYTES - 127}) {
      Sha256Midstate midstate =
          new Sha256Midstate(new Sha256StreamWords().initial(), before / 64 * 64, new byte[0]);
      byte[] tail = Messages.random(70, before);
      assertThat(resumed(choice, midstate, tail)).isEqualTo(resumed(ORACLE, midstate, tail));
    }
  }

  private static final EngineChoice ORACLE = Sha256Engines.discover().force("scalar");

  private static Sha256Digest resumed(EngineChoice choice, Sha256Midstate midstate, byte[] tail) {
    Sha256Stream stream = Sha256Stream.resume(midstate);
    stream.segment(ByteBuffer.wrap(tail, 0, tail.length / 2), false);
    try (MultiBufferSha256 sha256 = choice.open()) {
      sha256.advanceAll(List.of(stream));
      stream.segment(ByteBuffer.wrap(tail, tail.length / 2, tail.length - tail.length / 2), true);
      sha256.advanceAll(List.of(stream));
    }
    return stream.digest();
  }

  private static final class Sha256StreamWords {
    int[] initial() {
      int[] words = new int[Sha256Constants.STATE_WORDS];
      Sha256Constants.initialise(words);
      return words;
    }
  }

  @Test
  void aStreamThatLeavesDoesNotTouchItsNeighbours() {
    List<byte[]> messages =
        Messages.ofLengths(IntStream.range(0, choice.lanes()).map(i -> 100_000 + i));
    List<Sha256Stream> streams = new ArrayList<>();
    try (MultiBufferSha256 sha256 = choice.open()) {
      for (byte[] message : messages) {
        Sha256Stream stream = new Sha256Stream();
        stream.segment(ByteBuffer.wrap(message), true);
        sha256.enter(stream);
        streams.add(stream);
      }
      sha256.advance(new Collector());
      assertThat(sha256.leave(streams.getFirst())).isTrue();
      assertThat(sha256.leave(streams.getFirst())).isFalse();
      Sha256Stream late = new Sha256Stream();
      late.segment(ByteBuffer.wrap(messages.getFirst(), 0, 1000), true);
      sha256.enter(late);
      while (sha256.occupied() > 0) {
        sha256.advance(new Collector());
      }
      assertThat(late.digest())
          .isEqualTo(Messages.jdkDigest(Arrays.copyOf(messages.getFirst(), 1000)));
    }
    for (int i = 1; i < streams.size(); i++) {
      assertThat(streams.get(i).digest()).isEqualTo(Messages.jdkDigest(messages.get(i)));
    }
  }

  @Test
  void aStreamCanBeUsedForOneMessageAfterAnother() {
    Sha256Stream stream = new Sha256Stream();
    try (MultiBufferSha256 sha256 = choice.open()) {
      for (int length : Messages.PADDING_BOUNDARIES) {
        byte[] message = Messages.random(length, length);
        stream.reset();
        stream.segment(ByteBuffer.wrap(message), true);
        sha256.advanceAll(List.of(stream));
        assertThat(stream.digest()).isEqualTo(Messages.jdkDigest(message));
      }
    }
  }

  @Test
  void reportsEveryByteOnceAndNoMoreLanesThanThereAre() {
    int count = choice.lanes();
    Collector collector = new Collector();
    try (MultiBufferSha256 sha256 = choice.open()) {
      for (int i = 0; i < count; i++) {
        Sha256Stream stream = new Sha256Stream();
        stream.segment(ByteBuffer.wrap(new byte[64 * 300]), false);
        sha256.enter(stream);
      }
      while (sha256.occupied() > 0) {
        sha256.advance(collector);
      }
    }
    assertThat(collector.eaten).hasSize(count);
    assertThat(collector.bytes).isEqualTo(64L * 300 * count);
    assertThat(collector.mostUsed).isEqualTo(choice.lanes());
  }

  @Test
  void refusesWhatCannotBe() {
    try (MultiBufferSha256 sha256 = choice.open()) {
      Sha256Stream empty = new Sha256Stream();
      assertThatIllegalStateException()
          .isThrownBy(() -> sha256.enter(empty))
          .withMessageContaining("must have a segment");
      for (int i = 0; i < choice.lanes(); i++) {
        Sha256Stream stream = new Sha256Stream();
        stream.segment(ByteBuffer.allocate(100), true);
        sha256.enter(stream);
      }
      Sha256Stream tooMany = new Sha256Stream();
      tooMany.segment(ByteBuffer.allocate(1), true);
      assertThatIllegalStateException()
          .isThrownBy(() -> sha256.enter(tooMany))
          .withMessage("all %d lanes are taken", choice.lanes());
    }
  }

  @Test
  void aStreamIsInOnlyOnce() {
    Sha256Stream stream = new Sha256Stream();
    stream.segment(ByteBuffer.allocate(300_000), true);
    Sha256Stream other = new Sha256Stream();
    other.segment(ByteBuffer.allocate(300_000), true);
    try (MultiBufferSha256 sha256 = choice.open()) {
      assertThatIllegalStateException()
          .isThrownBy(() -> sha256.advanceAll(List.of(stream, other, stream)))
          .withMessageMatching("a stream (can be in only once|that enters must have a segment)");
      // And the instance is of use again.
      assertThat(sha256.occupied()).isZero();
      assertThat(sha256.digest(List.of(ByteBuffer.allocate(3)))).hasSize(1);
      sha256.enter(withSegment());
      assertThatIllegalStateException()
          .isThrownBy(() -> sha256.advanceAll(List.of(withSegment())))
          .withMessage("1 other streams are in");
    }
  }

  private static Sha256Stream withSegment() {
    Sha256Stream stream = new Sha256Stream();
    stream.segment(ByteBuffer.allocate(1), true);
    return stream;
  }

  @Test
  void memoryThatCannotBeReadIsRefusedBeforeItIsInABatch() {
    MemorySegment gone;
    try (Arena arena = Arena.ofConfined()) {
      gone = arena.allocate(64);
    }
    assertThatIllegalStateException()
        .isThrownBy(() -> new Sha256Stream().segment(gone, true))
        .withMessageStartingWith("a segment must be alive and accessible");
  }

  @Test
  void workingMemoryIsGivenBack() {
    for (int i = 0; i < 300; i++) {
      MultiBufferSha256 sha256 = choice.open();
      assertThat(sha256.digest(List.of(ByteBuffer.allocate(3)))).hasSize(1);
      sha256.close();
      assertThatIllegalStateException()
          .isThrownBy(() -> sha256.digest(List.of(ByteBuffer.allocate(3))))
          .withMessage("closed");
    }
  }

  @Test
  void twoInstancesDoNotShareTheirWork() {
    byte[] one = Messages.random(40_000, 1);
    byte[] two = Messages.random(40_000, 2);
    Sha256Stream first = new Sha256Stream();
    Sha256Stream second = new Sha256Stream();
    first.segment(ByteBuffer.wrap(one), true);
    second.segment(ByteBuffer.wrap(two), true);
    try (MultiBufferSha256 a = choice.open();
        MultiBufferSha256 b = choice.open()) {
      a.enter(first);
      b.enter(second);
      while (a.occupied() + b.occupied() > 0) {
        a.advance(new Collector());
        b.advance(new Collector());
      }
    }
    assertThat(first.digest()).isEqualTo(Messages.jdkDigest(one));
    assertThat(second.digest()).isEqualTo(Messages.jdkDigest(two));
  }

  @Test
  void aMessageLongerThanTheStandardAllowsIsRefused() {
    Sha256Stream stream =
        Sha256Stream.resume(
            new Sha256Midstate(new int[8], Sha256Stream.MAX_BYTES / 64 * 64, new byte[0]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> stream.segment(ByteBuffer.allocate(64), true))
        .withMessageContaining("a message has at most 2305843009213693951 bytes");
  }

  private static final class Collector implements QuantumListener {
    private final List<Sha256Stream> eaten = new ArrayList<>();
    private long bytes;
    private int mostUsed;

    @Override
    public void eaten(Sha256Stream stream) {
      eaten.add(stream);
    }

    @Override
    public void ran(String engine, int used, int lanes, long bytes) {
      assertThat(used).isBetween(1, lanes);
      this.bytes += bytes;
      mostUsed = Math.max(mostUsed, used);
    }
  }
}
