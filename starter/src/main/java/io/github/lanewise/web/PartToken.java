package io.github.lanewise.web;

import org.springframework.core.io.buffer.DataBuffer;

/** What a {@link PartScanner} finds: a head, content, an end, and so on for each part. */
sealed interface PartToken permits PartHead, PartToken.Content, PartToken.End {

  /**
   * Some of a part's content, never empty.
   *
   * @param buffer to be released by whoever takes it
   */
  record Content(DataBuffer buffer) implements PartToken {}

  /** The end of a part. */
  enum End implements PartToken {
    PART
  }
}
