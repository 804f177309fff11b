package io.github.lanewise.pipeline.cpu;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lowers the calling thread's share of a cpu by {@code setpriority(2)}. On Linux a nice value
 * belongs to a thread, and to those that it starts; without privileges it only rises. (Java's own
 * thread priorities do nothing there unless the JVM is told otherwise.)
 */
final class ThreadNiceness {

  /**
   * Weight 110 beside 1,024 of an ordinary thread (kernel/sched/core.c, sched_prio_to_weight): one
   * tenth of a cpu that both want, all of it where nobody else does.
   */
  static final int BACKGROUND = 10;

  private static final int PRIO_PROCESS = 0;

  /** In place of a thread id. */
  private static final int CALLER = 0;

  private ThreadNiceness() {}

  private static final class Holder {
    static final @Nullable MethodHandle SET_PRIORITY = link();
  }

  private static @Nullable MethodHandle link() {
    if (!"Linux".equals(System.getProperty("os.name"))) {
      return null; // elsewhere the call concerns the whole process
    }
    try {
      Linker linker = Linker.nativeLinker();
      return linker.downcallHandle(
          linker.defaultLookup().findOrThrow("setpriority"),
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
    } catch (IllegalCallerException | UnsupportedOperationException | NoSuchElementException e) {
      return null;
    }
  }

  /**
   * Gives the calling platform thread the nice value {@link #BACKGROUND}.
   *
   * @return why its share is what it was; empty if it is lower
   */
  static Optional<String> lower() {
    MethodHandle call = Holder.SET_PRIORITY;
    if (call == null) {
      return Optional.of("setpriority of Linux cannot be called here");
    }
    try {
      int result = (int) call.invokeExact(PRIO_PROCESS, CALLER, BACKGROUND);
      return result == 0 ? Optional.empty() : Optional.of("the kernel refused setpriority");
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("a C function throws nothing checked", e);
    }
  }
}
