package io.github.lanewise.web;

import java.util.Arrays;
import java.util.Optional;

/** The active algorithms of RFC 9530 §5; all others are deprecated there, and ignored here. */
enum DigestAlgorithm {
  SHA_256("sha-256", 32),
  SHA_512("sha-512", 64);

  private final String key;
  private final int bytes;

  DigestAlgorithm(String key, int bytes) {
    this.key = key;
    this.bytes = bytes;
  }

  /** Its name in the IANA registry, which is the key in a field. */
  String key() {
    return key;
  }

  /** How long its digests are. */
  int bytes() {
    return bytes;
  }

  static Optional<DigestAlgorithm> of(String key) {
    return Arrays.stream(values()).filter(algorithm -> algorithm.key.equals(key)).findFirst();
  }
}
