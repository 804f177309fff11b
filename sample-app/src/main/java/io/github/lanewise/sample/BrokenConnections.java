package io.github.lanewise.sample;

import io.netty.handler.timeout.ReadTimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.util.DisconnectedClientHelper;
import reactor.core.publisher.Mono;

/**
 * A client that goes away in the middle of its request is no error of the server; without this each
 * one would fill the log with a stack trace. The status that is set instead has no reader.
 */
@Component
class BrokenConnections implements WebFilter {

  private static final Logger log = LoggerFactory.getLogger(BrokenConnections.class);

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    return chain
        .filter(exchange)
        .onErrorResume(
            BrokenConnections::isNoErrorOfOurs,
            e -> {
              log.debug("{}the client went away: {}", exchange.getLogPrefix(), e.getMessage());
              exchange.getResponse().setStatusCode(HttpStatus.INTERNAL_SERVER_ERROR);
              return exchange.getResponse().setComplete();
            });
  }

  private static boolean isNoErrorOfOurs(Throwable e) {
    return e instanceof ReadTimeoutException
        || DisconnectedClientHelper.isClientDisconnectedException(e);
  }
}
