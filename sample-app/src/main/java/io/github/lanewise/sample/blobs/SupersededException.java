package io.github.lanewise.sample.blobs;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Another request for the same upload came; what this one brought until then is kept. */
final class SupersededException extends ResponseStatusException {

  private static final long serialVersionUID = 1L;

  SupersededException() {
    super(HttpStatus.CONFLICT, "an upload has one request at a time, a later one came");
  }
}
