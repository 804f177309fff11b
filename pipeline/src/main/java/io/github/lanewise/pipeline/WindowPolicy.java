package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.merkle.MerkleTree;
import io.github.lanewise.kernel.sha256.EngineChoice;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Where a window ends: with the record that makes it full, by number or by bytes, or when its first
 * record has waited long enough, whatever comes first. Immutable; each method gives another one.
 *
 * <p>A signature serves a window however large it is, so that larger windows cost less, and make
 * records wait longer for their proof. Proofs grow by 32 bytes when the number of records doubles.
 */
public final class WindowPolicy {

  private static final Duration MAX_MAX_WAIT = Duration.ofDays(1);

  private final int maxRecords;
  private final long maxBytes;
  private final Duration maxWait;
  private final Supplier<EngineChoice> engine;

  private WindowPolicy(
      int maxRecords, long maxBytes, Duration maxWait, Supplier<EngineChoice> engine) {
    this.maxRecords = maxRecords;
    this.maxBytes = maxBytes;
    this.maxWait = maxWait;
    this.engine = engine;
  }

  /** 1,024 records, any number of bytes, one second; trees by the engine that is fastest here. */
  public static WindowPolicy defaults() {
    return new WindowPolicy(
        1_024, Long.MAX_VALUE, Duration.ofSeconds(1), () -> CalibratedChoice.ofThisJvm().get());
  }

  /**
   * How many records a window has at most.
   *
   * @throws IllegalArgumentException if it is not from 1 to {@link MerkleTree#MAX_SIZE}
   */
  public WindowPolicy maxRecords(int records) {
    if (records < 1 || records > MerkleTree.MAX_SIZE) {
      throw new IllegalArgumentException(
          "max-records must be from 1 to " + MerkleTree.MAX_SIZE + ", was " + records);
    }
    return new WindowPolicy(records, maxBytes, maxWait, engine);
  }

  /**
   * From how many bytes on a window is full: it ends with the record that reaches them.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public WindowPolicy maxBytes(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("max-bytes must be at least 1, was " + bytes);
    }
    return new WindowPolicy(maxRecords, bytes, maxWait, engine);
  }

  /**
   * How long the first record of a window waits for others.
   *
   * @throws IllegalArgumentException if it is not positive, or longer than a day
   */
  public WindowPolicy maxWait(Duration wait) {
    if (!wait.isPositive()) {
      throw new IllegalArgumentException("max-wait must be positive, was " + wait);
    }
    if (wait.compareTo(MAX_MAX_WAIT) > 0) {
      throw new IllegalArgumentException(
          "max-wait must be at most " + MAX_MAX_WAIT + ", was " + wait);
    }
    return new WindowPolicy(maxRecords, maxBytes, wait, engine);
  }

  /**
   * What hashes the trees. {@code pipeline::engine} makes it the engine of a pipeline that was told
   * which one to use.
   */
  public WindowPolicy engine(Supplier<EngineChoice> choice) {
    return new WindowPolicy(
        maxRecords, maxBytes, maxWait, Objects.requireNonNull(choice, "choice"));
  }

  int maxRecords() {
    return maxRecords;
  }

  Duration maxWait() {
    return maxWait;
  }

  EngineChoice engine() {
    return engine.get();
  }

  /** Whether a window with so much in it is full. */
  boolean isFull(int records, long bytes) {
    return records >= maxRecords || bytes >= maxBytes;
  }

  @Override
  public String toString() {
    return "WindowPolicy[maxRecords=%d, maxBytes=%d, maxWait=%s]"
        .formatted(maxRecords, maxBytes, maxWait);
  }
}
