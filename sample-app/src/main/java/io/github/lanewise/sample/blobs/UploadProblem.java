package io.github.lanewise.sample.blobs;

import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;

/** The problem types of draft-ietf-httpbis-resumable-upload-12. */
final class UploadProblem {

  private static final String TYPES = "https://iana.org/assignments/http-problem-types#";

  private UploadProblem() {}

  static ErrorResponseException mismatchingOffset(long expected, long provided) {
    ErrorResponseException problem =
        of(
            HttpStatus.CONFLICT,
            "mismatching-upload-offset",
            "the next byte of the upload must be %d, was %d".formatted(expected, provided));
    problem.getBody().setProperty("expected-offset", expected);
    problem.getBody().setProperty("provided-offset", provided);
    problem.getHeaders().set("Upload-Offset", Long.toString(expected));
    return problem;
  }

  static ErrorResponseException completed() {
    return of(
        HttpStatus.BAD_REQUEST,
        "completed-upload",
        "an upload that is complete takes no more bytes");
  }

  static ErrorResponseException inconsistentLength(long told, long now) {
    return of(
        HttpStatus.BAD_REQUEST,
        "inconsistent-upload-length",
        "the upload must have the %d bytes that were announced, has %d".formatted(told, now));
  }

  private static ErrorResponseException of(HttpStatus status, String type, String detail) {
    ErrorResponseException problem = new ErrorResponseException(status);
    problem.setType(URI.create(TYPES + type));
    problem.setDetail(detail);
    return problem;
  }
}
