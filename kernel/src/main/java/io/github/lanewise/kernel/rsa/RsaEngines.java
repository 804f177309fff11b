package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.VectorModule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The engines of this JVM that compute RSA's powers: found, tested, and refused with a reason where
 * they cannot be had or fail. Immutable and safe for many threads.
 */
public final class RsaEngines {

  /** Works everywhere and serves all sizes, so it stands in wherever another does not. */
  static final PowerEngine SCALAR = new ScalarPower();

  /** Full speed comes after about a second of CPU in each engine; a busy machine needs longer. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final List<Candidate> candidates;

  private RsaEngines(List<Candidate> candidates) {
    this.candidates = List.copyOf(candidates);
  }

  /** For tests: exactly these, as they are. */
  static RsaEngines of(List<Candidate> candidates) {
    return new RsaEngines(candidates);
  }

  /** One engine that there might be here. */
  public static final class Candidate {

    private final String name;
    private final @Nullable PowerEngine engine;
    private final @Nullable String refusal;

    private Candidate(String name, @Nullable PowerEngine engine, @Nullable String refusal) {
      this.name = name;
      this.engine = engine;
      this.refusal = refusal;
    }

    /** Such as {@code scalar}, {@code horizontal}, {@code lanes-4}. */
    public String name() {
      return name;
    }

    /** Why it is not used, or null if it was found and passed its self-test. */
    public @Nullable String refusal() {
      return refusal;
    }

    /**
     * Whether it computes the halves of signatures by keys of this size; not if it is refused.
     *
     * @param keyBits the size of the modulus
     */
    public boolean serves(int keyBits) {
      return engine != null && engine.serves((keyBits + 1) / 2);
    }

    @Nullable PowerEngine engine() {
      return engine;
    }

    /** The name, and the refusal if there is one. */
    @Override
    public String toString() {
      return refusal == null ? name : name + " refused: " + refusal;
    }
  }

  /** The engines of this JVM. The first call finds and tests them, in a fraction of a second. */
  public static RsaEngines discover() {
    return Discovered.ENGINES;
  }

  private static final class Discovered {
    static final RsaEngines ENGINES =
        new RsaEngines(
            List.of(
                admit("scalar", () -> SCALAR),
                admitVector("horizontal-256", 256, bits -> new VectorHorizontalEngine(bits)),
                admitVector("horizontal-512", 512, bits -> new VectorHorizontalEngine(bits)),
                admitVector("lanes-4", 256, bits -> new VectorPower(bits)),
                admitVector("lanes-8", 512, bits -> new VectorPower(bits))));
  }

  /**
   * As {@link #admit}, for an engine of vectors. No vector class is touched where the incubator
   * module is missing.
   */
  static Candidate admitVector(String name, int bits, IntFunction<? extends PowerEngine> maker) {
    if (!VectorModule.isPresent()) {
      return refuse(name, VectorModule.absence());
    }
    int widest = VectorPower.widestBits();
    if (bits > widest) {
      return refuse(name, "the widest vectors that this JVM uses have " + widest + " bits");
    }
    if (!FusedMultiplyAdd.isAnInstruction()) {
      return refuse(name, "this JVM has no instruction for a fused multiply-add of doubles");
    }
    return admit(name, () -> maker.apply(bits));
  }

  /** Makes an engine and tests it. */
  static Candidate admit(String name, Supplier<? extends PowerEngine> maker) {
    PowerEngine engine;
    try {
      engine = maker.get();
    } catch (RuntimeException | LinkageError e) {
      return refuse(name, "cannot be loaded: " + e);
    }
    String failure = PowerSelfTest.failureOf(engine);
    return failure == null ? new Candidate(name, engine, null) : refuse(name, failure);
  }

  static Candidate refuse(String name, String reason) {
    return new Candidate(name, null, reason);
  }

  /** All there might be, refused ones too. */
  public List<Candidate> candidates() {
    return candidates;
  }

  /**
   * Uses one engine for everything: a lane engine even for a half alone.
   *
   * @throws IllegalArgumentException if there is none of that name
   * @throws IllegalStateException if it is refused here
   */
  public RsaEngineChoice force(String name) {
    for (Candidate candidate : candidates) {
      if (candidate.name.equals(name)) {
        PowerEngine engine = candidate.engine;
        if (engine == null) {
          throw new IllegalStateException("engine " + candidate);
        }
        return engine.lanes() == 1
            ? RsaEngineChoice.oneByOne(engine, "forced")
            : RsaEngineChoice.lanes(engine, engine, 1, 1, "forced");
      }
    }
    throw new IllegalArgumentException(
        "engine must be one of "
            + candidates.stream().map(Candidate::name).toList()
            + ", was '"
            + name
            + "'");
  }

  /**
   * Measures the engines against one another for keys of one size and chooses: the fastest for a
   * half alone, and the lane engine with the most halves a second if there is one that beats it.
   * Takes about a second of CPU for each engine, on the calling thread; returns at once where there
   * is but one.
   *
   * @param keyBits the size of the modulus
   */
  public RsaEngineChoice calibrate(int keyBits) {
    List<PowerEngine> usable = new ArrayList<>();
    for (Candidate candidate : candidates) {
      PowerEngine engine = candidate.engine;
      if (engine != null && candidate.serves(keyBits)) {
        usable.add(engine);
      }
    }
    String refused =
        candidates.stream()
            .filter(each -> each.refusal != null)
            .map(candidate -> "; " + candidate)
            .collect(Collectors.joining());
    if (usable.stream().allMatch(SCALAR::equals)) {
      return RsaEngineChoice.oneByOne(SCALAR, "the only one for this size" + refused);
    }
    return PowerCalibration.choose(usable, keyBits, PATIENCE, refused);
  }
}
