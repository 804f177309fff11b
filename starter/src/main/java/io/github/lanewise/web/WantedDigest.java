package io.github.lanewise.web;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.greenbytes.http.sfv.IntegerItem;
import org.greenbytes.http.sfv.ListElement;
import org.greenbytes.http.sfv.ParseException;
import org.greenbytes.http.sfv.Parser;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * What {@code Want-Content-Digest} and {@code Want-Repr-Digest} ask for (RFC 9530 §4). They are
 * preferences: one that is malformed is ignored, and the request served without.
 */
final class WantedDigest {

  private static final int MOST_PREFERRED = 10;

  private WantedDigest() {}

  /** The algorithm that is wanted most of those that are known; none if none is acceptable. */
  static Optional<DigestAlgorithm> read(HttpHeaders headers, String name) {
    List<String> lines = headers.get(name);
    return lines == null ? Optional.empty() : mostWanted(lines);
  }

  private static Optional<DigestAlgorithm> mostWanted(List<String> lines) {
    try {
      Map<String, ListElement<?>> wanted = new Parser(lines).parseDictionary().get();
      // Of equal weights the first of the enumeration wins, which is the one that lanes hash.
      return Arrays.stream(DigestAlgorithm.values())
          .filter(algorithm -> weight(wanted.get(algorithm.key())) > 0)
          .max(Comparator.comparingLong(algorithm -> weight(wanted.get(algorithm.key()))));
    } catch (ParseException e) {
      return Optional.empty();
    }
  }

  /** From 1 to 10; 0 is not acceptable, as is what is not there or no weight. */
  private static long weight(@Nullable ListElement<?> value) {
    return value instanceof IntegerItem item && item.getAsLong() <= MOST_PREFERRED
        ? Math.max(0, item.getAsLong())
        : 0;
  }
}
