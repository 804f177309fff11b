package io.github.lanewise.kernel.sha256;

import io.github.lanewise.kernel.sha256.MultiBufferSha256.QuantumListener;
import io.github.lanewise.kernel.sha256.Sha256PropertyTests.Piece;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Streams that enter, are advanced, leave and come back in an order drawn at random, in one engine
 * or in several at a time.
 */
final class RandomTraffic implements AutoCloseable {

  private final Random random;
  private final Placement.Memory memory = new Placement.Memory();
  private final List<MultiBufferSha256> open;
  private final List<Traveller> travellers = new ArrayList<>();
  private boolean departures;
  private boolean midstates;
  private boolean suspensions;

  RandomTraffic(List<EngineChoice> engines, Random random) throws IOException {
    this.random = random;
    this.open = engines.stream().map(EngineChoice::open).toList();
  }

  /** Now and then one leaves in mid-message and begins anew. */
  RandomTraffic withDepartures() {
    departures = true;
    return this;
  }

  /** Often one is taken out in mid-segment, and goes on later, in any of the engines. */
  RandomTraffic withSuspensions() {
    suspensions = true;
    return this;
  }

  /** Between two pieces, a stream's midstate is often written out and read back. */
  RandomTraffic withMidstates() {
    midstates = true;
    return this;
  }

  /** Adds a message. */
  void add(List<Piece> pieces) {
    travellers.add(new Traveller(pieces, Messages.random(bytes(pieces), travellers.size())));
  }

  private static int bytes(List<Piece> pieces) {
    return pieces.stream().mapToInt(Piece::bytes).sum();
  }

  /** Goes on until every message has its digest. */
  void run() {
    while (travellers.stream().anyMatch(traveller -> !traveller.stream.isFinished())) {
      Traveller traveller = travellers.get(random.nextInt(travellers.size()));
      if (traveller.inside != null) {
        if (departures && random.nextInt(16) == 0) {
          traveller.beginAnew();
        } else if (suspensions && random.nextInt(3) == 0) {
          traveller.suspend();
        } else {
          traveller.inside.advance(IGNORE);
          travellers.forEach(Traveller::notice);
        }
      } else if (!traveller.stream.isFinished()) {
        MultiBufferSha256 next = open.get(random.nextInt(open.size()));
        if (next.occupied() == next.lanes()) {
          next.advance(IGNORE);
          travellers.forEach(Traveller::notice);
        } else {
          traveller.enter(next);
        }
      }
    }
  }

  List<Sha256Digest> digests() {
    return travellers.stream().map(traveller -> traveller.stream.digest()).toList();
  }

  List<Sha256Digest> expectedDigests() {
    return travellers.stream().map(traveller -> Messages.jdkDigest(traveller.message)).toList();
  }

  @Override
  public void close() throws IOException {
    open.forEach(MultiBufferSha256::close);
    memory.close();
  }

  /** A message on its way. */
  private final class Traveller {

    private final List<Piece> pieces;
    private final byte[] message;
    private Sha256Stream stream = begin();
    private int given;
    private int at;
    private @Nullable MultiBufferSha256 inside;

    Traveller(List<Piece> pieces, byte[] message) {
      this.pieces = pieces;
      this.message = message;
    }

    private Sha256Stream begin() {
      return midstates ? Sha256Stream.exportable() : new Sha256Stream();
    }

    void suspend() {
      if (inside != null && inside.suspend(stream, random.nextInt(2_000))) {
        inside = null;
      }
    }

    void enter(MultiBufferSha256 next) {
      if (stream.hasSegment()) {
        next.enter(stream);
        inside = next;
        return;
      }
      if (midstates && random.nextBoolean()) {
        stream = Sha256Stream.resume(Sha256Midstate.fromByteArray(stream.midstate().toByteArray()));
      }
      Piece piece = pieces.get(given++);
      byte[] bytes = Arrays.copyOfRange(message, at, at + piece.bytes());
      at += bytes.length;
      piece.placement().give(stream, bytes, given == pieces.size(), memory);
      next.enter(stream);
      inside = next;
    }

    void notice() {
      if (!stream.hasSegment()) {
        inside = null;
      }
    }

    void beginAnew() {
      if (inside == null || !inside.leave(stream)) {
        throw new AssertionError("a stream that has a segment is in");
      }
      inside = null;
      stream.reset();
      given = 0;
      at = 0;
    }
  }

  private static final QuantumListener IGNORE =
      new QuantumListener() {
        @Override
        public void eaten(Sha256Stream stream) {}

        @Override
        public void ran(String engine, int used, int lanes, long bytes) {}
      };
}
