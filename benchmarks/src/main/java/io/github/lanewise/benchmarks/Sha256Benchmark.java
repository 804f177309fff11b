package io.github.lanewise.benchmarks;

import com.sun.management.ThreadMXBean;
import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.MultiBufferSha256;
import io.github.lanewise.kernel.sha256.MultiBufferSha256.QuantumListener;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.kernel.sha256.Sha256Engines;
import io.github.lanewise.kernel.sha256.Sha256Stream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** A batch of messages by an engine, and the same messages one by one by {@link MessageDigest}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Sha256Benchmark {

  /** {@code widest}, {@code chosen} (by calibration), or the name of an engine. */
  @Param("widest")
  public String engine = "";

  /** How many messages; 0 fills the lanes. */
  @Param("0")
  public int messages;

  @Param("65536")
  public int minBytes;

  @Param("65536")
  public int maxBytes;

  @Param("direct")
  public String memory = "";

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Arena arena = Arena.ofConfined();
  private MultiBufferSha256 lanes;
  private MessageDigest messageDigest;
  private final byte[] digest = new byte[Sha256Digest.BYTES];
  private byte[][] bytes;
  private MemorySegment[] segments;
  private Sha256Stream[] streams;

  /** What one iteration took, apart for both. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Sides {

    public long lanesNanos;
    public long jdkNanos;
    public long hashedBytes;
    public long allocatedBytes;
    public long batches;
  }

  /** Makes the messages, and checks that both sides agree on them. */
  @Setup(Level.Trial)
  public void prepare() throws NoSuchAlgorithmException {
    EngineChoice choice = choose();
    lanes = choice.open();
    messageDigest = MessageDigest.getInstance("SHA-256");
    int count = messages == 0 ? choice.lanes() : messages;
    bytes = new byte[count][];
    segments = new MemorySegment[count];
    streams = new Sha256Stream[count];
    SplittableRandom random = new SplittableRandom(42);
    for (int i = 0; i < count; i++) {
      bytes[i] = new byte[random.nextInt(minBytes, maxBytes + 1)];
      random.nextBytes(bytes[i]);
      MemorySegment heap = MemorySegment.ofArray(bytes[i]);
      segments[i] =
          memory.equals("heap") ? heap : arena.allocate(bytes[i].length, 64).copyFrom(heap);
      streams[i] = new Sha256Stream();
    }
    hashInLanes();
    for (int i = 0; i < count; i++) {
      Sha256Digest expected = Sha256Digest.of(messageDigest.digest(bytes[i]));
      if (!streams[i].digest().equals(expected)) {
        throw new IllegalStateException(choice.engine() + " hashes message " + i + " wrongly");
      }
    }
    System.out.println("# Engine: " + choice.description());
  }

  private EngineChoice choose() {
    Sha256Engines engines = Sha256Engines.discover();
    return switch (engine) {
      case "chosen" -> engines.calibrate();
      case "widest" ->
          engines.force(
              engines.candidates().stream()
                  .filter(candidate -> candidate.refusal() == null)
                  .reduce((narrow, wide) -> wide)
                  .orElseThrow()
                  .name());
      default -> engines.force(engine);
    };
  }

  @TearDown(Level.Trial)
  public void close() {
    lanes.close();
    arena.close();
  }

  /** One batch of each. */
  @Benchmark
  public void contest(Sides sides, Blackhole blackhole) {
    for (int i = 0; i < streams.length; i++) {
      streams[i].reset();
    }
    long allocated = threads.getCurrentThreadAllocatedBytes();
    long start = System.nanoTime();
    hashInLanes();
    for (Sha256Stream stream : streams) {
      stream.digestInto(digest, 0);
      blackhole.consume(digest);
    }
    long middle = System.nanoTime();
    sides.allocatedBytes += threads.getCurrentThreadAllocatedBytes() - allocated;
    long again = System.nanoTime();
    for (byte[] message : bytes) {
      blackhole.consume(messageDigest.digest(message));
      sides.hashedBytes += message.length;
    }
    sides.lanesNanos += middle - start;
    sides.jdkNanos += System.nanoTime() - again;
    sides.batches++;
  }

  private void hashInLanes() {
    int next = 0;
    while (next < streams.length || lanes.occupied() > 0) {
      while (next < streams.length && lanes.occupied() < lanes.lanes()) {
        streams[next].segment(segments[next], true);
        lanes.enter(streams[next++]);
      }
      lanes.advance(NOBODY);
    }
  }

  private static final QuantumListener NOBODY =
      new QuantumListener() {
        @Override
        public void eaten(Sha256Stream stream) {}

        @Override
        public void ran(String engine, int used, int lanes, long bytes) {}
      };
}
