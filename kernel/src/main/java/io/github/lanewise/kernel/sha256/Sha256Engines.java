package io.github.lanewise.kernel.sha256;

import io.github.lanewise.kernel.VectorModule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The engines of this JVM: found, tested with known answers, and refused with a reason where they
 * cannot be had or fail. Immutable and safe for many threads.
 */
public final class Sha256Engines {

  /** The names of all engines there are, usable here or not. */
  public static final List<String> NAMES =
      List.of("jdk", "jdk-pairs", "scalar", "vector-128", "vector-256", "vector-512");

  static final ScalarEngine SCALAR = new ScalarEngine();

  /** Full speed comes after about a second of CPU in each engine; a busy machine needs longer. */
  private static final Duration BUDGET = Duration.ofSeconds(20);

  private final List<Candidate> candidates;
  private final EngineTrust trust = new EngineTrust();

  /**
   * @param candidates jdk and scalar among them
   */
  Sha256Engines(List<Candidate> candidates) {
    this.candidates = List.copyOf(candidates);
  }

  /** One engine that there might be here. */
  public static final class Candidate {

    private final String name;
    private final @Nullable Sha256Engine engine;
    private final @Nullable String refusal;
    private final boolean wrong;

    private Candidate(
        String name, @Nullable Sha256Engine engine, @Nullable String refusal, boolean wrong) {
      this.name = name;
      this.engine = engine;
      this.refusal = refusal;
      this.wrong = wrong;
    }

    /** As in {@link Sha256Engines#NAMES}. */
    public String name() {
      return name;
    }

    /** Why it is not used, or null if it was found and passed its self-test. */
    public @Nullable String refusal() {
      return refusal;
    }

    /**
     * Whether it is refused because it was loaded and did not give the known answers: a defect of
     * the processor or the compiler, while other refusals are a matter of what is there.
     */
    public boolean failedSelfTest() {
      return wrong;
    }

    /** How many; 0 where it could not be made. */
    int lanes() {
      return engine == null ? 0 : engine.lanes();
    }

    /** The name, and the refusal if there is one. */
    @Override
    public String toString() {
      return refusal == null ? name : name + " refused: " + refusal;
    }
  }

  /** The engines of this JVM. The first call finds and tests them, in a fraction of a second. */
  public static Sha256Engines discover() {
    return Discovered.ENGINES;
  }

  private static final class Discovered {
    static final Sha256Engines ENGINES =
        new Sha256Engines(
            List.of(
                admit("jdk", JdkEngine::new),
                admit("jdk-pairs", JdkPairsEngine::new),
                admit("scalar", () -> SCALAR),
                admitVector(128),
                admitVector(256),
                admitVector(512)));
  }

  private static Candidate admitVector(int bits) {
    String name = "vector-" + bits;
    if (!VectorModule.isPresent()) {
      return new Candidate(name, null, VectorModule.absence(), false);
    }
    int widest = VectorEngine.widestBits();
    if (bits > widest) {
      return new Candidate(
          name, null, "the widest vectors that this JVM uses have " + widest + " bits", false);
    }
    return admit(name, () -> new VectorEngine(bits));
  }

  /** Makes an engine and tests it. */
  static Candidate admit(String name, Supplier<? extends Sha256Engine> maker) {
    Sha256Engine engine;
    try {
      engine = maker.get();
    } catch (RuntimeException | LinkageError e) {
      return new Candidate(name, null, "cannot be loaded: " + e, false);
    }
    String failure = SelfTest.failureOf(EngineChoice.only(engine, "self-test"));
    return failure == null
        ? new Candidate(name, engine, null, false)
        : new Candidate(name, null, failure, true);
  }

  /** All there might be, refused ones too. */
  public List<Candidate> candidates() {
    return candidates;
  }

  /**
   * Uses one engine whatever the number of messages.
   *
   * @throws IllegalArgumentException if there is none of that name
   * @throws IllegalStateException if it is refused here
   */
  public EngineChoice force(String name) {
    EngineTable table = EngineTable.only(engine(name));
    return choice(table, SpeedWatch.blind(), "forced");
  }

  /**
   * Uses engines as a calibration found it right, here or on a machine like this one, without
   * measuring anew.
   *
   * <p>The table is a list of {@code engine:from}, divided by commas: from so many messages on, up
   * to the number of the next, that engine is used for messages that begin, and {@code jdk} for
   * those that it has no lanes for. Numbers and lanes ascend, the first number is 1. After a
   * semicolon may stand what advances those that are in lanes already as they become fewer; without
   * it, that is the narrowest engine of the table that holds them. What {@link
   * EngineChoice#table()} returns has this form: {@code
   * jdk:1,vector-256:5,vector-512:12;scalar:1,vector-256:2,vector-512:9}.
   *
   * <p>The engines are cold: see {@link EngineChoice#warmedUp()}.
   *
   * @throws IllegalArgumentException if the table breaks a rule; the message says which
   * @throws IllegalStateException if one of its engines is refused here
   */
  public EngineChoice choose(String table) {
    EngineTable parsed = new EngineTableParser(this::engine, table).parse();
    return choice(parsed, SpeedWatch.blind(), "pinned to " + parsed);
  }

  private Sha256Engine engine(String name) {
    for (Candidate candidate : candidates) {
      if (candidate.name.equals(name)) {
        if (candidate.engine == null) {
          throw new IllegalStateException("engine " + candidate);
        }
        String betrayal = trust.betrayal();
        if (betrayal != null && candidate.engine.isInLanes()) {
          throw new IllegalStateException("engine " + name + " refused: " + betrayal);
        }
        return candidate.engine;
      }
    }
    throw new IllegalArgumentException("engine must be one of " + NAMES + ", was '" + name + "'");
  }

  /** What serves until a calibration has ended, or where there is nothing to calibrate. */
  public EngineChoice uncalibrated() {
    return choice(
        EngineTable.only(new JdkEngine()),
        SpeedWatch.blind(),
        VectorModule.isPresent() ? "serves until lanes are calibrated" : VectorModule.absence());
  }

  private EngineChoice choice(EngineTable table, SpeedWatch watch, String reason) {
    CalibrationOutcome nothing =
        new CalibrationOutcome(
            table, FixedLengthTable.of(table), List.of(), Map.of(), Duration.ZERO, true);
    return new EngineChoice(
        this, table, nothing.fixedLengths(), trust, watch, reason, nothing.report(candidates));
  }

  /**
   * Measures the engines against {@code jdk} and chooses. Takes one to two seconds of CPU for each
   * lane engine, and half of one for each other, 20 seconds in all at most, on the calling thread.
   */
  public EngineChoice calibrate() {
    String betrayal = trust.betrayal();
    if (betrayal != null) {
      return choice(EngineTable.only(new JdkEngine()), SpeedWatch.blind(), betrayal);
    }
    List<Sha256Engine> engines = measurable();
    if (engines.stream().noneMatch(engine -> engine.lanes() > 1)) {
      return uncalibrated();
    }
    try (EngineCalibration calibration = new EngineCalibration(engines, BUDGET)) {
      return choice(calibration.run(), "");
    }
  }

  /** All that can be had beside {@code jdk}, narrowest first. */
  List<Sha256Engine> measurable() {
    List<Sha256Engine> engines = new ArrayList<>();
    for (Candidate candidate : candidates) {
      if (candidate.engine != null && !(candidate.engine instanceof JdkEngine)) {
        engines.add(candidate.engine);
      }
    }
    engines.sort(Comparator.comparingInt(Sha256Engine::lanes));
    return engines;
  }

  /** Makes the engines of a table fast, and has an eye on them from then on. */
  EngineChoice warmUp(EngineTable table, String reason) {
    List<Sha256Engine> engines = table.measurable();
    if (engines.isEmpty()) {
      return choice(table, SpeedWatch.blind(), reason);
    }
    try (EngineCalibration calibration = new EngineCalibration(engines, BUDGET)) {
      return choice(calibration.run(table), reason + ", ");
    }
  }

  private EngineChoice choice(CalibrationOutcome outcome, String prefix) {
    return new EngineChoice(
        this,
        outcome.table(),
        outcome.fixedLengths(),
        trust,
        new SpeedWatch(outcome.nanosPerBlock(), System::nanoTime),
        prefix + outcome.summary(candidates),
        outcome.report(candidates));
  }
}
