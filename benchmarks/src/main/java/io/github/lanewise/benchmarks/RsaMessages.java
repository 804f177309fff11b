package io.github.lanewise.benchmarks;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.SplittableRandom;

/**
 * Short messages to be signed. Peers take messages and we take digests, so whoever measures us
 * hashes them first; at 32 bytes that is nothing beside a signature, for either.
 */
final class RsaMessages {

  private static final int BYTES = 32;

  private final byte[][] messages;
  private final MessageDigest sha256;

  RsaMessages(int count) {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
    SplittableRandom random = new SplittableRandom(count);
    messages = new byte[count][BYTES];
    for (byte[] message : messages) {
      random.nextBytes(message);
    }
  }

  int count() {
    return messages.length;
  }

  byte[] message(int index) {
    return messages[index];
  }

  /** Hashed anew with each call. */
  Sha256Digest digest(int index) {
    return Sha256Digest.of(sha256.digest(messages[index]));
  }
}
