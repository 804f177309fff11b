package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.EngineTable.Step;
import io.github.lanewise.kernel.sha256.MultiBufferSha256.QuantumListener;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Several engines in one instance: who runs what, and states that move between them. */
class EngineChangeTests {

  private static final BlockEngine FOUR = new InventedEngine(4);
  private static final BlockEngine EIGHT = new InventedEngine(8);
  private static final BlockEngine SIXTEEN = new InventedEngine(16);

  private static final EngineTable TABLE =
      new EngineTable(
          List.of(
              new Step(new JdkEngine(), 1),
              new Step(FOUR, 3),
              new Step(EIGHT, 6),
              new Step(SIXTEEN, 12)),
          List.of(
              new Step(Sha256Engines.SCALAR, 1),
              new Step(FOUR, 2),
              new Step(EIGHT, 5),
              new Step(SIXTEEN, 9)));

  private final Recorder recorder = new Recorder();

  private static MultiBufferSha256 open(EngineTable table) {
    return new MultiBufferSha256(table, new EngineTrust(), SpeedWatch.blind(), 0);
  }

  private static final class Recorder implements QuantumListener {
    private final List<String> ran = new ArrayList<>();
    private final List<String> finished = new ArrayList<>();

    @Override
    public void eaten(Sha256Stream stream) {}

    @Override
    public void finished(Sha256Stream stream, String engine) {
      finished.add(engine);
    }

    @Override
    public void ran(String engine, int used, int lanes, long bytes) {
      ran.add(engine + " " + used + "/" + lanes);
    }
  }

  private static Sha256Stream entered(MultiBufferSha256 sha256, byte[] message) {
    Sha256Stream stream = new Sha256Stream();
    stream.segment(ByteBuffer.wrap(message), true);
    sha256.enter(stream);
    return stream;
  }

  @Test
  void eachNumberOfMessagesGoesWhereTheTableSays() {
    List<String> expected =
        List.of(
            "jdk 1/1",
            "jdk 1/1",
            "invented-4 3/4",
            "invented-4 4/4",
            "invented-4 4/4, jdk 1/1",
            "invented-8 6/8",
            "invented-8 7/8",
            "invented-8 8/8",
            "invented-8 8/8, jdk 1/1",
            "invented-8 8/8, jdk 1/1, jdk 1/1",
            "invented-8 8/8, jdk 1/1, jdk 1/1, jdk 1/1",
            "invented-16 12/16",
            "invented-16 13/16",
            "invented-16 14/16",
            "invented-16 15/16",
            "invented-16 16/16");
    for (int count = 1; count <= 16; count++) {
      recorder.ran.clear();
      try (MultiBufferSha256 sha256 = open(TABLE)) {
        assertThat(sha256.lanes()).isEqualTo(16);
        for (int i = 0; i < count; i++) {
          entered(sha256, new byte[640]);
        }
        sha256.advance(recorder);
        assertThat(sha256.occupied()).isZero();
      }
      String last = expected.get(count - 1);
      assertThat(String.join(", ", recorder.ran))
          .as("%d messages", count)
          .isEqualTo(count == 2 ? last + ", " + last : last);
    }
  }

  @Test
  void eachMessageIsToldOnceWithTheEngineThatMadeItsDigest() {
    try (MultiBufferSha256 sha256 = open(TABLE)) {
      for (int i = 0; i < 5; i++) {
        entered(sha256, new byte[640]);
      }
      Sha256Stream unfinished = new Sha256Stream();
      unfinished.segment(ByteBuffer.wrap(new byte[64]), false);
      sha256.enter(unfinished);
      while (sha256.occupied() > 0) {
        sha256.advance(recorder);
      }
    }
    assertThat(recorder.finished).hasSize(5).containsOnly("invented-8");
    recorder.finished.clear();
    try (MultiBufferSha256 sha256 = open(TABLE)) {
      entered(sha256, new byte[640]);
      sha256.advance(recorder);
    }
    assertThat(recorder.finished).containsExactly("jdk");
  }

  @Test
  void asLanesBecomeEmptyNarrowerEnginesTakeTheStatesOver() {
    List<byte[]> messages = Messages.ofLengths(IntStream.range(1, 17).map(i -> 20_000 * i));
    List<Sha256Stream> streams = new ArrayList<>();
    try (MultiBufferSha256 sha256 = open(TABLE)) {
      messages.forEach(message -> streams.add(entered(sha256, message)));
      while (sha256.occupied() > 0) {
        sha256.advance(recorder);
      }
    }
    assertThat(streams.stream().map(Sha256Stream::digest)).isEqualTo(Messages.jdkDigests(messages));
    assertThat(recorder.ran.stream().distinct())
        .containsExactly(
            "invented-16 16/16",
            "invented-16 15/16",
            "invented-16 14/16",
            "invented-16 13/16",
            "invented-16 12/16",
            "invented-16 11/16",
            "invented-16 10/16",
            "invented-16 9/16",
            "invented-8 8/8",
            "invented-8 7/8",
            "invented-8 6/8",
            "invented-8 5/8",
            "invented-4 4/4",
            "invented-4 3/4",
            "invented-4 2/4",
            "scalar 1/1");
  }

  @Test
  void piecesOfAnySizeComeAndGoWhileEnginesChange() {
    Random random = new Random(5);
    for (int round = 0; round < 20; round++) {
      List<byte[]> messages = new ArrayList<>();
      List<Sha256Stream> streams = new ArrayList<>();
      int[] given = new int[24];
      for (int i = 0; i < given.length; i++) {
        messages.add(Messages.random(random.nextInt(20_000), i));
        streams.add(new Sha256Stream());
      }
      try (Arena arena = Arena.ofConfined();
          MultiBufferSha256 sha256 = open(TABLE)) {
        while (streams.stream().anyMatch(stream -> !stream.isFinished())) {
          int i = random.nextInt(given.length);
          Sha256Stream stream = streams.get(i);
          if (!stream.hasSegment() && !stream.isFinished() && sha256.occupied() < 16) {
            byte[] message = messages.get(i);
            // Now and then more than is staged, often a few bytes, from both kinds of memory.
            int piece = random.nextInt(random.nextInt(3) == 0 ? 9_000 : 100);
            int end = Math.min(message.length, given[i] + piece);
            boolean last = end == message.length;
            ByteBuffer bytes = ByteBuffer.wrap(message, given[i], end - given[i]);
            if (random.nextBoolean()) {
              bytes = arena.allocate(end - given[i] + 1L).asByteBuffer().put(bytes).flip();
            }
            stream.segment(bytes, last);
            given[i] = end;
            sha256.enter(stream);
          } else if (random.nextInt(4) == 0) {
            sha256.advance(recorder);
          }
        }
      }
      assertThat(streams.stream().map(Sha256Stream::digest))
          .isEqualTo(Messages.jdkDigests(messages));
    }
    assertThat(recorder.ran.stream().map(each -> each.substring(0, each.indexOf(' '))).distinct())
        .containsExactlyInAnyOrder("jdk", "scalar", "invented-4", "invented-8", "invented-16");
  }

  @Test
  void vectorEnginesOfDifferentWidthsShareStates() {
    List<BlockEngine> vectors = new ArrayList<>();
    for (Sha256Engine engine : Sha256Engines.discover().measurable()) {
      if (engine instanceof BlockEngine vector && engine.isInLanes()) {
        vectors.add(vector);
      }
    }
    List<Step> goingOn = new ArrayList<>(List.of(new Step(Sha256Engines.SCALAR, 1)));
    int from = 2;
    for (BlockEngine engine : vectors) {
      goingOn.add(new Step(engine, from));
      from = engine.lanes() + 1;
    }
    BlockEngine widest = vectors.isEmpty() ? FOUR : vectors.getLast();
    EngineTable table =
        new EngineTable(List.of(new Step(widest, 1)), vectors.isEmpty() ? List.of() : goingOn);
    List<byte[]> messages =
        Messages.ofLengths(IntStream.rangeClosed(1, widest.lanes()).map(i -> 3_000 * i));
    List<Sha256Stream> streams = new ArrayList<>();
    try (MultiBufferSha256 sha256 = open(table)) {
      messages.forEach(message -> streams.add(entered(sha256, message)));
      while (sha256.occupied() > 0) {
        sha256.advance(recorder);
      }
    }
    assertThat(streams.stream().map(Sha256Stream::digest)).isEqualTo(Messages.jdkDigests(messages));
    assertThat(recorder.ran).anyMatch(each -> each.startsWith(widest.name()));
    vectors.forEach(
        engine -> assertThat(recorder.ran).anyMatch(each -> each.startsWith(engine.name())));
  }

  @Test
  void theFewThatBeganInLanesStayThereAndNewOnesGoToJdk() {
    try (MultiBufferSha256 sha256 = open(TABLE)) {
      List<Sha256Stream> three =
          IntStream.range(0, 3).mapToObj(i -> stream(sha256, false)).toList();
      sha256.advance(recorder);
      three.forEach(each -> assertThat(each.isBoundToWords()).isTrue());
      three.get(0).segment(ByteBuffer.allocate(640), false);
      sha256.enter(three.get(0));
      Sha256Stream late = stream(sha256, true);
      sha256.advance(recorder);
      assertThat(late.isBoundToMessageDigest()).isTrue();
    }
    assertThat(recorder.ran).containsExactly("invented-4 3/4", "scalar 1/1", "jdk 1/1");
  }

  private static Sha256Stream stream(MultiBufferSha256 sha256, boolean last) {
    Sha256Stream stream = new Sha256Stream();
    stream.segment(ByteBuffer.allocate(640), last);
    sha256.enter(stream);
    return stream;
  }

  @Test
  void theRemainderOfMoreMessagesThanLanesDoesNotCrawlThroughLanes() {
    // Nine where there are eight lanes: eight in lanes, and the ninth with jdk.
    EngineTable eight =
        new EngineTable(List.of(new Step(new JdkEngine(), 1), new Step(EIGHT, 3)), List.of());
    Map<Integer, List<String>> expected =
        Map.of(
            9, List.of("jdk 1/1", "invented-8 8/8"),
            10, List.of("jdk 1/1", "invented-8 8/8"),
            11, List.of("invented-8 8/8", "invented-8 3/8"));
    expected.forEach(
        (count, engines) -> {
          Recorder each = new Recorder();
          try (MultiBufferSha256 sha256 = open(eight)) {
            List<Sha256Stream> streams = new ArrayList<>();
            for (int i = 0; i < count; i++) {
              Sha256Stream stream = new Sha256Stream();
              // Unequal by a little, so that they do not end at once.
              stream.segment(ByteBuffer.allocate(12_000 + 64 * i), true);
              streams.add(stream);
            }
            sha256.advanceAll(streams, each);
          }
          assertThat(each.ran.stream().distinct())
              .as("%d messages", count)
              .containsSubsequence(engines);
          // In one quantum, when the others have ended, and not for all of its blocks.
          assertThat(each.ran.stream().filter("invented-8 1/8"::equals))
              .as("%d messages", count)
              .hasSizeLessThan(3);
        });
  }

  @Test
  void oneLongMessageAmongShortOnesGoesToJdk() {
    try (MultiBufferSha256 sha256 = open(TABLE)) {
      List<Sha256Stream> streams = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        streams.add(entered(sha256, new byte[i == 3 ? 1_000_000 : 4_000]));
      }
      sha256.advance(recorder);
      assertThat(streams.get(3).isBoundToMessageDigest()).isTrue();
      assertThat(streams.stream().filter(Sha256Stream::isBoundToWords)).hasSize(7);
    }
  }

  @Test
  void twoLongOnesThatEndTogetherGoToJdkAndEightStayInLanes() {
    for (int longOnes : new int[] {2, 8}) {
      try (MultiBufferSha256 sha256 = open(TABLE)) {
        List<Sha256Stream> streams = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
          streams.add(entered(sha256, new byte[i < longOnes ? 1_000_000 : 4_000]));
        }
        // Not full, as far as it knows: nothing waits for what becomes empty.
        sha256.leave(streams.removeLast());
        sha256.advance(recorder);
        assertThat(streams.stream().filter(Sha256Stream::isBoundToMessageDigest))
            .hasSize(longOnes == 2 ? 2 : 0);
      }
    }
  }

  @Test
  void aStreamThatGoesOnForNobodyKnowsHowLongIsNoLongMessage() {
    try (MultiBufferSha256 sha256 = open(TABLE)) {
      List<Sha256Stream> streams = new ArrayList<>();
      for (int i = 0; i < 7; i++) {
        streams.add(stream(sha256, i == 0));
      }
      sha256.advance(recorder);
      assertThat(streams).allMatch(Sha256Stream::isBoundToWords);
    }
  }
}
