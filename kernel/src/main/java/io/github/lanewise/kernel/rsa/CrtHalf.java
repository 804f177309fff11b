package io.github.lanewise.kernel.rsa;

import java.security.SecureRandom;

/**
 * One of the two exponentiations of a signature, modulo one of the primes. It is independent of the
 * other, and nearly half of the signature's work.
 *
 * <p>Run it once, on any thread. It does not block. Or leave both halves to {@link
 * RsaLanes#compute}.
 */
public final class CrtHalf implements Runnable {

  private final Exponentiation task;
  private final PowerEngine engine;
  private final Sessions sessions;

  // Written by the thread that computes the half, read by the one that finishes the signature.
  private volatile boolean computed;

  /**
   * @param message blinded, in limbs, below 2·n
   */
  CrtHalf(
      CrtPrime prime, long[] message, PowerEngine engine, Sessions sessions, SecureRandom random) {
    this.task =
        new Exponentiation(
            prime.modulus(),
            prime.reduce(message),
            prime.blindedExponent(random),
            prime.exponentBits(),
            new long[prime.modulus().length()]);
    this.engine = engine;
    this.sessions = sessions;
  }

  /** Computes the half; does nothing if it is computed already. */
  @Override
  public void run() {
    if (!computed) {
      sessions.power(engine, task);
      isComputed();
    }
  }

  /** For whoever computes it together with others: then call {@link #isComputed}. */
  Exponentiation task() {
    return task;
  }

  void isComputed() {
    Words.erase(task.base());
    Words.erase(task.exponent());
    computed = true;
  }

  long[] result() {
    if (!computed) {
      throw new IllegalStateException(
          "both halves must have run before the signature is finished, one has not");
    }
    return task.result();
  }
}
