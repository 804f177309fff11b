package io.github.lanewise.kernel.sha256;

import java.util.Arrays;

/** Repeated measurements of one figure, and how well they know its median. */
final class Samples {

  /** So many deviations on either side; three miss the median in one of 370 cases. */
  private static final double DEVIATIONS = 3;

  private double[] values = new double[64];
  private int count;

  void add(double value) {
    if (count == values.length) {
      values = Arrays.copyOf(values, 2 * count);
    }
    values[count++] = value;
  }

  int count() {
    return count;
  }

  /** The median and the bounds that it lies between, of at least one sample. */
  Estimate estimate() {
    double[] sorted = Arrays.copyOf(values, count);
    Arrays.sort(sorted);
    // How many samples lie below the true median is binomial, whatever their distribution: count/2
    // of them, with a deviation of √count / 2. So the samples of these ranks enclose it.
    int away = (int) Math.ceil(DEVIATIONS * Math.sqrt(count) / 2);
    return new Estimate(
        sorted[count / 2],
        sorted[Math.max(0, count / 2 - away)],
        sorted[Math.min(count - 1, count / 2 + away)]);
  }

  /** Whether the medians of the first and second half differ by no more than this part. */
  boolean isSteady(double part) {
    double before = median(0, count / 2);
    double after = median(count / 2, count);
    return Math.abs(after - before) <= part * before;
  }

  private double median(int from, int to) {
    double[] sorted = Arrays.copyOfRange(values, from, to);
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /**
   * What is known of a figure.
   *
   * @param median of its samples
   * @param low the least that its true median may be
   * @param high the most
   */
  record Estimate(double median, double low, double high) {

    /** Exactly so much. */
    static Estimate of(double value) {
      return new Estimate(value, value, value);
    }
  }
}
