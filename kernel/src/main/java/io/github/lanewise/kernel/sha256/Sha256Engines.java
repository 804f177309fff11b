package io.github.lanewise.kernel.sha256;

import io.github.lanewise.kernel.VectorModule;
import io.github.lanewise.kernel.sha256.EngineCalibration.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The engines of this JVM: found, tested with known answers, and refused with a reason where they
 * cannot be had or fail. Immutable and safe for many threads.
 */
public final class Sha256Engines {

  /** The names of all engines there are, usable here or not. */
  public static final List<String> NAMES =
      List.of("jdk", "scalar", "vector-128", "vector-256", "vector-512");

  static final ScalarEngine SCALAR = new ScalarEngine();

  /** Full speed comes after about a second of CPU in each engine; a busy machine needs longer. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final List<Candidate> candidates;

  private Sha256Engines(List<Candidate> candidates) {
    this.candidates = List.copyOf(candidates);
  }

  /** One engine that there might be here. */
  public static final class Candidate {

    private final String name;
    private final @Nullable Sha256Engine engine;
    private final @Nullable String refusal;

    private Candidate(String name, @Nullable Sha256Engine engine, @Nullable String refusal) {
      this.name = name;
      this.engine = engine;
      this.refusal = refusal;
    }

    /** As in {@link Sha256Engines#NAMES}. */
    public String name() {
      return name;
    }

    /** Why it is not used, or null if it was found and passed its self-test. */
    public @Nullable String refusal() {
      return refusal;
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
                admit("scalar", () -> SCALAR),
                admitVector(128),
                admitVector(256),
                admitVector(512)));
  }

  private static Candidate admitVector(int bits) {
    String name = "vector-" + bits;
    if (!VectorModule.isPresent()) {
      return new Candidate(name, null, VectorModule.absence());
    }
    int widest = VectorEngine.widestBits();
    if (bits > widest) {
      return new Candidate(
          name, null, "the widest vectors that this JVM uses have " + widest + " bits");
    }
    return admit(name, () -> new VectorEngine(bits));
  }

  /** Makes an engine and tests it. */
  static Candidate admit(String name, Supplier<? extends Sha256Engine> maker) {
    Sha256Engine engine;
    try {
      engine = maker.get();
    } catch (RuntimeException | LinkageError e) {
      return new Candidate(name, null, "cannot be loaded: " + e);
    }
    String failure = SelfTest.failureOf(forced(engine));
    return failure == null ? new Candidate(name, engine, null) : new Candidate(name, null, failure);
  }

  private static EngineChoice forced(Sha256Engine engine) {
    return switch (engine) {
      case JdkEngine jdk -> EngineChoice.jdk("forced");
      case BlockEngine lanes -> EngineChoice.lanes(lanes, 1, "forced");
    };
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
    for (Candidate candidate : candidates) {
      if (candidate.name.equals(name)) {
        if (candidate.engine == null) {
          throw new IllegalStateException("engine " + candidate);
        }
        return forced(candidate.engine);
      }
    }
    throw new IllegalArgumentException("engine must be one of " + NAMES + ", was '" + name + "'");
  }

  /** What serves until a calibration has ended, or where there is nothing to calibrate. */
  public EngineChoice uncalibrated() {
    return EngineChoice.jdk(
        VectorModule.isPresent() ? "serves until lanes are calibrated" : VectorModule.absence());
  }

  /**
   * Measures the lane engines against {@code jdk} and chooses. Takes about a second of CPU for each
   * engine, on the calling thread; without lane engines it returns at once.
   */
  public EngineChoice calibrate() {
    List<Result> results = new ArrayList<>();
    for (Candidate candidate : candidates) {
      if (candidate.engine instanceof BlockEngine engine && engine.lanes() > 1) {
        results.add(EngineCalibration.measure(engine, PATIENCE));
      }
    }
    if (results.isEmpty()) {
      return uncalibrated();
    }
    String measured =
        results.stream().map(Result::toString).collect(Collectors.joining(", ", "measured ", ""));
    String refused =
        candidates.stream()
            .filter(candidate -> candidate.refusal != null)
            .map(candidate -> "; " + candidate)
            .collect(Collectors.joining());
    return results.stream()
        .filter(Result::pays)
        .max(Comparator.comparingDouble(Result::ratio))
        .map(best -> EngineChoice.lanes(best.engine(), best.breakEven(), measured + refused))
        .orElseGet(() -> EngineChoice.jdk("no lanes beat it here, " + measured + refused));
  }
}
