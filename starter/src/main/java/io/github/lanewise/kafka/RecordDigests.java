package io.github.lanewise.kafka;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Hashes the values of the records of a poll.
 *
 * <pre>{@code
 * private final RecordDigests sha256 = RecordDigests.inLanes(pipeline::engine);
 *
 * @KafkaListener(topics = "orders", batch = "true")
 * void onPoll(List<ConsumerRecord<String, byte[]>> records) {
 *   List<Sha256Digest> digests = sha256.digests(records);
 * }
 * }</pre>
 *
 * <p>Safe for any number of threads.
 */
@FunctionalInterface
public interface RecordDigests {

  /**
   * The SHA-256 of each value, in the order of the records. Values are read on the calling thread
   * during this call only, and not copied.
   *
   * @param records of any topics and partitions; none give an empty list
   * @throws PoisonRecordException if a value is null, for the first of them; then nothing is hashed
   */
  List<Sha256Digest> digests(List<? extends ConsumerRecord<?, byte[]>> records);

  /**
   * Hashes all values of a call together, on the calling thread, with the engine that is best for
   * so many: in lanes, or one after the other with {@code MessageDigest}.
   *
   * <p>Each thread that is in a call uses working memory of its own, some hundred KB that are kept
   * for the next call until {@link LaneRecordDigests#close()}.
   *
   * @param engine gives the engines of the moment, such as {@code pipeline::engine}; asked in each
   *     call
   */
  static LaneRecordDigests inLanes(Supplier<EngineChoice> engine) {
    return inLanes(engine, 0);
  }

  /**
   * As {@link #inLanes(Supplier)}, with a cross-check.
   *
   * @param crossCheckEvery see {@link EngineChoice#open(int)}; 0 for none
   * @throws IllegalArgumentException if it is negative
   */
  static LaneRecordDigests inLanes(Supplier<EngineChoice> engine, int crossCheckEvery) {
    return new LaneRecordDigests(new LanePool(engine, crossCheckEvery));
  }
}
