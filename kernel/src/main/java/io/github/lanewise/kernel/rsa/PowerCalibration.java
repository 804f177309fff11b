package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.rsa.PowerEngine.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Measures on this very machine which engine computes a half alone in the shortest time, and from
 * how many on a lane engine takes less for all of them.
 *
 * <p>A call of a lane engine takes the same time however many of its lanes are used, so one figure
 * is enough for each engine: the time of a call beside the {@code scalar} engine's. Both are
 * measured in turn and the median of the ratios counts, so that a neighbour who is noisy for a
 * while meets both.
 */
final class PowerCalibration {

  /** A power takes its time for each bit, so a part of the exponent tells enough. */
  private static final int EXPONENT_BITS = 256;

  /** Of nearly all keys. */
  private static final long PUBLIC_EXPONENT = 65_537;

  private static final int ROUNDS = 21;

  private static final int WARM_UP_ROUNDS = 5;

  /** Medians that differ by more come from code that is still being compiled. */
  private static final double UNSTEADY = 0.1;

  private static final int STEADY_ROUNDS = 5;

  /** The first compiler's code is steady too, until the second has finished. */
  private static final Duration MIN_WARM_UP = Duration.ofMillis(1_500);

  /**
   * A call of compiled code allocates less. The first compiler's allocates megabytes, an object for
   * each vector; on a busy machine it is what runs long after {@link #MIN_WARM_UP}.
   */
  private static final long COMPILED_BYTES = 16 << 10;

  /** A lane engine has to win by this much: what is even is not worth a change. */
  private static final double MARGIN = 1.03;

  /**
   * What was measured.
   *
   * @param speed the time of the scalar engine for one half ÷ that of a call of this engine
   * @param checkSpeed the same of checks with the public exponent; 0 if they are not served
   */
  record Result(PowerEngine engine, double speed, double checkSpeed) {

    double halvesASecond() {
      return speed * engine.lanes();
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%s %.2f × scalar", engine.name(), halvesASecond());
    }
  }

  private PowerCalibration() {}

  /**
   * @param engines all serve the halves; the scalar one is among them
   * @param patience for each engine how long its warm-up may take; after it, what is measured
   *     counts
   * @param note goes behind the description
   */
  static RsaEngineChoice choose(
      List<PowerEngine> engines, int keyBits, Duration patience, String note) {
    List<Result> results = new ArrayList<>();
    for (PowerEngine engine : engines) {
      results.add(
          engine.equals(RsaEngines.SCALAR)
              ? new Result(engine, 1, 1)
              : measure(engine, keyBits, patience));
    }
    return choose(results, note);
  }

  static RsaEngineChoice choose(List<Result> results, String note) {
    Result single =
        results.stream()
            .filter(result -> result.engine().lanes() == 1)
            .max(Comparator.comparingDouble(Result::speed))
            .orElseGet(() -> new Result(RsaEngines.SCALAR, 1, 1));
    @Nullable Result lanes =
        results.stream()
            .filter(result -> result.engine().lanes() > 1)
            .max(Comparator.comparingDouble(Result::halvesASecond))
            .orElse(null);
    String measured =
        results.stream().map(Result::toString).collect(Collectors.joining(", ", "measured ", ""));
    int breakEven = lanes == null ? RsaEngineChoice.NEVER : breakEven(lanes, single.speed());
    if (lanes == null || breakEven > lanes.engine().lanes()) {
      return RsaEngineChoice.oneByOne(single.engine(), measured + note);
    }
    double checkSpeed = lanes.checkSpeed();
    int checkBreakEven =
        checkSpeed == 0 ? RsaEngineChoice.NEVER : (int) Math.ceil(MARGIN / checkSpeed);
    return RsaEngineChoice.lanes(
        single.engine(),
        lanes.engine(),
        breakEven,
        checkBreakEven > lanes.engine().lanes() ? RsaEngineChoice.NEVER : checkBreakEven,
        "%s, lanes from %d halves on%s".formatted(measured, breakEven, note));
  }

  /** The smallest number of halves that takes the other engine longer than one call. */
  private static int breakEven(Result lanes, double singleSpeed) {
    return Math.max(1, (int) Math.ceil(singleSpeed / lanes.speed() * MARGIN));
  }

  private static Result measure(PowerEngine engine, int keyBits, Duration patience) {
    Random random = new Random(keyBits); // any numbers will do
    try (Session session = engine.open();
        Session scalar = RsaEngines.SCALAR.open()) {
      Exponentiation[] halves = tasks(engine.lanes(), (keyBits + 1) / 2, EXPONENT_BITS, random);
      double speed =
          steadyRatio(
              halves,
              batch -> nanos(() -> scalar.power(batch, 1)),
              batch -> nanos(() -> session.power(batch, batch.length)),
              patience);
      if (!engine.serves(keyBits) || engine.lanes() == 1) {
        return new Result(engine, speed, 0);
      }
      Exponentiation[] checks = tasks(engine.lanes(), keyBits, 17, random);
      for (int i = 0; i < checks.length; i++) {
        Exponentiation any = checks[i];
        checks[i] =
            Exponentiation.ofPublic(any.modulus(), any.base(), PUBLIC_EXPONENT, any.result());
      }
      double checkSpeed =
          steadyRatio(
              checks,
              batch -> nanos(() -> RsaPublicKey.powerAlone(batch[0])),
              batch -> nanos(() -> session.power(batch, batch.length)),
              patience);
      return new Result(engine, speed, checkSpeed);
    }
  }

  private static Exponentiation[] tasks(int count, int bits, int exponentBits, Random random) {
    return IntStream.range(0, count)
        .mapToObj(i -> PowerSelfTest.task(bits, exponentBits, random))
        .toArray(Exponentiation[]::new);
  }

  /** Runs both in turn, first until compiled code is what runs. */
  private static double steadyRatio(
      Exponentiation[] batch,
      ToLongFunction<Exponentiation[]> yardstick,
      ToLongFunction<Exponentiation[]> engine,
      Duration patience) {
    long start = System.nanoTime();
    Ratio ratio = new Ratio(0, 0);
    int steady = 0;
    while (System.nanoTime() - start < MIN_WARM_UP.toNanos()
        || (steady < STEADY_ROUNDS && System.nanoTime() - start < patience.toNanos())) {
      double before = ratio.median();
      ratio = ratio(batch, yardstick, engine, WARM_UP_ROUNDS);
      boolean same = Math.abs(ratio.median() - before) <= UNSTEADY * ratio.median();
      steady = same && ratio.bytesACall() < COMPILED_BYTES ? steady + 1 : 0;
    }
    return ratio(batch, yardstick, engine, ROUNDS).median();
  }

  /**
   * The yardstick's time ÷ the engine's, and what the engine allocates.
   *
   * @param bytesACall the mean
   */
  private record Ratio(double median, long bytesACall) {}

  private static Ratio ratio(
      Exponentiation[] batch,
      ToLongFunction<Exponentiation[]> yardstick,
      ToLongFunction<Exponentiation[]> engine,
      int rounds) {
    double[] ratios = new double[rounds];
    long allocated = 0;
    for (int i = 0; i < rounds; i++) {
      long before = AllocatedBytes.soFar();
      long measured = engine.applyAsLong(batch);
      allocated += AllocatedBytes.soFar() - before;
      ratios[i] = (double) yardstick.applyAsLong(batch) / measured;
    }
    Arrays.sort(ratios);
    return new Ratio(ratios[rounds / 2], allocated / rounds);
  }

  private static long nanos(Runnable run) {
    long start = System.nanoTime();
    run.run();
    return System.nanoTime() - start;
  }
}
