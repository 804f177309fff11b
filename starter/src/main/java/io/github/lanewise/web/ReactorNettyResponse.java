package io.github.lanewise.web;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.util.ClassUtils;
import reactor.netty.http.server.HttpServerResponse;

/** What Reactor Netty can do with a response, and Spring has no name for. */
final class ReactorNettyResponse {

  private static final boolean PRESENT =
      ClassUtils.isPresent(
          "reactor.netty.http.server.HttpServerResponse",
          ReactorNettyResponse.class.getClassLoader());

  private ReactorNettyResponse() {}

  /** Whether it is Reactor Netty that sends the response. */
  static boolean is(ServerHttpResponse response) {
    return PRESENT && Server.of(response) != null;
  }

  /** Lets the body pass as it is: the server's own coding would come after it was hashed. */
  static void refuseCoding(ServerHttpResponse response) {
    HttpServerResponse server = Server.of(response);
    if (server != null) {
      server.compression(false);
    }
  }

  /** Sends these trailers, as they are when the body has ended. The header must name them. */
  static void trailers(ServerHttpResponse response, HttpHeaders trailers) {
    HttpServerResponse server = Server.of(response);
    if (server != null) {
      server.trailerHeaders(sent -> trailers.forEach(sent::add));
    }
  }

  /** Not loaded without Reactor Netty. */
  private static final class Server {

    static @Nullable HttpServerResponse of(ServerHttpResponse response) {
      ServerHttpResponse bare = response;
      while (bare instanceof ServerHttpResponseDecorator decorator) {
        bare = decorator.getDelegate();
      }
      return bare instanceof AbstractServerHttpResponse sent
              && sent.getNativeResponse() instanceof HttpServerResponse server
          ? server
          : null;
    }
  }
}
