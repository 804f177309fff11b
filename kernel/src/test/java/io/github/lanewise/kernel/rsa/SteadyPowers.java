package io.github.lanewise.kernel.rsa;

import com.sun.management.ThreadMXBean;
import io.github.lanewise.kernel.rsa.PowerEngine.Session;
import java.lang.management.ManagementFactory;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A lane engine at work until what it runs no longer allocates. {@link CompiledPowersTests} starts
 * it in a JVM of its own and reads what the compiler says meanwhile.
 */
final class SteadyPowers {

  /** Halves of the sizes of keys, and a check. */
  private static final int[] SIZES = {1024, 1536, 2048, 3072};

  /** So many powers in a row must allocate nothing: time enough for what is left to be compiled. */
  private static final int QUIET_POWERS = 300;

  private static final int MAX_POWERS = 30_000;

  private SteadyPowers() {}

  /** Arguments: the bits of a vector. Prints one line for each size to the error stream. */
  public static void main(String[] arguments) {
    PowerEngine engine = new VectorPower(Integer.parseInt(arguments[0]));
    for (int bits : SIZES) {
      System.err.println(
          bits + " bits allocated " + allocatedInTheEnd(engine, bits) + " bytes in the end");
    }
  }

  /**
   * What the thread allocates in a power when all is compiled: nothing, or what it was when last it
   * was more, if after {@link #MAX_POWERS} it still comes back.
   */
  private static long allocatedInTheEnd(PowerEngine engine, int bits) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Random random = new Random(bits);
    // Short exponents: each power has all kinds of steps, and there are many powers.
    Exponentiation[] batch =
        IntStream.range(0, engine.lanes())
            .mapToObj(lane -> PowerSelfTest.task(bits, 64, random))
            .toArray(Exponentiation[]::new);
    try (Session session = engine.open()) {
      long lastAllocated = 0;
      int quiet = 0;
      for (int i = 0; i < MAX_POWERS && quiet < QUIET_POWERS; i++) {
        long before = threads.getCurrentThreadAllocatedBytes();
        session.power(batch, batch.length);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        quiet = allocated == 0 ? quiet + 1 : 0;
        lastAllocated = allocated == 0 ? lastAllocated : allocated;
      }
      return quiet == QUIET_POWERS ? 0 : lastAllocated;
    }
  }
}
