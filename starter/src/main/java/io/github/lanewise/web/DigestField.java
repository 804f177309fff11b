package io.github.lanewise.web;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.greenbytes.http.sfv.ByteSequenceItem;
import org.greenbytes.http.sfv.Dictionary;
import org.greenbytes.http.sfv.ListElement;
import org.greenbytes.http.sfv.ParseException;
import org.greenbytes.http.sfv.Parser;
import org.springframework.http.HttpHeaders;

/**
 * The value of {@code Content-Digest} or {@code Repr-Digest} (RFC 9530 §2, §3): digests by
 * algorithm, as far as the algorithms are known here, which are {@code sha-256} and {@code
 * sha-512}. Immutable.
 *
 * <pre>{@code
 * headers.set(DigestField.REPR_DIGEST, DigestField.of(digest).toString());
 * }</pre>
 */
public final class DigestField {

  /** Digests of the content as it is transferred: with its coding, and of the range alone. */
  public static final String CONTENT_DIGEST = "Content-Digest";

  /** Digests of the selected representation: with its coding, and of more than the range. */
  public static final String REPR_DIGEST = "Repr-Digest";

  /** Asks for {@link #CONTENT_DIGEST} in the response, with weights of algorithms. */
  public static final String WANT_CONTENT_DIGEST = "Want-Content-Digest";

  /** Asks for {@link #REPR_DIGEST} in the response, with weights of algorithms. */
  public static final String WANT_REPR_DIGEST = "Want-Repr-Digest";

  private final Map<DigestAlgorithm, byte[]> digests;

  private DigestField(Map<DigestAlgorithm, byte[]> digests) {
    this.digests = digests;
  }

  /** A field with one digest. */
  public static DigestField of(Sha256Digest digest) {
    return new DigestField(new EnumMap<>(Map.of(DigestAlgorithm.SHA_256, digest.toByteArray())));
  }

  static DigestField of(BodyDigests digests, DigestAlgorithm algorithm) {
    return new DigestField(new EnumMap<>(Map.of(algorithm, digests.of(algorithm))));
  }

  /**
   * Reads a field of a message; empty if the message has none.
   *
   * @param name {@link #CONTENT_DIGEST} or {@link #REPR_DIGEST}
   * @throws InvalidFieldException if it is malformed, or a digest has not the length of its
   *     algorithm
   */
  public static Optional<DigestField> read(HttpHeaders headers, String name) {
    List<String> lines = headers.get(name);
    return lines == null ? Optional.empty() : Optional.of(parse(name, lines));
  }

  /**
   * Lines of one field are one dictionary; of several members with the same key the last counts.
   */
  static DigestField parse(String name, List<String> lines) {
    Map<DigestAlgorithm, byte[]> digests = new EnumMap<>(DigestAlgorithm.class);
    for (Map.Entry<String, ListElement<?>> member : dictionary(name, lines).get().entrySet()) {
      if (!(member.getValue() instanceof ByteSequenceItem item)) {
        throw new InvalidFieldException(
            name, "'%s' has a value of another type".formatted(member.getKey()), null);
      }
      DigestAlgorithm.of(member.getKey())
          .ifPresent(algorithm -> digests.put(algorithm, bytes(name, algorithm, item)));
    }
    return new DigestField(digests);
  }

  private static Dictionary dictionary(String name, List<String> lines) {
    try {
      return new Parser(lines).parseDictionary();
    } catch (ParseException e) {
      throw new InvalidFieldException(name, String.valueOf(e.getMessage()), e);
    }
  }

  private static byte[] bytes(String name, DigestAlgorithm algorithm, ByteSequenceItem item) {
    ByteBuffer value = item.get();
    byte[] bytes = new byte[value.remaining()];
    value.duplicate().get(bytes);
    if (bytes.length != algorithm.bytes()) {
      throw new InvalidFieldException(
          name,
          "a digest by %s has %d bytes, was %d"
              .formatted(algorithm.key(), algorithm.bytes(), bytes.length),
          null);
    }
    return bytes;
  }

  /** The digest by {@code sha-256}, if it is among them. */
  public Optional<Sha256Digest> sha256() {
    return Optional.ofNullable(digests.get(DigestAlgorithm.SHA_256)).map(Sha256Digest::of);
  }

  Set<DigestAlgorithm> algorithms() {
    return digests.keySet();
  }

  /** The first algorithm by which a body has another digest. */
  Optional<DigestAlgorithm> mismatch(BodyDigests actual) {
    return digests.keySet().stream()
        .filter(algorithm -> !MessageDigest.isEqual(digests.get(algorithm), actual.of(algorithm)))
        .findFirst();
  }

  /** As it stands in a message: {@code sha-256=:…:}. */
  @Override
  public String toString() {
    Map<String, ListElement<?>> members = new LinkedHashMap<>();
    digests.forEach(
        (algorithm, digest) -> members.put(algorithm.key(), ByteSequenceItem.valueOf(digest)));
    return Dictionary.valueOf(members).serialize();
  }
}
