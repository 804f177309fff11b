package io.github.lanewise.kernel.sha256;

/** A way to run SHA-256. */
sealed interface Sha256Engine permits BlockEngine, JdkEngine {

  /** {@code scalar}, {@code jdk}, {@code vector-128}, {@code vector-256} or {@code vector-512}. */
  String name();

  /** How many messages it advances at a time. */
  int lanes();
}
