package io.github.lanewise.kernel.sha256;

import io.github.lanewise.kernel.sha256.MultiBufferSha256.QuantumListener;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs what a caller will run: the whole entry with a table, so that the first real batch finds it
 * compiled. The engines are warm by then; this is for what stands around them, staging, changes of
 * engine, the watch.
 */
final class EngineRehearsal {

  private static final int MESSAGE_BYTES = 5_000;

  /** Short ones staged as a whole, around a block, and long ones with an end that is staged. */
  private static final int[] LENGTHS = {0, 20, 55, 64, 200, 640, 1_000, 1_500, 4_096, 5_000};

  /** Three, since the compiler takes one or two for all there will ever be. */
  private static final List<QuantumListener> LISTENERS =
      List.of(new First(), new Second(), new Third());

  private final MultiBufferSha256 sha256;
  private final List<MemorySegment> messages = new ArrayList<>();
  private final List<ByteBuffer> buffers = new ArrayList<>();
  private final List<Sha256Stream> streams = new ArrayList<>();

  private EngineRehearsal(MultiBufferSha256 sha256) {
    this.sha256 = sha256;
    for (int i = 0; i <= 2 * sha256.lanes(); i++) {
      ByteBuffer heap = ByteBuffer.allocate(MESSAGE_BYTES);
      ByteBuffer direct = ByteBuffer.allocateDirect(MESSAGE_BYTES);
      buffers.add(i % 3 == 0 ? heap : direct);
      messages.add(MemorySegment.ofBuffer(i % 4 == 0 ? direct : heap));
      streams.add(new Sha256Stream());
    }
  }

  static void run(EngineTable table, Duration time) {
    // A watch that takes its time, and sees no collapse: not all is compiled yet.
    SpeedWatch patient =
        new SpeedWatch(
            Map.of("vector-128", 1e12, "vector-256", 1e12, "vector-512", 1e12), System::nanoTime);
    try (MultiBufferSha256 sha256 = new MultiBufferSha256(table, new EngineTrust(), patient, 0)) {
      EngineRehearsal rehearsal = new EngineRehearsal(sha256);
      long start = System.nanoTime();
      for (int turn = 0; System.nanoTime() - start < time.toNanos(); turn++) {
        rehearsal.turn(turn);
      }
    }
  }

  private void turn(int turn) {
    int count = 1 + turn % streams.size();
    int bytes = LENGTHS[turn / streams.size() % LENGTHS.length];
    sha256.digest(buffers.subList(0, count).stream().map(each -> each.slice(0, bytes)).toList());
    List<Sha256Stream> some = streams.subList(0, count);
    int first = turn % (bytes + 1);
    for (int i = 0; i < count; i++) {
      some.get(i).reset();
      some.get(i).segment(messages.get(i).asSlice(0, first), false);
    }
    sha256.advanceAll(some);
    int next = 0;
    while (next < count || sha256.occupied() > 0) {
      while (next < count && sha256.occupied() < sha256.lanes()) {
        // Of unequal lengths, so that lanes become empty one after the other.
        long end = Math.min(bytes, first + (long) next * MESSAGE_BYTES / count);
        some.get(next).segment(messages.get(next).asSlice(first, end - first), true);
        sha256.enter(some.get(next++));
      }
      sha256.advance(LISTENERS.get(turn % LISTENERS.size()));
    }
  }

  private static class First implements QuantumListener {
    @Override
    public void eaten(Sha256Stream stream) {}

    @Override
    public void ran(String engine, int used, int lanes, long bytes) {}
  }

  private static final class Second extends First {
    @Override
    public void eaten(Sha256Stream stream) {}

    @Override
    public void ran(String engine, int used, int lanes, long bytes) {}
  }

  private static final class Third extends First {
    @Override
    public void eaten(Sha256Stream stream) {}

    @Override
    public void ran(String engine, int used, int lanes, long bytes) {}
  }
}
