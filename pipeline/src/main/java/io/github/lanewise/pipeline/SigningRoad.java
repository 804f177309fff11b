package io.github.lanewise.pipeline;

/** How a signature was computed. */
public enum SigningRoad {

  /** Its two halves one after the other on one worker: the other was busy. */
  ONE_WORKER,

  /** Its two halves side by side on two workers. */
  TWO_WORKERS,

  /** Together with others, in the lanes of a vector engine. */
  LANES,

  /** By the JCA, after the first result was held back. */
  JCA
}
