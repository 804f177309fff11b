package io.github.lanewise.kernel.rsa;

import java.security.SecureRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Signing with faults and observers between its steps. In the kernel's package, because the steps
 * are chosen in a constructor that nobody else should see.
 */
public final class TestCrt {

  private TestCrt() {}

  /** Runs something at the beginning of every half. */
  public static RsaCrt observed(RsaKey key, Runnable onHalf) {
    return of(key, engine(1, task -> onHalf.run(), task -> {}));
  }

  /** Half p has a wrong bit while the supplier says so. */
  public static RsaCrt faultyHalfP(RsaKey key, BooleanSupplier faulty) {
    return of(key, faultyHalf(key.crt().p(), 1, faulty));
  }

  /** Half q has a wrong bit while the supplier says so. */
  public static RsaCrt faultyHalfQ(RsaKey key, BooleanSupplier faulty) {
    return of(key, faultyHalf(key.crt().q(), 1, faulty));
  }

  /** The recombined value has a wrong bit while the supplier says so. */
  public static RsaCrt faultyRecombination(RsaKey key, BooleanSupplier faulty) {
    return new RsaCrt(
        key,
        new SecureRandom(),
        () -> RsaEngines.SCALAR,
        (crt, sP, sQ) -> {
          long[] s = Recombination.GARNER.recombine(crt, sP, sQ);
          s[0] ^= faulty.getAsBoolean() ? 8 : 0;
          return s;
        });
  }

  /** Engines that are observed: what computes one half, and lanes where they are wanted. */
  public static RsaEngineChoice lanes(int lanes, int breakEven, Consumer<Integer> onBatch) {
    PowerEngine engine = engine(lanes, task -> {}, task -> {});
    return RsaEngineChoice.lanes(
        RsaEngines.SCALAR, counted(engine, onBatch), breakEven, RsaEngineChoice.NEVER, "a test's");
  }

  /** Lanes in which half p has a wrong bit while the supplier says so. */
  public static RsaEngineChoice faultyLanes(RsaKey key, int lanes, BooleanSupplier faulty) {
    return RsaEngineChoice.lanes(
        RsaEngines.SCALAR, faultyHalf(key.crt().p(), lanes, faulty), 1, 1, "a faulty one");
  }

  private static RsaCrt of(RsaKey key, PowerEngine engine) {
    return new RsaCrt(key, new SecureRandom(), () -> engine, Recombination.GARNER);
  }

  private static PowerEngine faultyHalf(CrtPrime prime, int lanes, BooleanSupplier faulty) {
    return engine(
        lanes,
        task -> {},
        task -> {
          if (task.modulus().equals(prime.modulus()) && faulty.getAsBoolean()) {
            task.result()[0] ^= 8;
          }
        });
  }

  private static PowerEngine counted(PowerEngine engine, Consumer<Integer> onBatch) {
    return new Engine(engine.lanes()) {
      @Override
      public Session open() {
        Session session = engine.open();
        return new Session() {
          @Override
          public void power(Exponentiation[] batch, int count) {
            onBatch.accept(count);
            session.power(batch, count);
          }

          @Override
          public void close() {
            session.close();
          }
        };
      }
    };
  }

  private static PowerEngine engine(
      int lanes, Consumer<Exponentiation> before, Consumer<Exponentiation> after) {
    return new Engine(lanes) {
      @Override
      public Session open() {
        Session scalar = RsaEngines.SCALAR.open();
        return new Session() {
          @Override
          public void power(Exponentiation[] batch, int count) {
            for (int i = 0; i < count; i++) {
              before.accept(batch[i]);
            }
            scalar.power(batch, count);
            for (int i = 0; i < count; i++) {
              after.accept(batch[i]);
            }
          }

          @Override
          public void close() {
            scalar.close();
          }
        };
      }
    };
  }

  private abstract static class Engine implements PowerEngine {

    private final int lanes;

    Engine(int lanes) {
      this.lanes = lanes;
    }

    @Override
    public String name() {
      return "observed-" + lanes;
    }

    @Override
    public int lanes() {
      return lanes;
    }

    @Override
    public boolean serves(int modulusBits) {
      return true;
    }
  }
}
