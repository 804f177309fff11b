package io.github.lanewise.web;

import io.github.lanewise.kernel.rsa.SignatureScheme;
import io.github.lanewise.pipeline.RsaVerifier;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.greenbytes.http.sfv.ByteSequenceItem;
import org.greenbytes.http.sfv.Dictionary;
import org.greenbytes.http.sfv.InnerList;
import org.greenbytes.http.sfv.IntegerItem;
import org.greenbytes.http.sfv.Item;
import org.greenbytes.http.sfv.ListElement;
import org.greenbytes.http.sfv.ParseException;
import org.greenbytes.http.sfv.Parser;
import org.greenbytes.http.sfv.StringItem;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Verifies signatures of responses (RFC 9421 §3.2): one of the keys here must confirm one that
 * covers the status and a digest field. Immutable, safe for any number of threads.
 */
public final class MessageVerifier {

  private static final Duration CLOCK_SKEW = Duration.ofMinutes(1);

  private final Map<String, RsaVerifier> keys;
  private final Duration maxAge;
  private final Clock clock;

  private MessageVerifier(Map<String, RsaVerifier> keys, Duration maxAge, Clock clock) {
    this.keys = keys;
    this.maxAge = maxAge;
    this.clock = clock;
  }

  /**
   * Verifies with these keys, by the id that the signature names.
   *
   * @param maxAge of a signature; a minute more is forgiven, as is one that is made as much in the
   *     future
   * @throws IllegalArgumentException if there is no key, or the age is not positive
   */
  public static MessageVerifier of(Duration maxAge, RsaVerifier... keys) {
    return of(Clock.systemUTC(), maxAge, List.of(keys));
  }

  static MessageVerifier of(Clock clock, Duration maxAge, List<RsaVerifier> keys) {
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("signatures are verified with at least 1 key, was 0");
    }
    if (!maxAge.isPositive()) {
      throw new IllegalArgumentException("maxAge must be positive, was " + maxAge);
    }
    Map<String, RsaVerifier> byId = new LinkedHashMap<>();
    keys.forEach(key -> byId.put(key.keyId(), key));
    return new MessageVerifier(byId, maxAge, clock);
  }

  /** Whether the fields have a signature at all. */
  static boolean isSigned(HttpHeaders fields) {
    return fields.containsHeader(MessageSigner.SIGNATURE_INPUT)
        || fields.containsHeader(MessageSigner.SIGNATURE);
  }

  /**
   * Verifies what the headers, or the trailers, have.
   *
   * @param trailers null if the signature is in the headers
   * @return the names of the fields, headers or trailers, that the signature covers, in lower case
   * @throws InvalidSignatureException if there is none by one of the keys that is right
   */
  Set<String> verify(int status, HttpHeaders headers, @Nullable HttpHeaders trailers) {
    HttpHeaders fields = trailers == null ? headers : trailers;
    Map<String, ListElement<?>> inputs = dictionary(fields, MessageSigner.SIGNATURE_INPUT);
    Map<String, ListElement<?>> signatures = dictionary(fields, MessageSigner.SIGNATURE);
    SignatureBase base = new SignatureBase(status, headers, trailers);
    InvalidSignatureException none =
        new InvalidSignatureException(
            "a response must be signed by one of the keys %s, was by %s"
                .formatted(keys.keySet(), keyIds(inputs)));
    for (Map.Entry<String, ListElement<?>> input : inputs.entrySet()) {
      if (!(input.getValue() instanceof InnerList covered)
          || !(signatures.get(input.getKey()) instanceof ByteSequenceItem signature)) {
        continue;
      }
      RsaVerifier key = keys.get(text(covered, "keyid"));
      if (key == null) {
        continue;
      }
      try {
        verify(base, covered, signature, key);
        return covered(covered, trailers != null);
      } catch (InvalidSignatureException e) {
        none.addSuppressed(e);
      }
    }
    // The only one that was tried tells more than that there is none.
    if (none.getSuppressed().length == 1
        && none.getSuppressed()[0] instanceof InvalidSignatureException only) {
      throw only;
    }
    throw none;
  }

  private void verify(
      SignatureBase base, InnerList covered, ByteSequenceItem signature, RsaVerifier key) {
    String algorithm = text(covered, "alg");
    if (!algorithm.isEmpty() && !algorithm.equals(SignatureBase.RSA_V1_5_SHA256)) {
      throw new InvalidSignatureException(
          "the algorithm of a signature must be %s, was %s"
              .formatted(SignatureBase.RSA_V1_5_SHA256, algorithm));
    }
    checkCovered(covered);
    checkTime(covered);
    ByteBuffer value = signature.get().duplicate();
    byte[] bytes = new byte[value.remaining()];
    value.get(bytes);
    if (!key.verify(base.digest(covered), bytes, SignatureScheme.PKCS1_V1_5)) {
      throw new InvalidSignatureException(
          "the signature of a response must be confirmed by key %s, is not".formatted(key.keyId()));
    }
  }

  /** The names that are covered where the digest has to be. */
  private static Set<String> covered(InnerList covered, boolean trailers) {
    return covered.get().stream()
        .filter(StringItem.class::isInstance)
        .filter(item -> item.getParams().containsKey(SignatureBase.TRAILER) == trailers)
        .map(item -> ((StringItem) item).get())
        .collect(Collectors.toSet());
  }

  private static void checkCovered(InnerList covered) {
    if (!covered(covered, false).contains(SignatureBase.STATUS)) {
      throw new InvalidSignatureException(
          "the signature of a response must cover @status, covers "
              + covered.get().stream().map(Item::serialize).toList());
    }
  }

  private void checkTime(InnerList covered) {
    Instant now = clock.instant();
    Instant created = time(covered, "created");
    if (created == null
        || created.isAfter(now.plus(CLOCK_SKEW))
        || created.isBefore(now.minus(maxAge).minus(CLOCK_SKEW))) {
      throw new InvalidSignatureException(
          "a signature must be at most %s old, was created at %s".formatted(maxAge, created));
    }
    Instant expires = time(covered, "expires");
    if (expires != null && expires.isBefore(now)) {
      throw new InvalidSignatureException("a signature must not have expired, did at " + expires);
    }
  }

  private static @Nullable Instant time(InnerList covered, String parameter) {
    return covered.getParams().get(parameter) instanceof IntegerItem seconds
        ? Instant.ofEpochSecond(seconds.getAsLong())
        : null;
  }

  private static String text(InnerList covered, String parameter) {
    return covered.getParams().get(parameter) instanceof StringItem text ? text.get() : "";
  }

  private static List<String> keyIds(Map<String, ListElement<?>> inputs) {
    return inputs.values().stream()
        .map(input -> input instanceof InnerList covered ? text(covered, "keyid") : "")
        .toList();
  }

  private static Map<String, ListElement<?>> dictionary(HttpHeaders fields, String name) {
    List<String> lines = fields.get(name);
    if (lines == null) {
      return Map.of();
    }
    try {
      Dictionary dictionary = new Parser(lines).parseDictionary();
      return dictionary.get();
    } catch (ParseException e) {
      throw new InvalidSignatureException(
          "%s must be a dictionary (RFC 9421 §4): %s".formatted(name, e.getMessage()), e);
    }
  }
}
