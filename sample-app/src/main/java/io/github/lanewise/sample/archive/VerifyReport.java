package io.github.lanewise.sample.archive;

import java.io.IOException;

/** What is told of one manifest, in {@code sha256sum}'s words, and what comes of it. */
final class VerifyReport {

  /** How much is told. */
  enum Telling {
    RESULTS,
    /** {@code --quiet} */
    FAILURES,
    /** {@code --status} */
    NOTHING,
    /** {@code --warn} */
    LINES_TOO;

    /** Whether files that are right have no line. */
    boolean isSilent() {
      return this == FAILURES || this == NOTHING;
    }
  }

  private final Output output;
  private final FileName manifest;
  private final Telling telling;
  private final boolean ignoreMissing;

  private long malformed;
  private long listed;
  private long matched;
  private long mismatched;
  private long unreadable;

  VerifyReport(Output output, FileName manifest, Telling telling, boolean ignoreMissing) {
    this.output = output;
    this.manifest = manifest;
    this.telling = telling;
    this.ignoreMissing = ignoreMissing;
  }

  private void malformed(long lineNumber) {
    malformed++;
    if (telling == Telling.LINES_TOO) {
      output.message(manifest, lineNumber + ": improperly formatted SHA256 checksum line");
    }
  }

  /** The next line of the manifest: a file that is done, or what is none. */
  void checked(FileJob job) {
    if (job.malformedLine() > 0) {
      malformed(job.malformedLine());
      return;
    }
    listed++;
    IOException failure = job.failure();
    if (failure != null) {
      if (ignoreMissing && job.isMissing()) {
        return;
      }
      unreadable++;
      output.message(job.name(), Failures.textOf(failure));
      tell(job, "FAILED open or read");
    } else if (job.line().digest().equals(job.expected())) {
      matched++;
      if (telling != Telling.FAILURES) {
        tell(job, "OK");
      }
    } else {
      mismatched++;
      tell(job, "FAILED");
    }
  }

  private void tell(FileJob job, String result) {
    if (telling == Telling.NOTHING) {
      return;
    }
    FileName name = job.name();
    boolean escape = name.octets().indexOf('\n') >= 0;
    output.write((escape ? "\\" + name.escaped() : name.octets()) + ": " + result + "\n");
  }

  /**
   * Tells the sums.
   *
   * @return whether the manifest holds
   */
  boolean conclude(boolean strict) {
    if (listed == 0) {
      output.message(manifest, "no properly formatted checksum lines found");
      return false;
    }
    if (telling != Telling.NOTHING) {
      warn(malformed, "line is improperly formatted", "lines are improperly formatted");
      warn(unreadable, "listed file could not be read", "listed files could not be read");
      warn(mismatched, "computed checksum did NOT match", "computed checksums did NOT match");
      if (ignoreMissing && matched == 0) {
        output.message(manifest, "no file was verified");
      }
    }
    return matched > 0 && mismatched == 0 && unreadable == 0 && (!strict || malformed == 0);
  }

  private void warn(long count, String one, String many) {
    if (count > 0) {
      output.message("WARNING: " + count + " " + (count == 1 ? one : many));
    }
  }
}
