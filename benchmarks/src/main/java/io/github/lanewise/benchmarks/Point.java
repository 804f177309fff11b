package io.github.lanewise.benchmarks;

import java.util.Arrays;
import java.util.List;

/**
 * A piece of work and those who do it in turn.
 *
 * @param name one of a scenario's points, such as a size or a number of messages
 * @param units what a batch is worth: bytes hashed, signatures made
 * @param batches how many are timed together; enough for the clock to see them
 * @param contestants each does the same work; the last is the reference, which all must agree with
 */
record Point(String name, long units, int batches, List<Contestant> contestants) {

  /**
   * Has each contestant do the work once.
   *
   * @throws IllegalStateException if one of them comes to other results than the reference
   */
  void check() {
    contestants.forEach(Contestant::batch);
    Contestant reference = contestants.getLast();
    byte[] expected = reference.results();
    for (Contestant contestant : contestants) {
      if (!Arrays.equals(contestant.results(), expected)) {
        throw new IllegalStateException(
            contestant.name() + " and " + reference.name() + " disagree on " + name);
      }
    }
  }
}
