package io.github.lanewise.kernel.sha256;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What is known of each engine here, and which is used for how many messages. Immutable.
 *
 * <p>Figures are those of the slower of the two kinds of memory, heap and native.
 */
public final class CalibrationReport {

  private final List<Row> rows;
  private final String table;
  private final String fixedLengths;
  private final Duration took;
  private final boolean settled;

  CalibrationReport(
      List<Row> rows, String table, String fixedLengths, Duration took, boolean settled) {
    this.rows = List.copyOf(rows);
    this.table = table;
    this.fixedLengths = fixedLengths;
    this.took = took;
    this.settled = settled;
  }

  /** Where nothing was measured. */
  static CalibrationReport unmeasured(List<Row> rows, EngineTable table) {
    return new CalibrationReport(
        rows, table.toString(), FixedLengthTable.of(table).toString(), Duration.ZERO, true);
  }

  /**
   * One engine.
   *
   * @param engine its name
   * @param lanes how many it has; 0 where it could not be made
   * @param gigabytesPerSecond with all lanes used, in 10^9 bytes; 0 if it was not measured
   * @param loads what was measured by the number of messages, fewest first; empty if nothing was
   * @param from the number of messages from which it is used for those that begin; empty if never
   * @param verdict why it is used, or is not
   */
  public record Row(
      String engine,
      int lanes,
      double gigabytesPerSecond,
      List<Load> loads,
      Optional<Integer> from,
      String verdict) {

    /** Copies the list. */
    public Row {
      loads = List.copyOf(loads);
    }

    /** Throughput with all lanes used ÷ that of {@code jdk}; 0 if it was not measured. */
    public double ratio() {
      return loads.isEmpty() ? 0 : loads.getLast().ratio();
    }
  }

  /**
   * One number of messages.
   *
   * @param messages how many
   * @param ratio throughput ÷ that of {@code jdk} on the same messages, median of the rounds
   * @param low the least that the true median may be, but for one case in 370
   * @param high the most
   * @param rounds in how many rounds both were measured
   */
  public record Load(int messages, double ratio, double low, double high, int rounds) {}

  /** All engines there might be, refused ones too. */
  public List<Row> rows() {
    return rows;
  }

  /** The table that follows, in the form that {@link Sha256Engines#choose} takes. */
  public String table() {
    return table;
  }

  /**
   * Which engine hashes messages of one length, from how many on, by their length: {@code to 55
   * bytes: vector-256 from 6, longer: jdk}. See {@link EngineChoice#openFixed}.
   */
  public String fixedLengths() {
    return fixedLengths;
  }

  /** How long it took; zero where nothing was measured. */
  public Duration took() {
    return took;
  }

  /** Whether the table would be the same wherever in their bounds the figures are. */
  public boolean isSettled() {
    return settled;
  }

  /** A line for each engine, one for the table, and one for messages of one length. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Row row : rows) {
      text.append(String.format(Locale.ROOT, "%-10s  ", row.engine()));
      if (!row.loads().isEmpty()) {
        text.append(String.format(Locale.ROOT, "%5.2f GB/s  ", row.gigabytesPerSecond()));
        for (Load load : row.loads()) {
          text.append(
              String.format(
                  Locale.ROOT,
                  "%d: %.2f × jdk (%.2f to %.2f, %d rounds)  ",
                  load.messages(),
                  load.ratio(),
                  load.low(),
                  load.high(),
                  load.rounds()));
        }
      }
      text.append(row.verdict()).append('\n');
    }
    text.append("table: ").append(table);
    if (!took.isZero()) {
      text.append(
          String.format(
              Locale.ROOT,
              " (%.1f s%s)",
              took.toMillis() / 1000.0,
              settled ? "" : ", not settled: the figures spread too wide"));
    }
    return text.append("\nmessages of one length: ").append(fixedLengths).toString();
  }
}
