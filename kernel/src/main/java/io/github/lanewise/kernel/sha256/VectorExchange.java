package io.github.lanewise.kernel.sha256;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Exchanges of lanes between two vectors, of which a transposition is made: a network of exchanges
 * at distances 1, 2, 4 and 8. Of vectors a and b, <em>low</em> is a with the lanes of b whose index
 * has the distance's bit clear put where a's have it set; <em>high</em> is the other way round.
 *
 * <pre>
 *   distance 1:  a = a0 a1 a2 a3   low  = a0 b0 a2 b2
 *                b = b0 b1 b2 b3   high = a1 b1 a3 b3
 * </pre>
 *
 * <p>Either by one index into both vectors, or by swapping the lanes of one and blending.
 */
final class VectorExchange {

  private VectorExchange() {}

  /** The index that takes {@code low} from both. */
  static IntVector low(VectorSpecies<Integer> species, int distance) {
    int lanes = species.length();
    return index(species, i -> (i & distance) == 0 ? i : lanes + (i ^ distance));
  }

  /** The index that takes {@code high} from both. */
  static IntVector high(VectorSpecies<Integer> species, int distance) {
    int lanes = species.length();
    return index(species, i -> (i & distance) == 0 ? i ^ distance : lanes + i);
  }

  /** Distances that a shape is too narrow for wrap around; they are not used. */
  private static IntVector index(VectorSpecies<Integer> species, IntUnaryOperator place) {
    int[] index = new int[species.length()];
    Arrays.setAll(index, i -> place.applyAsInt(i) & (2 * index.length - 1));
    return IntVector.fromArray(species, index, 0);
  }

  /** Swaps lanes at the distance. */
  static VectorShuffle<Integer> swap(VectorSpecies<Integer> species, int distance) {
    int last = species.length() - 1;
    return VectorShuffle.fromOp(species, i -> (i ^ distance) & last);
  }

  /** The lanes whose index has the distance's bit set. */
  static VectorMask<Integer> set(VectorSpecies<Integer> species, int distance) {
    boolean[] bits = new boolean[species.length()];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = (i & distance) != 0;
    }
    return VectorMask.fromArray(species, bits, 0);
  }
}
