package io.github.lanewise.web;

import java.io.Serial;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * A request whose body, or what its fields say of the body, cannot be accepted. Its {@link
 * #getBody() body} is a problem detail (RFC 9457), which {@link ProblemDetailWriter} sends.
 */
public abstract sealed class HttpBodyException extends ErrorResponseException
    permits ContentLimitException,
        DigestMismatchException,
        InvalidFieldException,
        MalformedMultipartException {

  @Serial private static final long serialVersionUID = 1L;

  HttpBodyException(HttpStatus status, String title, String detail, @Nullable Throwable cause) {
    super(status, problem(status, title, detail), cause);
  }

  private static ProblemDetail problem(HttpStatus status, String title, String detail) {
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
    problem.setTitle(title);
    return problem;
  }
}
