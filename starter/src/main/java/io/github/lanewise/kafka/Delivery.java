package io.github.lanewise.kafka;

/** How often a record's address is in the output topic. */
public enum Delivery {

  /**
   * Once, for consumers that read committed records only: addresses, dead letters, signed windows
   * and the offsets of what was consumed are one Kafka transaction for each poll.
   */
  EXACTLY_ONCE,

  /**
   * Once or more: offsets are committed when the broker has acknowledged the addresses, and what
   * was not committed when an instance went is addressed again.
   */
  AT_LEAST_ONCE
}
