package io.github.lanewise.benchmarks;

import io.github.lanewise.kernel.sha256.MultiBufferSha256;
import io.github.lanewise.kernel.sha256.MultiBufferSha256.QuantumListener;
import io.github.lanewise.kernel.sha256.MultiBufferSha256.ShortListener;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.kernel.sha256.Sha256Stream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All messages together by {@link MultiBufferSha256}, with what an engine choice makes of them:
 * short ones as a list, others as streams.
 */
final class EngineContestant implements Contestant {

  private final String name;
  private final MultiBufferSha256 sha256;
  private final MemorySegment[] messages;
  private final Sha256Stream[] streams;
  private final byte[] digests;

  /** Null if one of them is too long. */
  private final @Nullable List<ByteBuffer> shortMessages;

  /**
   * @param sha256 may be used by others between two batches
   */
  EngineContestant(String name, MultiBufferSha256 sha256, MemorySegment[] messages) {
    this.name = name;
    this.sha256 = sha256;
    this.messages = messages;
    this.streams = new Sha256Stream[messages.length];
    for (int i = 0; i < streams.length; i++) {
      streams[i] = new Sha256Stream();
    }
    this.digests = new byte[messages.length * Sha256Digest.BYTES];
    boolean areShort =
        Arrays.stream(messages)
            .allMatch(message -> message.byteSize() <= MultiBufferSha256.MAX_SHORT_BYTES);
    this.shortMessages =
        areShort ? Arrays.stream(messages).map(MemorySegment::asByteBuffer).toList() : null;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void batch() {
    if (shortMessages != null) {
      sha256.digestShort(shortMessages, digests, NOBODY_SHORT);
      return;
    }
    int next = 0;
    while (next < streams.length || sha256.occupied() > 0) {
      while (next < streams.length && sha256.occupied() < sha256.lanes()) {
        Sha256Stream stream = streams[next];
        stream.reset();
        stream.segment(messages[next++], true);
        sha256.enter(stream);
      }
      sha256.advance(NOBODY);
    }
    for (int i = 0; i < streams.length; i++) {
      streams[i].digestInto(digests, i * Sha256Digest.BYTES);
    }
  }

  @Override
  public byte[] results() {
    return digests.clone();
  }

  private static final ShortListener NOBODY_SHORT = (engine, messages, lanes, bytes) -> {};

  private static final QuantumListener NOBODY =
      new QuantumListener() {
        @Override
        public void eaten(Sha256Stream stream) {}

        @Override
        public void ran(String engine, int used, int lanes, long bytes) {}
      };
}
