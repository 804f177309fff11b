package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * What holds for any messages in any pieces, from any memory, in any engine, whatever happens to
 * the other streams meanwhile. {@code MessageDigest} is the oracle; a failure prints its seed.
 */
class Sha256PropertyTests {

  /** A part of a message, and where it lies. */
  record Piece(int bytes, Placement placement) {}

  @Provide
  Arbitrary<EngineChoice> engines() {
    return Arbitraries.of(EngineTests.engines().toList());
  }

  /** Messages of up to six pieces; the pieces are the message. */
  @Provide
  Arbitrary<List<List<Piece>>> messages() {
    // Whole blocks and a little more or less, small pieces, and some that need several runs.
    Arbitrary<Integer> lengths =
        Arbitraries.frequencyOf(
            Tuple.of(8, Arbitraries.integers().between(0, 70)),
            Tuple.of(
                8,
                Combinators.combine(
                        Arbitraries.integers().between(1, 18),
                        Arbitraries.integers().between(-9, 9))
                    .as((blocks, more) -> blocks * Sha256Constants.BLOCK_BYTES + more)),
            Tuple.of(1, Arbitraries.integers().between(0, 5_000)),
            Tuple.of(1, Arbitraries.integers().between(0, 17_000)));
    return Combinators.combine(lengths, Arbitraries.of(Placement.class))
        .as(Piece::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(6)
        .list()
        .ofMaxSize(2 * 16 + 3);
  }

  @Property
  void anyPiecesComeOutAsWithMessageDigest(
      @ForAll("engines") EngineChoice engine,
      @ForAll("messages") List<List<Piece>> messages,
      @ForAll Random random)
      throws IOException {
    try (RandomTraffic traffic = new RandomTraffic(List.of(engine), random)) {
      messages.forEach(traffic::add);
      traffic.run();
      assertThat(traffic.digests()).isEqualTo(traffic.expectedDigests());
    }
  }

  @Property
  void anyListOfShortMessagesComesOutAsWithMessageDigest(
      @ForAll("engines") EngineChoice engine,
      @ForAll @Size(max = 70)
          List<@IntRange(max = MultiBufferSha256.MAX_SHORT_BYTES) Integer> lengths,
      @ForAll long seed) {
    List<byte[]> messages = new ArrayList<>();
    for (int length : lengths) {
      messages.add(Messages.random(length, seed + messages.size()));
    }
    byte[] digests = new byte[messages.size() * Sha256Digest.BYTES];
    try (MultiBufferSha256 sha256 = engine.open()) {
      sha256.digestShort(
          messages.stream().map(ByteBuffer::wrap).toList(),
          digests,
          (name, count, lanes, bytes) -> {});
    }
    for (int i = 0; i < messages.size(); i++) {
      assertThat(Sha256Digest.of(digests, i * Sha256Digest.BYTES))
          .isEqualTo(Messages.jdkDigest(messages.get(i)));
    }
  }

  @Property
  void streamsThatLeaveInMidMessageDoNotDisturbTheOthers(
      @ForAll("engines") EngineChoice engine,
      @ForAll("messages") List<List<Piece>> messages,
      @ForAll Random random)
      throws IOException {
    try (RandomTraffic traffic = new RandomTraffic(List.of(engine), random).withDepartures()) {
      messages.forEach(traffic::add);
      traffic.run();
      assertThat(traffic.digests()).isEqualTo(traffic.expectedDigests());
    }
  }

  @Property
  void streamsThatAreSuspendedInMidSegmentGoOnWhereTheyStood(
      @ForAll("messages") List<List<Piece>> messages, @ForAll Random random) throws IOException {
    List<EngineChoice> engines = new ArrayList<>(EngineTests.engines().toList());
    engines.add(Sha256Engines.discover().choose("jdk:1"));
    try (RandomTraffic traffic = new RandomTraffic(engines, random).withSuspensions()) {
      messages.forEach(traffic::add);
      traffic.run();
      assertThat(traffic.digests()).isEqualTo(traffic.expectedDigests());
    }
  }

  @Property
  void streamsWanderBetweenEnginesByTheirMidstates(
      @ForAll("messages") List<List<Piece>> messages, @ForAll Random random) throws IOException {
    List<EngineChoice> engines = new ArrayList<>(EngineTests.engines().toList());
    try (RandomTraffic traffic = new RandomTraffic(engines, random).withMidstates()) {
      messages.forEach(traffic::add);
      traffic.run();
      assertThat(traffic.digests()).isEqualTo(traffic.expectedDigests());
    }
  }
}
