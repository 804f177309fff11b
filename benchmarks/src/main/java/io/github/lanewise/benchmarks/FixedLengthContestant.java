package io.github.lanewise.benchmarks;

import io.github.lanewise.kernel.sha256.FixedLengthSha256;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.lang.foreign.MemorySegment;

/**
 * Messages of one length, one behind the other, by the entry of the kernel that is made for them.
 */
final class FixedLengthContestant implements Contestant {

  private final String name;
  private final FixedLengthSha256 sha256;
  private final int count;
  private final MemorySegment messages;
  private final byte[] digests;

  FixedLengthContestant(String name, FixedLengthSha256 sha256, byte[][] messages) {
    this.name = name;
    this.sha256 = sha256;
    this.count = messages.length;
    byte[] packed = new byte[count * sha256.messageBytes()];
    for (int i = 0; i < count; i++) {
      System.arraycopy(messages[i], 0, packed, i * sha256.messageBytes(), sha256.messageBytes());
    }
    this.messages = MemorySegment.ofArray(packed);
    this.digests = new byte[count * Sha256Digest.BYTES];
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void batch() {
    sha256.digest(messages, 0, sha256.messageBytes(), count, MemorySegment.ofArray(digests), 0);
  }

  @Override
  public byte[] results() {
    return digests.clone();
  }
}
