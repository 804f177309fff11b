package io.github.lanewise.kernel.sha256;

import io.github.lanewise.kernel.sha256.Samples.Estimate;
import java.lang.foreign.MemorySegment;

/** An engine and {@code jdk} on the same messages of one length, in turn. */
final class FixedLengthContest implements AutoCloseable {

  /** A batch of the shortest messages takes a microsecond, too little for the clock. */
  private static final int BATCHES = 16;

  private final int blocks;
  private final int lanes;
  private final FixedLengthSha256 inLanes;
  private final FixedLengthSha256 byJdk;
  private final MemorySegment messages;
  private final MemorySegment digests;
  private final Samples costs = new Samples();
  private boolean jdkFirst;

  /**
   * @param blocks how many a message has with its padding
   */
  FixedLengthContest(BlockEngine engine, int blocks) {
    this.blocks = blocks;
    this.lanes = engine.lanes();
    int bytes = FixedLengthSha256.maxBytes(blocks);
    this.inLanes = new FixedLengthSha256(engine, 1, () -> false, bytes);
    this.byJdk = new FixedLengthSha256(null, 1, () -> false, bytes);
    this.messages = MemorySegment.ofArray(new byte[lanes * bytes]);
    this.digests = MemorySegment.ofArray(new byte[lanes * Sha256Digest.BYTES]);
  }

  int blocks() {
    return blocks;
  }

  /** Runs both, so that compiled code is what the rounds measure. */
  void warmUp() {
    nanos(inLanes);
    nanos(byJdk);
  }

  /** Who is first changes with each round. */
  void round() {
    jdkFirst = !jdkFirst;
    long ofJdk = jdkFirst ? nanos(byJdk) : 0;
    long ofLanes = nanos(inLanes);
    ofJdk = jdkFirst ? ofJdk : nanos(byJdk);
    costs.add((double) ofLanes * lanes / Math.max(1, ofJdk));
  }

  /** The time of a full batch ÷ that of {@code jdk} for one of the messages. */
  Estimate cost() {
    return costs.estimate();
  }

  private long nanos(FixedLengthSha256 sha256) {
    long start = System.nanoTime();
    for (int i = 0; i < BATCHES; i++) {
      sha256.digest(messages, 0, sha256.messageBytes(), lanes, digests, 0);
    }
    return System.nanoTime() - start;
  }

  @Override
  public void close() {
    inLanes.close();
    byJdk.close();
  }
}
