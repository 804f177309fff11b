package io.github.lanewise.howto;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.MultiBufferSha256;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.kernel.sha256.Sha256Engines;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/** The content addresses of the records of a partition, in their order. */
final class PartitionAddresses implements Iterator<String> {

  /** As many as fill lanes many times over; what a task has in memory of its partition. */
  private static final int BATCH = 512;

  private final Iterator<byte[]> records;
  private Iterator<String> ready = Collections.emptyIterator();

  PartitionAddresses(Iterator<byte[]> records) {
    this.records = records;
  }

  @Override
  public boolean hasNext() {
    return ready.hasNext() || records.hasNext();
  }

  @Override
  public String next() {
    if (!ready.hasNext()) {
      ready = hashBatch();
    }
    return ready.next();
  }

  private Iterator<String> hashBatch() {
    List<ByteBuffer> batch = new ArrayList<>(BATCH);
    while (batch.size() < BATCH && records.hasNext()) {
      batch.add(ByteBuffer.wrap(records.next()));
    }
    try (MultiBufferSha256 sha256 = Worker.ENGINE.open()) {
      return sha256.digest(batch).stream().map(Sha256Digest::contentAddress).toList().iterator();
    }
  }

  /** Measured once in each worker's JVM, by the first of its tasks, which takes seconds. */
  private static final class Worker {
    static final EngineChoice ENGINE = Sha256Engines.discover().calibrate();
  }
}
