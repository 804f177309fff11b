package io.github.lanewise.benchmarks;

/** One way to do a piece of work, beside others that do the same. */
interface Contestant {

  /** Of an engine or a peer, as in tables and figures. */
  String name();

  /** Does the work once. */
  void batch();

  /** What came of the last batch; equal for all contestants of a {@link Point}. */
  byte[] results();
}
