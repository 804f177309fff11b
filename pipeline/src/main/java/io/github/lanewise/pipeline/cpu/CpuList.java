package io.github.lanewise.pipeline.cpu;

import java.util.Collection;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The kernel's list format for sets of cpus, {@code 0-3,8} (Linux: bitmap_parselist). */
final class CpuList {

  /** Above any kernel's NR_CPUS; keeps a broken range from filling the memory. */
  static final int HIGHEST_CPU = 65_535;

  private CpuList() {}

  /**
   * Reads a list.
   *
   * @return the cpus, ascending; empty for an empty list, which a node without cpus has
   * @throws IllegalArgumentException if the text is no such list
   */
  static SortedSet<Integer> parse(String text) {
    SortedSet<Integer> cpus = new TreeSet<>();
    String list = text.strip();
    if (list.isEmpty()) {
      return cpus;
    }
    for (String range : list.split(",", -1)) {
      int dash = range.indexOf('-');
      int first = number(dash < 0 ? range : range.substring(0, dash), list);
      int last = dash < 0 ? first : number(range.substring(dash + 1), list);
      if (first > last) {
        throw malformed(list, null);
      }
      for (int cpu = first; cpu <= last; cpu++) {
        cpus.add(cpu);
      }
    }
    return cpus;
  }

  /** The inverse of {@link #parse}, with runs of cpus drawn together. */
  static String format(Collection<Integer> cpus) {
    StringJoiner ranges = new StringJoiner(",");
    SortedSet<Integer> left = new TreeSet<>(cpus);
    while (!left.isEmpty()) {
      int first = left.first();
      int last = first;
      while (left.contains(last + 1)) {
        last++;
      }
      ranges.add(first == last ? String.valueOf(first) : first + "-" + last);
      left = left.tailSet(last + 1);
    }
    return ranges.toString();
  }

  private static int number(String digits, String list) {
    try {
      int cpu = Integer.parseInt(digits);
      if (cpu < 0 || cpu > HIGHEST_CPU) {
        throw malformed(list, null);
      }
      return cpu;
    } catch (NumberFormatException e) {
      throw malformed(list, e);
    }
  }

  private static IllegalArgumentException malformed(String list, @Nullable Exception cause) {
    return new IllegalArgumentException(
        "a cpu list must look like 0-3,8 with numbers up to %d, was '%s'"
            .formatted(HIGHEST_CPU, list),
        cause);
  }
}
