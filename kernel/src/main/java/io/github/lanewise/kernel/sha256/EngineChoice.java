package io.github.lanewise.kernel.sha256;

import org.jspecify.annotations.Nullable;

/**
 * Which engine hashes what: a lane engine from {@link #breakEven()} messages on, {@code jdk} below.
 * Immutable; made by {@link Sha256Engines}.
 */
public final class EngineChoice {

  /** No number of messages makes the lane engine worth it. */
  static final int NEVER = Integer.MAX_VALUE;

  private final @Nullable BlockEngine laneEngine;
  private final int breakEven;
  private final String reason;

  private EngineChoice(@Nullable BlockEngine laneEngine, int breakEven, String reason) {
    this.laneEngine = laneEngine;
    this.breakEven = breakEven;
    this.reason = reason;
  }

  static EngineChoice jdk(String reason) {
    return new EngineChoice(null, NEVER, reason);
  }

  static EngineChoice lanes(BlockEngine engine, int breakEven, String reason) {
    return new EngineChoice(engine, breakEven, reason);
  }

  /** The engine for full batches. */
  public String engine() {
    return laneEngine == null ? "jdk" : laneEngine.name();
  }

  /** How many messages it advances at a time. */
  public int lanes() {
    return laneEngine == null ? 1 : laneEngine.lanes();
  }

  /** From how many messages on the engine is used; fewer go to {@code jdk}. */
  public int breakEven() {
    return laneEngine == null ? 1 : breakEven;
  }

  /** What was chosen and why, in one line. */
  public String description() {
    return engine() + ": " + reason;
  }

  /**
   * Working memory for one thread at a time; close it. While 256 of an engine's are open, further
   * ones work with {@code jdk}.
   */
  public MultiBufferSha256 open() {
    return new MultiBufferSha256(laneEngine, breakEven);
  }

  /**
   * Working memory for one thread at a time that hashes messages of one length; close it. As with
   * {@link #open()}, it works with {@code jdk} where the engine has no more.
   *
   * @param messageBytes the length of every message
   * @throws IllegalArgumentException if it is negative
   */
  public FixedLengthSha256 openFixed(int messageBytes) {
    return new FixedLengthSha256(laneEngine, breakEven, messageBytes);
  }

  /** The description. */
  @Override
  public String toString() {
    return description();
  }
}
