package io.github.lanewise.web;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What the digest fields of a message say of its body, to be held against the body. Immutable. */
final class DigestVerification {

  private record Expected(String name, DigestField field) {}

  private final List<Expected> expected;
  private final Set<DigestAlgorithm> algorithms = EnumSet.noneOf(DigestAlgorithm.class);

  private DigestVerification(List<Expected> expected) {
    this.expected = expected;
    expected.forEach(each -> algorithms.addAll(each.field().algorithms()));
  }

  /**
   * Of the fields that a message has.
   *
   * @param partial whether the content is a part of the representation, so that {@code Repr-Digest}
   *     tells nothing about it (RFC 9530 §3)
   * @throws InvalidFieldException if one is malformed
   */
  static DigestVerification of(HttpHeaders headers, boolean partial) {
    List<Expected> expected = new ArrayList<>();
    read(headers, DigestField.CONTENT_DIGEST).ifPresent(expected::add);
    // Read in any case: malformed is malformed.
    Optional<Expected> representation = read(headers, DigestField.REPR_DIGEST);
    if (!partial) {
      representation.ifPresent(expected::add);
    }
    return new DigestVerification(expected);
  }

  private static Optional<Expected> read(HttpHeaders headers, String name) {
    return DigestField.read(headers, name).map(field -> new Expected(name, field));
  }

  /** Whether no digest is there whose algorithm is known. */
  boolean isEmpty() {
    return algorithms.isEmpty();
  }

  /** The algorithms that are known, of all fields. */
  Set<DigestAlgorithm> algorithms() {
    return algorithms;
  }

  /**
   * Whether a body that passes has the digest of one of these fields.
   *
   * @param names in lower case
   * @param hashed the algorithms by which the body is hashed
   */
  boolean verifiesOneOf(Set<String> names, Set<DigestAlgorithm> hashed) {
    return expected.stream()
        .filter(each -> names.contains(each.name().toLowerCase(Locale.ROOT)))
        .anyMatch(each -> each.field().algorithms().stream().anyMatch(hashed::contains));
  }

  /**
   * The body, which ends in a {@link DigestMismatchException} instead of completion if one of the
   * digests is not its own.
   *
   * @param onDigests gets the digests if they are right, just before completion
   */
  Flux<DataBuffer> verify(
      Flux<DataBuffer> body, BodyHasher hasher, Consumer<BodyDigests> onDigests) {
    return Flux.defer(
        () -> {
          List<BodyDigests> computed = new ArrayList<>(1);
          return hasher
              .tap(body, algorithms, computed::add)
              .concatWith(Mono.defer(() -> check(computed.getFirst(), onDigests)));
        });
  }

  private <T> Mono<T> check(BodyDigests computed, Consumer<BodyDigests> onDigests) {
    return Mono.fromRunnable(
        () -> {
          check(computed);
          onDigests.accept(computed);
        });
  }

  /**
   * Holds digests that were computed already against the fields.
   *
   * @throws DigestMismatchException if one is not as its field says
   */
  void check(BodyDigests computed) {
    for (Expected each : expected) {
      Optional<DigestAlgorithm> wrong = each.field().mismatch(computed);
      if (wrong.isPresent()) {
        throw new DigestMismatchException(
            each.name(), wrong.get(), DigestField.of(computed, wrong.get()).toString());
      }
    }
  }
}
