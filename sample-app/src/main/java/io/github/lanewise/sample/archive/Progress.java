package io.github.lanewise.sample.archive;

import java.time.Duration;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import org.jspecify.annotations.Nullable;

/** A bar with bytes, GB/s and the time left, on a terminal; nothing elsewhere. */
final class Progress implements AutoCloseable {

  private static final int REFRESH_MILLIS = 250;
  private static final double GIGA = 1e9;
  private static final int MAX_BAR = 40;

  private final FileHashing hashing;
  private final @Nullable ProgressBar bar;

  private Progress(FileHashing hashing, @Nullable ProgressBar bar) {
    this.hashing = hashing;
    this.bar = bar;
  }

  static Progress none(FileHashing hashing) {
    return new Progress(hashing, null);
  }

  static Progress onTerminal(FileHashing hashing) {
    return to(new ConsoleProgressBarConsumer(System.err, Terminal.columns() - 1), hashing);
  }

  static Progress to(ProgressBarConsumer consumer, FileHashing hashing) {
    ProgressBar bar =
        new ProgressBarBuilder()
            .setTaskName(Output.PROGRAM)
            .setInitialMax(0)
            .setUpdateIntervalMillis(REFRESH_MILLIS)
            .setConsumer(consumer)
            .setRenderer(
                (state, columns) ->
                    render(
                        hashing.hashedBytes(),
                        hashing.foundBytes(),
                        hashing.isAllFound(),
                        state.getElapsedAfterStart(),
                        columns))
            .continuousUpdate()
            .build();
    return new Progress(hashing, bar);
  }

  /** Whether there is one to be seen. */
  boolean isShown() {
    return bar != null;
  }

  /**
   * A line of at most so many columns.
   *
   * @param all whether nothing more will be found
   */
  static String render(long done, long found, boolean all, Duration elapsed, int columns) {
    double seconds = Math.max(elapsed.toNanos() / 1e9, 1e-3);
    double bytesPerSecond = done / seconds;
    double part = found > 0 ? Math.min(1, (double) done / found) : 0;
    String left = all && done > 0 ? time((found - done) / bytesPerSecond) + " left" : "counting";
    String figures =
        String.format(
            Locale.ROOT,
            "%3d%%  %.2f/%.2f GB  %.2f GB/s  %s",
            (int) (part * 100),
            done / GIGA,
            found / GIGA,
            bytesPerSecond / GIGA,
            left);
    int width = Math.min(MAX_BAR, columns - figures.length() - 3);
    if (width <= 0) {
      return figures.substring(0, Math.min(figures.length(), Math.max(columns, 0)));
    }
    int full = (int) (part * width);
    return "[" + "#".repeat(full) + " ".repeat(width - full) + "] " + figures;
  }

  private static String time(double seconds) {
    long whole = (long) Math.ceil(Math.max(seconds, 0));
    return String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
  }

  /** Draws the last state and leaves the line. */
  @Override
  public void close() {
    if (bar != null) {
      bar.maxHint(Math.max(hashing.foundBytes(), 1));
      bar.stepTo(hashing.hashedBytes());
      bar.close();
    }
  }
}
