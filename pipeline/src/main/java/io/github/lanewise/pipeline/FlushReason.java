package io.github.lanewise.pipeline;

/** Why what had gathered in the lanes of a worker was begun. */
public enum FlushReason {
  /** Every lane was taken. With an engine of one lane, that is each message. */
  FULL,

  /** Each open subscription had a piece in a lane already. */
  NOTHING_MORE_CAN_COME,

  /** The first piece had waited for {@code max-wait}. */
  DEADLINE,

  /** At the rate at which others came lately, waiting would not have been worth while. */
  CANNOT_PAY
}
