package io.github.lanewise.kernel.sha256;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether the lane engines of a choice still run as fast as they were measured to. Shared by all
 * that are open of the choice, since compiled code is shared too.
 *
 * <p>An engine has collapsed when the <em>fastest</em> of {@value SpeedWindow#SAMPLES} runs in a
 * row took more than {@link #SLOWDOWN} times what it was measured to take. Whatever disturbs a run,
 * the scheduler, a collection, a page that has to be read, only makes it longer, so the fastest is
 * the one that was disturbed least; a neighbour on the other thread of the core can at most halve
 * the units that a run gets, and a CPU that is throttled runs at half its clock or more. That is
 * fourfold, and vectors that are boxed or interpreted are ten to a hundred times slower.
 *
 * <p>A collapse is for good: nothing that a caller waits for is hashed slowly to find out whether
 * the engine has recovered. Whoever calibrates anew gets a new watch.
 */
final class SpeedWatch {

  private static final Logger LOG = System.getLogger(SpeedWatch.class.getName());

  /** How many times slower than measured is a collapse. */
  static final double SLOWDOWN = 4;

  private final Map<String, Double> nanosPerBlock;
  private final LongSupplier clock;
  private final AtomicReference<@Nullable String> collapse = new AtomicReference<>();

  /**
   * @param nanosPerBlock by engine, how long a full batch takes for one block of each message;
   *     engines that are not in it are not watched
   */
  SpeedWatch(Map<String, Double> nanosPerBlock, LongSupplier clock) {
    this.nanosPerBlock = Map.copyOf(nanosPerBlock);
    this.clock = clock;
  }

  /** Watches nothing: for engines that are to be used whatever their speed. */
  static SpeedWatch blind() {
    return new SpeedWatch(Map.of(), System::nanoTime);
  }

  /** For one open engine; null if it is not watched. */
  @Nullable SpeedWindow window(String engine) {
    Double nanos = nanosPerBlock.get(engine);
    return nanos == null ? null : new SpeedWindow(this, engine, nanos, clock);
  }

  /** What happened, or null while all is well. */
  @Nullable String collapse() {
    return collapse.get();
  }

  void collapsed(String engine, double slowdown) {
    String what =
        String.format(
            Locale.ROOT,
            "%s became %.0f times slower than it was measured to be",
            engine,
            slowdown);
    if (collapse.compareAndSet(null, what)) {
      LOG.log(
          Level.WARNING,
          what
              + "; messages that begin from now on go to jdk. A debugger, a compiler that gave up on"
              + " the code or a far slower machine do that; calibrating anew tells whether it lasts");
    }
  }
}
