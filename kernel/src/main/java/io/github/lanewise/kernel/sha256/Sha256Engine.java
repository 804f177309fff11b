package io.github.lanewise.kernel.sha256;

/** A way to run SHA-256. */
sealed interface Sha256Engine permits BlockEngine, JdkEngine, JdkPairsEngine {

  /** As in {@link Sha256Engines#NAMES}. */
  String name();

  /** How many messages it advances at a time. */
  int lanes();

  /** Whether these stand in lanes of vectors. */
  default boolean isInLanes() {
    return this instanceof BlockEngine && lanes() > 1;
  }
}
