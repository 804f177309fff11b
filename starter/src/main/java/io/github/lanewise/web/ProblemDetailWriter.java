package io.github.lanewise.web;

import java.util.List;
import org.springframework.core.Ordered;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.result.view.ViewResolver;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/**
 * Answers an {@link HttpBodyException} with its problem detail, as {@code application/problem+json}
 * (RFC 9457), whatever the application does with other errors. Goes before Boot's handler; what a
 * controller handles itself does not come here.
 */
public final class ProblemDetailWriter implements WebExceptionHandler, Ordered {

  /** One before {@code ErrorWebExceptionHandler}. */
  private static final int ORDER = -2;

  private final ServerResponse.Context context;

  /**
   * @param codecs write the problem detail
   */
  public ProblemDetailWriter(ServerCodecConfigurer codecs) {
    this.context = new CodecContext(codecs.getWriters());
  }

  @Override
  public int getOrder() {
    return ORDER;
  }

  @Override
  public Mono<Void> handle(ServerWebExchange exchange, Throwable error) {
    if (!(error instanceof HttpBodyException problem) || exchange.getResponse().isCommitted()) {
      return Mono.error(error);
    }
    ProblemDetail body = problem.getBody();
    return ServerResponse.status(problem.getStatusCode())
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .bodyValue(body)
        .flatMap(response -> response.writeTo(exchange, context));
  }

  private record CodecContext(List<HttpMessageWriter<?>> messageWriters)
      implements ServerResponse.Context {

    @Override
    public List<ViewResolver> viewResolvers() {
      return List.of();
    }
  }
}
