package io.github.lanewise.kernel.merkle;

import io.github.lanewise.kernel.sha256.MultiBufferSha256;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.kernel.sha256.Sha256Stream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;

/** Hashes in the lanes of an engine, or without them where too few nodes are there for it. */
final class LaneLevelHash implements LevelHash {

  private final MultiBufferSha256 sha256;
  private final List<Sha256Stream> streams;

  LaneLevelHash(MultiBufferSha256 sha256, int atOnce) {
    this.sha256 = sha256;
    this.streams = Stream.generate(Sha256Stream::new).limit(atOnce).toList();
  }

  @Override
  public void hash(byte[] messages, int messageBytes, int count, byte[] digests, int offset) {
    List<Sha256Stream> used = streams.subList(0, count);
    int from = 0;
    for (Sha256Stream stream : used) {
      stream.reset();
      stream.segment(ByteBuffer.wrap(messages, from, messageBytes), true);
      from += messageBytes;
    }
    sha256.advanceAll(used);
    int to = offset;
    for (Sha256Stream stream : used) {
      stream.digestInto(digests, to);
      to += Sha256Digest.BYTES;
    }
  }
}
