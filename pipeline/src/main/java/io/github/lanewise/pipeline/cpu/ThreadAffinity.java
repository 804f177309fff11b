package io.github.lanewise.pipeline.cpu;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Pins the calling thread by {@code sched_setaffinity(2)} and reads masks by {@code
 * sched_getaffinity(2)}: Linux, 64 bit, glibc or musl. Immutable, for any thread. What cannot be
 * done is answered with the reason, never thrown.
 */
final class ThreadAffinity {

  /** In place of a thread id. */
  private static final int CALLER = 0;

  private static final StructLayout CAPTURED_STATE = Linker.Option.captureStateLayout();

  /** The kernel refuses a buffer for fewer cpus than it was built for; none is for more. */
  private static final long WORDS_OF_ANY_KERNEL = (CpuList.HIGHEST_CPU + 1) / Long.SIZE;

  private final @Nullable MethodHandle schedSetAffinity;
  private final @Nullable MethodHandle schedGetAffinity;
  private final String whyUnavailable;

  private ThreadAffinity(
      @Nullable MethodHandle schedSetAffinity,
      @Nullable MethodHandle schedGetAffinity,
      String whyUnavailable) {
    this.schedSetAffinity = schedSetAffinity;
    this.schedGetAffinity = schedGetAffinity;
    this.whyUnavailable = whyUnavailable;
  }

  static ThreadAffinity ofThisPlatform() {
    String os = System.getProperty("os.name");
    if (!"Linux".equals(os)) {
      return unavailable("pinning needs Linux, this is " + os);
    }
    if (ADDRESS.byteSize() != Long.BYTES) {
      return unavailable("pinning needs a 64-bit JVM, this is " + System.getProperty("os.arch"));
    }
    try {
      return new ThreadAffinity(link("sched_setaffinity"), link("sched_getaffinity"), "");
    } catch (IllegalCallerException e) {
      return unavailable(
          "native access is refused, --enable-native-access=ALL-UNNAMED grants it: "
              + e.getMessage());
    } catch (UnsupportedOperationException | NoSuchElementException e) {
      return unavailable("this JVM cannot call sched_setaffinity or sched_getaffinity: " + e);
    }
  }

  static ThreadAffinity unavailable(String reason) {
    return new ThreadAffinity(null, null, reason);
  }

  /** Why {@link #pin} is impossible on this platform; empty if the kernel can be asked. */
  Optional<String> whyUnavailable() {
    return schedSetAffinity == null ? Optional.of(whyUnavailable) : Optional.empty();
  }

  /**
   * Confines the calling platform thread, and every thread that it starts from now on, to the cpus.
   *
   * @return why the thread is not pinned; empty if it is
   * @throws IllegalArgumentException if the cpus are none or one is negative
   */
  Optional<String> pin(Collection<Integer> cpus) {
    long[] mask = mask(cpus);
    MethodHandle call = schedSetAffinity;
    if (call == null) {
      return Optional.of(whyUnavailable);
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(CAPTURED_STATE);
      MemorySegment set = arena.allocateFrom(JAVA_LONG, mask);
      int result = invoke(call, state, CALLER, set);
      return result == 0 ? Optional.empty() : Optional.of(refusal(cpus, state));
    }
  }

  /** The online cpus that the calling platform thread may use, ascending; empty if unknown. */
  List<Integer> ofCaller() {
    return cpus(CALLER);
  }

  /**
   * As {@link #ofCaller}, of the main thread: the process's own mask, from which {@link
   * CpuTopology} is read, and which no pinning of ours narrows.
   */
  List<Integer> ofMainThread() {
    // Linux: the main thread's id is the process's.
    return cpus((int) ProcessHandle.current().pid());
  }

  private List<Integer> cpus(int threadId) {
    MethodHandle call = schedGetAffinity;
    if (call == null) {
      return List.of();
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment set = arena.allocate(JAVA_LONG, WORDS_OF_ANY_KERNEL);
      return invoke(call, arena.allocate(CAPTURED_STATE), threadId, set) < 0
          ? List.of()
          : BitSet.valueOf(set.toArray(JAVA_LONG)).stream().boxed().toList();
    }
  }

  /**
   * A cpu_set_t: cpu n is bit n mod 64 of word n / 64. The kernel takes any length, so the set is
   * as long as its highest cpu asks for, also beyond the 1,024 of the C library's type.
   */
  static long[] mask(Collection<Integer> cpus) {
    int lowest = cpus.stream().mapToInt(Integer::intValue).min().orElse(-1);
    if (lowest < 0) {
      throw new IllegalArgumentException("cpus must be at least one number from 0, were " + cpus);
    }
    int highest = cpus.stream().mapToInt(Integer::intValue).max().orElse(lowest);
    long[] words = new long[highest / Long.SIZE + 1];
    for (int cpu : cpus) {
      words[cpu / Long.SIZE] |= 1L << (cpu % Long.SIZE);
    }
    return words;
  }

  /** Both are {@code int name(pid_t pid, size_t cpusetsize, cpu_set_t *mask)}. */
  private static MethodHandle link(String name) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
        Linker.Option.captureCallState("errno"));
  }

  private static int invoke(
      MethodHandle call, MemorySegment state, int threadId, MemorySegment set) {
    try {
      return (int) call.invokeExact(state, threadId, set.byteSize(), set);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("a C function throws nothing checked", e);
    }
  }

  private static String refusal(Collection<Integer> cpus, MemorySegment state) {
    VarHandle errno = CAPTURED_STATE.varHandle(PathElement.groupElement("errno"));
    int code = (int) errno.get(state, 0L);
    String meaning =
        switch (code) {
          case 1 -> "EPERM, not permitted, for example by a seccomp profile";
          case 22 -> "EINVAL, none of them is online and in the cpuset";
          case 38 -> "ENOSYS, the sandbox has no such call";
          default -> "see errno(3)";
        };
    return "the kernel refused cpus %s: errno %d (%s)"
        .formatted(CpuList.format(cpus), code, meaning);
  }
}
