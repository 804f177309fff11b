package io.github.lanewise.kernel.rsa;

import org.jspecify.annotations.Nullable;

/**
 * What computes signatures: one engine for halves that are computed one at a time, and where there
 * is one, a lane engine for those that wait together. Immutable; made by {@link RsaEngines} for one
 * size of keys, and right for others too.
 */
public final class RsaEngineChoice {

  /** No number of exponentiations makes the lane engine worth it. */
  static final int NEVER = Integer.MAX_VALUE;

  private final PowerEngine single;
  private final @Nullable PowerEngine laneEngine;
  private final int breakEven;
  private final int checkBreakEven;
  private final String reason;

  private RsaEngineChoice(
      PowerEngine single,
      @Nullable PowerEngine laneEngine,
      int breakEven,
      int checkBreakEven,
      String reason) {
    this.single = single;
    this.laneEngine = laneEngine;
    this.breakEven = breakEven;
    this.checkBreakEven = checkBreakEven;
    this.reason = reason;
  }

  /** What serves until a calibration has ended; looks for no engine and tests none. */
  public static RsaEngineChoice uncalibrated() {
    return oneByOne(RsaEngines.SCALAR, "serves until engines are calibrated");
  }

  static RsaEngineChoice oneByOne(PowerEngine single, String reason) {
    return new RsaEngineChoice(single, null, NEVER, NEVER, reason);
  }

  /**
   * @param breakEven from how many halves on the lane engine takes less time than {@code single}
   * @param checkBreakEven the same of checks with the public exponent
   */
  static RsaEngineChoice lanes(
      PowerEngine single, PowerEngine lanes, int breakEven, int checkBreakEven, String reason) {
    return new RsaEngineChoice(single, lanes, breakEven, checkBreakEven, reason);
  }

  PowerEngine single() {
    return single;
  }

  /** The engine for halves of so many bits, one at a time. */
  PowerEngine singleFor(int bits) {
    return single.serves(bits) ? single : RsaEngines.SCALAR;
  }

  @Nullable PowerEngine laneEngine() {
    return laneEngine;
  }

  int breakEven() {
    return breakEven;
  }

  int checkBreakEven() {
    return checkBreakEven;
  }

  /** How many halves the lane engine advances at a time; 1 where there is none. */
  public int lanes() {
    return laneEngine == null ? 1 : laneEngine.lanes();
  }

  /** How many signatures fill the lanes; 1 where there are none. */
  public int signaturesPerBatch() {
    return Math.max(1, lanes() / 2);
  }

  /**
   * How many of the signatures that wait one worker should take together to {@link
   * RsaLanes#compute}; 0 if computing the halves one by one serves them better.
   *
   * <p>If all workers have enough to do, a call of the lane engine has to take less time than the
   * halves that it computes. If another worker is idle and could take every other half, it has to
   * take less than half of them.
   *
   * @param waiting how many signatures wait
   * @param othersIdle whether there is a second worker that has nothing to do
   */
  public int together(int waiting, boolean othersIdle) {
    int taken = Math.min(waiting, signaturesPerBatch());
    boolean shared = othersIdle && waiting == taken;
    return (shared ? taken : 2 * taken) >= breakEven ? taken : 0;
  }

  /** The engines and why, in one line. */
  public String description() {
    return single.name() + (laneEngine == null ? "" : " and " + laneEngine.name()) + ": " + reason;
  }

  /** Working memory for signatures that are computed together, for one thread at a time. */
  public RsaLanes open() {
    return new RsaLanes(this);
  }

  /** The description. */
  @Override
  public String toString() {
    return description();
  }
}
