package io.github.lanewise.kernel.sha256;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * How not to write a kernel: helpers that take and return vectors, called more often than C2 cares
 * to inline them. {@link CompiledKernelTests} must find that out.
 */
final class VectorCliff {

  private static final VectorSpecies<Integer> SPECIES = IntVector.SPECIES_PREFERRED;

  private VectorCliff() {}

  public static void main(String[] arguments) {
    int[] words = new int[SPECIES.length()];
    for (int i = 0; i < 300_000; i++) {
      rounds(words);
    }
  }

  private static void rounds(int[] words) {
    IntVector a = IntVector.fromArray(SPECIES, words, 0);
    for (int i = 0; i < 4; i++) {
      a = sigma(sigma(sigma(sigma(sigma(sigma(sigma(sigma(a))))))));
      a = sigma(sigma(sigma(sigma(sigma(sigma(sigma(sigma(a))))))));
      a = sigma(sigma(sigma(sigma(sigma(sigma(sigma(sigma(a))))))));
    }
    a.intoArray(words, 0);
  }

  private static IntVector sigma(IntVector x) {
    return x.lanewise(VectorOperators.ROR, 6)
        .lanewise(VectorOperators.XOR, x.lanewise(VectorOperators.ROR, 11))
        .lanewise(VectorOperators.XOR, x.lanewise(VectorOperators.ROR, 25));
  }
}
