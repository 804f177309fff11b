package io.github.lanewise.kernel.rsa;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * What the calling thread has allocated so far. Code of vectors that C2 has not compiled yet makes
 * an object of each vector; what it has compiled makes none.
 */
final class AllocatedBytes {

  private AllocatedBytes() {}

  /** Counted from any moment on; always 0 where the JVM does not tell. */
  static long soFar() {
    try {
      return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
              && threads.isThreadAllocatedMemorySupported()
              && threads.isThreadAllocatedMemoryEnabled()
          ? threads.getCurrentThreadAllocatedBytes()
          : 0;
    } catch (LinkageError e) {
      return 0; // a run-time image without the module jdk.management
    }
  }
}
