package io.github.lanewise.sample.blobs;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/**
 * What a reader makes its request depend on (RFC 9110 §13). Dates are ignored: a blob has none, its
 * address tells all that there is to tell of a version.
 */
final class Preconditions {

  private static final Pattern ENTITY_TAG = Pattern.compile("(?:W/)?(\"[^\"]*\")");

  private Preconditions() {}

  /**
   * What answers the request instead of the blob, 412 or 304; null if nothing does (§13.2.2).
   *
   * @param entityTag of the blob, strong, with its quotes
   */
  static @Nullable HttpStatus evaluate(HttpHeaders request, String entityTag) {
    List<String> ifMatch = request.getOrEmpty(HttpHeaders.IF_MATCH);
    if (!ifMatch.isEmpty() && !matches(ifMatch, entityTag, true)) {
      return HttpStatus.PRECONDITION_FAILED;
    }
    List<String> ifNoneMatch = request.getOrEmpty(HttpHeaders.IF_NONE_MATCH);
    return matches(ifNoneMatch, entityTag, false) ? HttpStatus.NOT_MODIFIED : null;
  }

  /** Whether a Range is to be looked at: an If-Range has to name this very version (§13.1.5). */
  static boolean rangeApplies(HttpHeaders request, String entityTag) {
    String ifRange = request.getFirst(HttpHeaders.IF_RANGE);
    return ifRange == null || ifRange.strip().equals(entityTag);
  }

  private static boolean matches(List<String> lines, String entityTag, boolean strong) {
    return lines.stream()
        .anyMatch(
            line ->
                line.strip().equals("*")
                    || ENTITY_TAG
                        .matcher(line)
                        .results()
                        .filter(tag -> !(strong && tag.group().startsWith("W/")))
                        .map(tag -> tag.group(1))
                        .anyMatch(entityTag::equals));
  }
}
