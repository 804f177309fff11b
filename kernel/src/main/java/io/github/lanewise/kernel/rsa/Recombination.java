package io.github.lanewise.kernel.rsa;

/** A way to make the value modulo n of the values modulo p and q, all as words. */
@FunctionalInterface
interface Recombination {

  /** See {@link CrtKey#recombine}. */
  Recombination GARNER = CrtKey::recombine;

  long[] recombine(CrtKey key, long[] sP, long[] sQ);
}
