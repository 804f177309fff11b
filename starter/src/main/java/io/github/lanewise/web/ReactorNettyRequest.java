package io.github.lanewise.web;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.util.ClassUtils;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClientResponse;

/** The exchange behind a request of {@code WebClient}, for what Spring has no name for. */
final class ReactorNettyRequest {

  private static final boolean PRESENT =
      ClassUtils.isPresent(
          "reactor.netty.http.client.HttpClientResponse",
          ReactorNettyRequest.class.getClassLoader());

  /** Of the last attempt, since a redirected request is sent again. */
  private final AtomicReference<@Nullable Object> sent = new AtomicReference<>();

  void sending(ClientHttpRequest request) {
    sent.set(request.getNativeRequest());
  }

  /** The trailers, when the body has ended; empty if there are none or another client sends. */
  Mono<HttpHeaders> trailers() {
    return Mono.defer(() -> PRESENT ? Client.trailers(sent.get()) : Mono.empty());
  }

  /** Not loaded without Reactor Netty, whose requests and responses are one object. */
  private static final class Client {

    static Mono<HttpHeaders> trailers(@Nullable Object request) {
      return request instanceof HttpClientResponse response
          ? response.trailerHeaders().map(Client::copy)
          : Mono.empty();
    }

    private static HttpHeaders copy(io.netty.handler.codec.http.HttpHeaders trailers) {
      HttpHeaders copy = new HttpHeaders();
      trailers.forEach(trailer -> copy.add(trailer.getKey(), trailer.getValue()));
      return copy;
    }
  }
}
