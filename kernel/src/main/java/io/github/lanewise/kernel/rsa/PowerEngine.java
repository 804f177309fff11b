package io.github.lanewise.kernel.rsa;

/**
 * A way to compute modular powers with secret bases, exponents and moduli: no branch, index or
 * early exit depends on them.
 */
interface PowerEngine {

  /** For descriptions and metrics, such as {@code scalar}, {@code lanes-4}, {@code horizontal}. */
  String name();

  /** How many exponentiations one call computes together, in about the time of one. */
  int lanes();

  /** Whether moduli of this many bits can be had. */
  boolean serves(int modulusBits);

  /**
   * Working memory for one thread at a time.
   *
   * @throws IllegalStateException if the engine has as many open as it can have
   */
  Session open();

  /** Confined to one thread at a time. */
  interface Session extends AutoCloseable {

    /**
     * Computes the first {@code count} of a batch, 1 to {@link PowerEngine#lanes()}; results are
     * written into each. Moduli may differ and may be given again and again: what is derived from
     * one is kept for the next time. All moduli of one call have the same number of words;
     * exponents may differ in length. Leaves no secret in its working memory but what is derived
     * from moduli.
     */
    void power(Exponentiation[] batch, int count);

    /** Zeroes and frees the working memory. */
    @Override
    void close();
  }
}
