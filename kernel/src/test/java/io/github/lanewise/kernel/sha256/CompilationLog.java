package io.github.lanewise.kernel.sha256;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What HotSpot printed about a class with {@code PrintCompilation}, and with {@code PrintInlining}
 * for its methods alone, and what in it is a cliff for vector code.
 */
public final class CompilationLog {

  /**
   * The flags that make a JVM print it to its standard output. What is called waits until it is
   * compiled: how far the compilers get before the JVM ends must not hang on the load of the
   * machine.
   */
  public static List<String> flags(Class<?> type) {
    return List.of(
        "-XX:-BackgroundCompilation",
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:+PrintCompilation",
        "-XX:CompileCommand=PrintInlining,*" + type.getSimpleName() + "*::*");
  }

  private static final int C2 = 4;

  /** After this many nodes C2 stops inlining a method's helpers, and boxes what they are given. */
  private static final String NODE_CLIFF = "NodeCountInliningCutoff";

  /** A body that is too large for C1 is interpreted for as long as C2 is not asked for it. */
  private static final String C1_CLIFF = "out of virtual registers";

  private final String className;
  private final List<String> lines;

  public CompilationLog(Class<?> type, List<String> lines) {
    this.className = type.getName();
    this.lines = lines;
  }

  /** One line for everything that is wrong; none if every hot method was compiled well. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (String line : lines) {
      boolean aboutTheClass = line.contains(className);
      if (line.contains(NODE_CLIFF) || (aboutTheClass && line.contains(C1_CLIFF))) {
        problems.add(line.strip());
      }
    }
    Map<String, Map<String, Integer>> classes = highestTiers();
    // Classes of other widths are tested with a few blocks, which may or may not be compiled.
    classes.values().removeIf(methods -> !methods.containsValue(C2));
    if (classes.isEmpty()) {
      problems.add("no method of " + className + " reached tier " + C2);
    }
    classes.forEach(
        (name, methods) ->
            methods.forEach(
                (method, tier) -> {
                  if (tier < C2) {
                    problems.add(name + "::" + method + " reached tier " + tier + " only");
                  }
                }));
    return problems;
  }

  /** Of each class of that name (a hidden class has a number behind it), of each method. */
  private Map<String, Map<String, Integer>> highestTiers() {
    // 1119  927  b  3  io.github.lanewise.Name/0x0000000078052c00::method (1478 bytes)
    Pattern compiled =
        Pattern.compile(
            "\\d+\\s+\\d+[ %sb!n]*\\s([1-4])\\s+("
                + Pattern.quote(className)
                + "(?:/0x[0-9a-f]+)?)::(\\S+) (?:@ \\d+ )?\\(\\d+ bytes\\)(.*)");
    Map<String, Map<String, Integer>> tiers = new TreeMap<>();
    for (String line : lines) {
      Matcher matcher = compiled.matcher(line);
      if (matcher.find() && !matcher.group(4).contains("COMPILE SKIPPED")) {
        tiers
            .computeIfAbsent(matcher.group(2), name -> new TreeMap<>())
            .merge(matcher.group(3), Integer.valueOf(matcher.group(1)), Math::max);
      }
    }
    return tiers;
  }
}
