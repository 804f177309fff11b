package io.github.lanewise.benchmarks;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.security.DigestException;
import java.security.MessageDigest;

/** One message after the other by a {@link MessageDigest} that is used again and again. */
final class DigestContestant implements Contestant {

  private final String name;
  private final MessageDigest messageDigest;
  private final byte[][] messages;
  private final byte[] digests;

  DigestContestant(String name, MessageDigest messageDigest, byte[][] messages) {
    this.name = name;
    this.messageDigest = messageDigest;
    this.messages = messages;
    this.digests = new byte[messages.length * Sha256Digest.BYTES];
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void batch() {
    try {
      for (int i = 0; i < messages.length; i++) {
        messageDigest.update(messages[i]);
        messageDigest.digest(digests, i * Sha256Digest.BYTES, Sha256Digest.BYTES);
      }
    } catch (DigestException e) {
      throw new IllegalStateException(name + " does not write a digest of 32 bytes", e);
    }
  }

  @Override
  public byte[] results() {
    return digests.clone();
  }
}
