package io.github.lanewise.sample.archive;

import picocli.CommandLine.Option;

/** How files are hashed, by whichever command. */
final class HashingOptions {

  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      description = {
        "auto (the default): jdk, and where there are more than 100 GB, lanes if a calibration"
            + " finds them faster; jdk; or an engine or table as lanewise.engine takes, vector-512"
            + " say."
      })
  private String engine = EngineSelection.AUTO;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many files or pairs of files to hash at once (default: one per core).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(names = "--no-progress", description = "No progress bar on a terminal either.")
  private boolean noProgress;

  FileHashing newHashing() {
    if (threads < 1) {
      throw new CommandFailedException("--threads must be at least 1, was " + threads);
    }
    try {
      return new FileHashing(EngineSelection.of(engine), threads);
    } catch (IllegalStateException e) {
      throw new CommandFailedException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * A bar on standard error if that is a terminal and nobody else writes there.
   *
   * @param silent whether nothing is written to standard output
   */
  Progress newProgress(FileHashing hashing, boolean silent) {
    boolean shown =
        !noProgress
            && Terminal.isTerminal(Terminal.STANDARD_ERROR)
            && (silent || !Terminal.isTerminal(Terminal.STANDARD_OUTPUT));
    return shown ? Progress.onTerminal(hashing) : Progress.none(hashing);
  }
}
