package io.github.lanewise.kernel.sha256;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which engine hashes how many messages: a {@link #table()}. Immutable, safe for many threads; made
 * by {@link Sha256Engines}.
 *
 * <p>All that are open of one choice share what is found out about its engines while they run: see
 * {@link #collapse()}.
 */
public final class EngineChoice {

  private final @Nullable Sha256Engines engines;
  private final EngineTable table;
  private final FixedLengthTable fixedLengths;
  private final EngineTrust trust;
  private final SpeedWatch watch;
  private final String reason;
  private final CalibrationReport report;

  EngineChoice(
      @Nullable Sha256Engines engines,
      EngineTable table,
      FixedLengthTable fixedLengths,
      EngineTrust trust,
      SpeedWatch watch,
      String reason,
      CalibrationReport report) {
    this.engines = engines;
    this.table = table;
    this.fixedLengths = fixedLengths;
    this.trust = trust;
    this.watch = watch;
    this.reason = reason;
    this.report = report;
  }

  /** An engine whatever the number of messages and its speed. */
  static EngineChoice only(Sha256Engine engine, String reason) {
    return unwatched(EngineTable.only(engine), reason);
  }

  /** An engine from a number of messages on, {@code jdk} below. */
  static EngineChoice lanes(BlockEngine engine, int breakEven, String reason) {
    if (breakEven <= 1) {
      return only(engine, reason);
    }
    List<EngineTable.Step> steps =
        List.of(new EngineTable.Step(new JdkEngine(), 1), new EngineTable.Step(engine, breakEven));
    return unwatched(new EngineTable(steps, List.of()), reason);
  }

  private static EngineChoice unwatched(EngineTable table, String reason) {
    return new EngineChoice(
        null,
        table,
        FixedLengthTable.of(table),
        new EngineTrust(),
        SpeedWatch.blind(),
        reason,
        CalibrationReport.unmeasured(List.of(), table));
  }

  /** The engine for full batches. */
  public String engine() {
    return table.widest().name();
  }

  /**
   * Whether an engine other than {@code jdk} and {@code jdk-pairs} has a part in it. If not, whole
   * messages that are short are better given to {@link MultiBufferSha256#digest(ByteBuffer)} one by
   * one, or to a {@code MessageDigest}: a stream for each costs more than company saves.
   */
  public boolean usesLanes() {
    return table.usesWords();
  }

  /** How many messages it advances at a time. */
  public int lanes() {
    return table.lanes();
  }

  /** From how many messages on lanes are used; fewer go to {@code jdk}. */
  public int breakEven() {
    return table.breakEven();
  }

  /**
   * Each engine with the number of messages from which it is used, in the form that {@link
   * Sha256Engines#choose} takes: {@code jdk:1,vector-256:5,vector-512:12}.
   */
  public String table() {
    return table.toString();
  }

  /** What is known of each engine, measured or not, and what follows. */
  public CalibrationReport report() {
    return report;
  }

  /** What was chosen and why, in one line. */
  public String description() {
    return engine() + ": " + reason;
  }

  /**
   * Why the lanes of this choice are not used any more, or null while they are. Messages that begin
   * go to {@code jdk} then, and those that are in lanes to {@code scalar}.
   *
   * <p>A lane engine is watched if it was measured: when the fastest of 64 runs takes four times as
   * long as it should, it has collapsed, for as long as this choice is used. And if a cross-check
   * finds a wrong digest, no lane engine is used any more in this process.
   */
  public @Nullable String collapse() {
    String betrayal = trust.betrayal();
    return betrayal == null ? watch.collapse() : betrayal;
  }

  /**
   * Runs the engines until compiled code is what runs, a second or two of CPU for each, on the
   * calling thread: before that the first messages would crawl.
   *
   * @return a choice with the same table that has figures and watches the engines' speed; one of
   *     {@code jdk} if an engine was not compiled to what it should be
   */
  public EngineChoice warmedUp() {
    return engines == null ? this : engines.warmUp(table, reason);
  }

  /**
   * {@code jdk} alone, with the reason of the {@link #collapse()}; this choice if there is none.
   */
  public EngineChoice fallback() {
    String collapse = collapse();
    if (collapse == null) {
      return this;
    }
    EngineTable jdk = EngineTable.only(new JdkEngine());
    return new EngineChoice(
        engines,
        jdk,
        FixedLengthTable.of(jdk),
        trust,
        watch,
        "lanes were given up, " + collapse,
        report);
  }

  /**
   * Working memory for one thread at a time; close it. While 256 of an engine's are open, further
   * ones work with {@code jdk}.
   */
  public MultiBufferSha256 open() {
    return open(0);
  }

  /**
   * As {@link #open()}, with a cross-check: of so many messages that begin in lanes, one is hashed
   * by {@code jdk} too, and its digest is released only when both are compared. If they differ, an
   * error is logged and lanes are not used any more in this process. The message gets the digest by
   * {@code jdk}; others in lanes are hashed anew by {@code jdk} where all their bytes are there,
   * and end in a {@link CrossCheckException} where not. Digests that were read before are not
   * recalled: the check is a sample.
   *
   * @param crossCheckEvery of how many messages one is checked, 1 for all, 0 for none
   * @throws IllegalArgumentException if it is negative
   */
  public MultiBufferSha256 open(int crossCheckEvery) {
    if (crossCheckEvery < 0) {
      throw new IllegalArgumentException(
          "cross-check-every must not be negative, was " + crossCheckEvery);
    }
    return new MultiBufferSha256(table, trust, watch, crossCheckEvery);
  }

  /**
   * Working memory for one thread at a time that hashes messages of one length; close it. As with
   * {@link #open()}, it works with {@code jdk} where the engine has no more. Short messages were
   * measured apart: lanes may pay for them on a CPU where {@code jdk} is the faster for long ones.
   *
   * @param messageBytes the length of every message
   * @throws IllegalArgumentException if it is negative
   */
  public FixedLengthSha256 openFixed(int messageBytes) {
    FixedLengthTable.Step step = fixedLengths.forBlocks(FixedLengthSha256.blocks(messageBytes));
    return new FixedLengthSha256(
        step.engine(), step.from(), () -> collapse() != null, messageBytes);
  }

  /** The description. */
  @Override
  public String toString() {
    return description();
  }
}
