package io.github.lanewise.sample.blobs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range of bytes that is there (RFC 9110 §14.1.2).
 *
 * @param first from 0
 * @param last inclusive
 */
record ByteRange(long first, long last) {

  /** More would be asked for by somebody who wants to make us work. */
  private static final int MAX_RANGES = 32;

  private static final String UNIT = "bytes=";
  private static final Pattern SPEC = Pattern.compile("([0-9]*)-([0-9]*)");

  /** Longer numbers are beyond the end of any file, and would not fit. */
  private static final int MAX_DIGITS = 18;

  long count() {
    return last - first + 1;
  }

  /** {@code bytes 0-9/100}. */
  String contentRange(long size) {
    return "bytes " + first + "-" + last + "/" + size;
  }

  /**
   * The ranges that a header asks for, in its order, without those that begin beyond the end; none
   * if all do.
   *
   * @return empty if the header is to be ignored: it is malformed, in another unit, or asks for
   *     more than 32 ranges or for bytes twice, which no honest client needs (§14.2, §17.15)
   */
  static Optional<List<ByteRange>> parse(String header, long size) {
    if (!header.regionMatches(true, 0, UNIT, 0, UNIT.length())) {
      return Optional.empty();
    }
    String[] specs = header.substring(UNIT.length()).split(",", -1);
    if (specs.length > MAX_RANGES) {
      return Optional.empty();
    }
    List<ByteRange> ranges = new ArrayList<>();
    for (String spec : specs) {
      Matcher bounds = SPEC.matcher(spec.strip());
      if (!bounds.matches() || spec.strip().equals("-")) {
        return Optional.empty();
      }
      ByteRange range = of(bounds.group(1), bounds.group(2), size);
      if (range.first > range.last && !bounds.group(1).isEmpty() && !bounds.group(2).isEmpty()) {
        return Optional.empty();
      }
      if (range.first < size && range.first <= range.last) {
        ranges.add(new ByteRange(range.first, Math.min(range.last, size - 1)));
      }
    }
    return overlap(ranges) ? Optional.empty() : Optional.of(ranges);
  }

  private static ByteRange of(String first, String last, long size) {
    if (first.isEmpty()) {
      return new ByteRange(Math.max(0, size - number(last)), size - 1);
    }
    return new ByteRange(number(first), last.isEmpty() ? Long.MAX_VALUE : number(last));
  }

  private static long number(String digits) {
    return digits.length() > MAX_DIGITS ? Long.MAX_VALUE : Long.parseLong(digits);
  }

  private static boolean overlap(List<ByteRange> ranges) {
    List<ByteRange> sorted =
        ranges.stream().sorted(Comparator.comparingLong(ByteRange::first)).toList();
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i).first <= sorted.get(i - 1).last) {
        return true;
      }
    }
    return false;
  }
}
