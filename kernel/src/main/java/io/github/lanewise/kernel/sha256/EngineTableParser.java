package io.github.lanewise.kernel.sha256;

import io.github.lanewise.kernel.sha256.EngineTable.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reads the form of a table that {@link EngineTable#toString} writes, and refuses all else. */
final class EngineTableParser {

  private static final String EXAMPLE = "jdk:1,vector-256:5,vector-512:12";

  private final Function<String, Sha256Engine> engines;
  private final String text;

  /**
   * @param engines gives an engine by its name, or throws what is to be thrown
   */
  EngineTableParser(Function<String, Sha256Engine> engines, String text) {
    this.engines = engines;
    this.text = text;
  }

  EngineTable parse() {
    String[] lists = text.split(";", -1);
    if (lists.length > 2) {
      throw refused("has at most one ';'");
    }
    List<Step> beginning = steps(lists[0]);
    checkBeginning(beginning);
    List<Step> goingOn = lists.length == 1 ? List.of() : steps(lists[1]);
    checkGoingOn(goingOn, beginning.getLast().engine());
    return new EngineTable(beginning, goingOn);
  }

  private List<Step> steps(String list) {
    List<Step> steps = new ArrayList<>();
    for (String step : list.split(",", -1)) {
      String[] parts = step.strip().split(":", -1);
      if (parts.length != 2 || !parts[1].matches("[0-9]{1,4}")) {
        throw refused("consists of 'engine:from', such as " + EXAMPLE + ", not of '" + step + "'");
      }
      int from = Integer.parseInt(parts[1]);
      if (steps.isEmpty() && from != 1) {
        throw refused("begins with 1 message, not with " + from);
      }
      if (!steps.isEmpty() && from <= steps.getLast().from()) {
        throw refused(
            "has ascending numbers of messages, not %d after %d"
                .formatted(from, steps.getLast().from()));
      }
      steps.add(new Step(engines.apply(parts[0]), from));
    }
    return steps;
  }

  private void checkBeginning(List<Step> steps) {
    Step before = null;
    for (Step step : steps) {
      if (before != null && step.engine().lanes() <= before.engine().lanes()) {
        throw refused(
            "has engines of ever more lanes, not %s with %d after %s with %d"
                .formatted(
                    step.engine().name(),
                    step.engine().lanes(),
                    before.engine().name(),
                    before.engine().lanes()));
      }
      checkReached(step);
      before = step;
    }
  }

  private void checkGoingOn(List<Step> steps, Sha256Engine widest) {
    for (Step step : steps) {
      if (!(step.engine() instanceof BlockEngine)) {
        throw refused(
            "cannot have %s after ';': it cannot take over from lanes"
                .formatted(step.engine().name()));
      }
      if (step.engine().lanes() > widest.lanes()) {
        throw refused(
            "cannot have %s after ';': it is wider than %s"
                .formatted(step.engine().name(), widest.name()));
      }
      checkReached(step);
    }
  }

  private void checkReached(Step step) {
    int lanes = step.engine().lanes();
    if (step.from() > lanes && !(step.engine() instanceof ScalarEngine)) {
      throw refused(
          "cannot use %s from %d messages on: it has %d lanes"
              .formatted(step.engine().name(), step.from(), lanes));
    }
  }

  private IllegalArgumentException refused(String rule) {
    return new IllegalArgumentException("a calibration " + rule + "; was '" + text + "'");
  }
}
