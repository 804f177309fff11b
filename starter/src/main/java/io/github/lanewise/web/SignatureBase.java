package io.github.lanewise.web;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.greenbytes.http.sfv.InnerList;
import org.greenbytes.http.sfv.Item;
import org.greenbytes.http.sfv.StringItem;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * What a signature of a response is computed over (RFC 9421 §2.5): a line for each component that
 * it covers, and one for its parameters.
 *
 * @param status of the response
 * @param headers of the response
 * @param trailers null if there are none, or they have not come yet
 */
record SignatureBase(int status, HttpHeaders headers, @Nullable HttpHeaders trailers) {

  static final String STATUS = "@status";

  /** The parameter of a component that is a trailer field (§2.1.4). */
  static final String TRAILER = "tr";

  /** The algorithm of §3.3.2. */
  static final String RSA_V1_5_SHA256 = "rsa-v1_5-sha256";

  /**
   * The digest that is signed.
   *
   * @param covered the components with the signature's parameters
   * @throws InvalidSignatureException if a component is not there, is there twice or is not known
   */
  Sha256Digest digest(InnerList covered) {
    return Sha256Digest.of(
        BodyHasher.sha256().digest(text(covered).getBytes(StandardCharsets.UTF_8)));
  }

  /** The text that is signed; its lines are divided, and not ended, by line feeds. */
  String text(InnerList covered) {
    List<String> identifiers = covered.get().stream().map(Item::serialize).toList();
    if (identifiers.size() != identifiers.stream().distinct().count()) {
      throw new InvalidSignatureException(
          "a signature covers a component once, was " + covered.serialize());
    }
    String components =
        covered.get().stream()
            .map(component -> component.serialize() + ": " + value(component) + "\n")
            .collect(Collectors.joining());
    return components + "\"@signature-params\": " + covered.serialize();
  }

  private String value(Item<?> component) {
    if (!(component instanceof StringItem name)) {
      throw unknown(component);
    }
    if (component.getParams().isEmpty()) {
      return name.get().equals(STATUS) ? String.valueOf(status) : field(headers, name.get());
    }
    if (trailers != null
        && component.getParams().serialize().equals(";" + TRAILER)
        && !name.get().startsWith("@")) {
      return field(trailers, name.get());
    }
    throw unknown(component);
  }

  /** §2.1: the lines of a field, trimmed, divided by a comma and a space. */
  private static String field(HttpHeaders fields, String name) {
    List<String> lines = name.startsWith("@") ? null : fields.get(name);
    if (lines == null) {
      throw new InvalidSignatureException(
          "what a signature covers must be in the message, '%s' is not".formatted(name));
    }
    return lines.stream().map(String::strip).collect(Collectors.joining(", "));
  }

  private static InvalidSignatureException unknown(Item<?> component) {
    return new InvalidSignatureException(
        "a component must be @status, a field or a trailer field, was " + component.serialize());
  }
}
