package io.github.lanewise.web;

/**
 * How large a multipart body may be. What is larger is a {@link ContentLimitException}, at the
 * first byte too many.
 *
 * @param maxPartBytes of the content of one part, at least 1
 * @param maxTotalBytes of the whole body, boundaries and headers included, at least 1
 * @param maxParts how many parts, at least 1
 */
public record PartLimits(long maxPartBytes, long maxTotalBytes, int maxParts) {

  /**
   * Checks each rule.
   *
   * @throws IllegalArgumentException for the first that is broken
   */
  public PartLimits {
    check("maxPartBytes", maxPartBytes);
    check("maxTotalBytes", maxTotalBytes);
    check("maxParts", maxParts);
  }

  private static void check(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException("%s must be at least 1, was %d".formatted(name, value));
    }
  }
}
