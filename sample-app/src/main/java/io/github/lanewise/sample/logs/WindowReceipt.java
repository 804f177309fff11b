package io.github.lanewise.sample.logs;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.github.lanewise.kernel.merkle.WindowStatement;

/**
 * Tells a client that records of its request are signed and on the disk.
 *
 * @param window which window that is
 */
record WindowReceipt(Window window) {

  /**
   * The window.
   *
   * @param through all records of the request up to this line are signed
   */
  @JsonPropertyOrder({"chain", "sequence", "records", "through"})
  record Window(String chain, long sequence, long records, long through) {}

  static WindowReceipt of(WindowStatement statement, long through) {
    return new WindowReceipt(
        new Window(statement.chain(), statement.sequence(), statement.records(), through));
  }
}
