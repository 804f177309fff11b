package io.github.lanewise.sample.blobs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ResponseStatusException;

/** The digest that an uploader says its bytes have: the store keeps them only if they do. */
record ExpectedDigest(Optional<Sha256Digest> digest) {

  static final ExpectedDigest NONE = new ExpectedDigest(Optional.empty());

  /**
   * From {@code Content-Digest}, {@code Repr-Digest} and {@code ?address=}, before anything of the
   * body is read.
   *
   * @throws ResponseStatusException 400, if one is malformed or two differ
   */
  static ExpectedDigest of(ServerHttpRequest request) {
    return of(
        List.of(
            () ->
                DigestFields.parse(
                    DigestFields.CONTENT_DIGEST,
                    request.getHeaders().getOrEmpty(DigestFields.CONTENT_DIGEST)),
            () -> representation(request),
            () -> address(request)));
  }

  /**
   * From {@code Repr-Digest} and {@code ?address=} alone, where a request brings a part of the
   * whole.
   *
   * @throws ResponseStatusException as there
   */
  static ExpectedDigest ofRepresentation(ServerHttpRequest request) {
    return of(List.of(() -> representation(request), () -> address(request)));
  }

  private static ExpectedDigest of(List<Supplier<Optional<Sha256Digest>>> sources) {
    try {
      List<Sha256Digest> expected =
          sources.stream().map(Supplier::get).flatMap(Optional::stream).distinct().toList();
      if (expected.size() > 1) {
        throw new IllegalArgumentException(
            "an upload must be expected to have one digest, was " + expected);
      }
      return new ExpectedDigest(expected.stream().findFirst());
    } catch (IllegalArgumentException e) {
      throw new ResponseStatusException(HttpStatus.BAD_REQUEST, e.getMessage(), e);
    }
  }

  private static Optional<Sha256Digest> representation(ServerHttpRequest request) {
    return DigestFields.parse(
        DigestFields.REPR_DIGEST, request.getHeaders().getOrEmpty(DigestFields.REPR_DIGEST));
  }

  private static Optional<Sha256Digest> address(ServerHttpRequest request) {
    return Optional.ofNullable(request.getQueryParams().getFirst("address"))
        .map(Sha256Digest::parseContentAddress);
  }

  /**
   * Compares.
   *
   * @throws ResponseStatusException 400, if another one was expected
   */
  void check(Sha256Digest computed) {
    if (digest.isPresent() && !Objects.equals(digest.get(), computed)) {
      throw new ResponseStatusException(
          HttpStatus.BAD_REQUEST,
          "the body must have the address %s, has %s".formatted(digest.get(), computed));
    }
  }
}
