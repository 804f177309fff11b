package io.github.lanewise.kernel.sha256;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * One engine at work until what it runs no longer allocates. {@link CompiledKernelTests} starts it
 * in a JVM of its own and reads what the compiler says meanwhile.
 */
final class SteadyState {

  private static final int MESSAGE_BYTES = 8192;
  private static final int BATCHES = 100;

  /**
   * So many hundreds of batches in a row must allocate nothing: time enough for the methods around
   * the loops to be compiled as well.
   */
  private static final int QUIET_ROUNDS = 30;

  private static final int MAX_ROUNDS = 600;

  private static final MultiBufferSha256.QuantumListener LISTENER =
      new MultiBufferSha256.QuantumListener() {
        @Override
        public void eaten(Sha256Stream stream) {}

        @Override
        public void ran(String engine, int used, int lanes, long bytes) {}
      };

  private static final MultiBufferSha256.ShortListener SHORT_LISTENER =
      (engine, messages, lanes, bytes) -> {};

  private SteadyState() {}

  /** What is done again and again; only the hashing must not allocate. */
  private interface Batch {
    void prepare();

    void hash();
  }

  /** Arguments: the engine. Prints one line for each kind of work to the error stream. */
  public static void main(String[] arguments) {
    EngineChoice choice = Sha256Engines.discover().force(arguments[0]);
    report("native", streamsAllocate(choice, false));
    report("heap", streamsAllocate(choice, true));
    report("short", shortMessagesAllocate(choice));
  }

  private static void report(String work, long bytes) {
    System.err.println(work + " allocated " + bytes + " bytes in the end");
  }

  static long streamsAllocate(EngineChoice choice, boolean onHeap) {
    try (Arena arena = Arena.ofConfined();
        MultiBufferSha256 sha256 = choice.open()) {
      List<Sha256Stream> streams = new ArrayList<>();
      List<MemorySegment> segments = new ArrayList<>();
      for (int i = 0; i < choice.lanes(); i++) {
        byte[] message = Messages.random(MESSAGE_BYTES, i);
        segments.add(
            onHeap
                ? MemorySegment.ofArray(message)
                : arena.allocate(message.length, 64).copyFrom(MemorySegment.ofArray(message)));
        streams.add(Sha256Stream.exportable());
      }
      return allocatedInTheEnd(
          new Batch() {
            @Override
            public void prepare() {
              for (int i = 0; i < choice.lanes(); i++) {
                streams.get(i).segment(segments.get(i), false);
                sha256.enter(streams.get(i));
              }
            }

            @Override
            public void hash() {
              while (sha256.occupied() > 0) {
                sha256.advance(LISTENER);
              }
            }
          });
    }
  }

  /** Of unequal lengths, so that lanes end at different times, on the heap. */
  static long shortMessagesAllocate(EngineChoice choice) {
    List<ByteBuffer> messages = new ArrayList<>();
    for (int i = 0; i < 2 * choice.lanes(); i++) {
      messages.add(ByteBuffer.wrap(Messages.random(200 + 5 * i, i)));
    }
    byte[] digests = new byte[messages.size() * Sha256Digest.BYTES];
    try (MultiBufferSha256 sha256 = choice.open()) {
      return allocatedInTheEnd(
          new Batch() {
            @Override
            public void prepare() {}

            @Override
            public void hash() {
              sha256.digestShort(messages, digests, SHORT_LISTENER);
            }
          });
    }
  }

  /**
   * What the thread allocates in a hundred batches when all is compiled: none, or what it was when
   * last it was more, if after {@link #MAX_ROUNDS} it still comes back.
   */
  private static long allocatedInTheEnd(Batch batch) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long lastAllocated = 0;
    int quiet = 0;
    for (int round = 0; round < MAX_ROUNDS && quiet < QUIET_ROUNDS; round++) {
      long allocated = 0;
      for (int i = 0; i < BATCHES; i++) {
        batch.prepare();
        long before = threads.getCurrentThreadAllocatedBytes();
        batch.hash();
        allocated += threads.getCurrentThreadAllocatedBytes() - before;
      }
      quiet = allocated == 0 ? quiet + 1 : 0;
      lastAllocated = allocated == 0 ? lastAllocated : allocated;
    }
    return quiet == QUIET_ROUNDS ? 0 : lastAllocated;
  }
}
