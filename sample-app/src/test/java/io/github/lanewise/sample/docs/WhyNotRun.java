package io.github.lanewise.sample.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The reasons for which a command on a page may not be run by a test. Each can be looked at: a
 * command with a reason that is not its own fails.
 */
final class WhyNotRun {

  /** What each command of a block has to be for a reason to hold. The tests are part of a build. */
  private static final Map<String, Predicate<String>> REASONS =
      Map.of(
          "builds the project", WhyNotRun::isBuild,
          "needs a container engine", command -> command.contains("docker ") || isBuild(command),
          "needs a cluster", WhyNotRun::isForACluster,
          "run by .ci/launch-check", command -> isIn(command, ".ci/launch-check"),
          "done by bin/lanewise", command -> isIn(command, "bin/lanewise"),
          "run by DocumentationTests", command -> command.contains("/digests"),
          "run by VerifyByHandTests", command -> command.startsWith("bash verify-"));

  private static final List<String> BUILDERS = List.of(".ci/", "benchmarks/run", "stress/run");
  private static final Pattern MODULES = Pattern.compile("-pl ([a-z,-]+)");
  private static final Pattern FILES = Pattern.compile("-[fk] ([^ ]+)");

  private WhyNotRun() {}

  /** Whether there is a reason of that text, and it is this block's. */
  static boolean holds(String reason, FencedBlock block) {
    Predicate<String> holds = REASONS.getOrDefault(reason, command -> false);
    return commands(block).stream().allMatch(holds);
  }

  /** A command a line, those that go on after a backslash in one piece, comments left out. */
  static List<String> commands(FencedBlock block) {
    return block
        .text()
        .replaceAll("\\\\\n\\s*", "")
        .lines()
        .map(line -> line.replaceAll("(^|\\s)#.*", "").strip())
        .filter(line -> !line.isEmpty())
        .toList();
  }

  /** Its modules, or its script, are there. */
  private static boolean isBuild(String command) {
    String program = command.split(" ", 2)[0];
    if (program.equals("mvn")) {
      Matcher modules = MODULES.matcher(command);
      return !modules.find()
          || Arrays.stream(modules.group(1).split(",", -1))
              .allMatch(module -> Files.exists(Page.ROOT.resolve(module).resolve("pom.xml")));
    }
    return BUILDERS.stream().anyMatch(program::startsWith)
        && Files.isExecutable(Page.ROOT.resolve(program));
  }

  /** What it applies is there. */
  private static boolean isForACluster(String command) {
    Matcher file = FILES.matcher(command);
    return command.startsWith("kubectl ")
        && (!file.find() || Files.exists(Page.ROOT.resolve(file.group(1))));
  }

  /** Its options are, each, in the script. */
  private static boolean isIn(String command, String script) {
    try {
      Path file = Page.ROOT.resolve(script);
      String text = Files.readString(file);
      return Files.isExecutable(file)
          && Arrays.stream(command.split("[ =\"]+", -1))
              .filter(word -> word.startsWith("-"))
              .allMatch(text::contains);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
