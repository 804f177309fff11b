package io.github.lanewise.sample.logs;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** A record that exceeds the limit: 413, unless answers to earlier records are on their way. */
final class RecordTooLargeException extends ResponseStatusException {

  private static final long serialVersionUID = 1L;

  RecordTooLargeException(long line, int maxRecordBytes) {
    super(
        HttpStatus.CONTENT_TOO_LARGE,
        "a record must have at most %d bytes, line %d has more".formatted(maxRecordBytes, line));
  }
}
