package io.github.lanewise.kernel.rsa;

import java.math.BigInteger;

/** An engine from a function of integers, so that tests can observe and falsify its numbers. */
@FunctionalInterface
interface IntegerPower {

  IntegerPower RIGHT = BigInteger::modPow;

  BigInteger power(BigInteger base, BigInteger exponent, BigInteger modulus);

  default PowerEngine engine() {
    return lanes(1);
  }

  /** As many lanes, computed one after the other. */
  default PowerEngine lanes(int lanes) {
    return new PowerEngine() {
      @Override
      public String name() {
        return "integers-" + lanes;
      }

      @Override
      public int lanes() {
        return lanes;
      }

      @Override
      public boolean serves(int modulusBits) {
        return true;
      }

      @Override
      public Session open() {
        return new Session() {
          @Override
          public void power(Exponentiation[] batch, int count) {
            if (count < 1 || count > lanes) {
              throw new AssertionError(count + " exponentiations for " + lanes + " lanes");
            }
            for (int i = 0; i < count; i++) {
              compute(batch[i]);
            }
          }

          @Override
          public void close() {}
        };
      }
    };
  }

  private void compute(Exponentiation task) {
    OddModulus modulus = task.modulus();
    BigInteger power =
        power(
            Words.toInteger(task.base()),
            Words.toInteger(task.exponent()),
            Words.toInteger(modulus.words()));
    // A faulty one may not fit: what does not is lost, as in a register.
    BigInteger fitting = power.mod(BigInteger.ONE.shiftLeft(modulus.length() * Long.SIZE));
    System.arraycopy(Words.of(fitting, modulus.length()), 0, task.result(), 0, modulus.length());
  }
}
