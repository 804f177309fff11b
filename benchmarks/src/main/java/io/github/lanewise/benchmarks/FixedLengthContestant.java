package io.github.lanewise.benchmarks;

import io.github.lanewise.kernel.sha256.MultiBufferSha256;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** Messages of one length, all here at once, by the entry of the kernel that is made for them. */
final class FixedLengthContestant implements Contestant {

  private final String name;
  private final MultiBufferSha256 sha256;
  private final List<ByteBuffer> messages;
  private List<Sha256Digest> digests = List.of();

  FixedLengthContestant(String name, MultiBufferSha256 sha256, byte[][] messages) {
    this.name = name;
    this.sha256 = sha256;
    this.messages = Arrays.stream(messages).map(ByteBuffer::wrap).toList();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void batch() {
    digests = sha256.digest(messages);
  }

  @Override
  public byte[] results() {
    byte[] results = new byte[digests.size() * Sha256Digest.BYTES];
    for (int i = 0; i < digests.size(); i++) {
      System.arraycopy(
          digests.get(i).toByteArray(), 0, results, i * Sha256Digest.BYTES, Sha256Digest.BYTES);
    }
    return results;
  }
}
