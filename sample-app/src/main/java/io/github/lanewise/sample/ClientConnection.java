package io.github.lanewise.sample;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.timeout.ReadTimeoutHandler;
import java.time.Duration;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.TimeUnit;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.netty.Connection;
import reactor.netty.FutureMono;
import reactor.netty.NettyPipeline;
import reactor.netty.channel.AbortedException;
import reactor.netty.http.server.HttpServerInfos;

/**
 * What a request has to know of the connection that it came on, which may serve others after it.
 */
public final class ClientConnection {

  private final Channel channel;
  private final boolean takesInterimResponses;

  private ClientConnection(Channel channel, boolean takesInterimResponses) {
    this.channel = channel;
    this.takesInterimResponses = takesInterimResponses;
  }

  /** The connection of a request that Reactor Netty serves. */
  public static ClientConnection of(ServerHttpRequest request) {
    Object served = ServerHttpRequestDecorator.getNativeRequest(request);
    if (!(served instanceof Connection connection)) {
      throw new IllegalStateException(
          "a request must be served by Reactor Netty, was by " + served.getClass().getName());
    }
    return new ClientConnection(
        connection.channel(),
        served instanceof HttpServerInfos infos && HttpVersion.HTTP_1_1.equals(infos.version()));
  }

  /**
   * Sends an interim response (RFC 9110 §15.2), before the final one has begun. It goes past the
   * handler of Reactor Netty that counts responses, which knows of no other interim one than 100.
   *
   * @return false if the connection cannot: it is one of HTTP/1.0, or of HTTP/2
   */
  @SuppressWarnings("FutureReturnValueIgnored") // A connection that breaks is noticed elsewhere.
  public boolean inform(HttpResponseStatus status, Map<String, String> headers) {
    ChannelHandlerContext codec = channel.pipeline().context(NettyPipeline.HttpTrafficHandler);
    if (codec == null || !takesInterimResponses) {
      return false;
    }
    FullHttpResponse response =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.EMPTY_BUFFER);
    headers.forEach(response.headers()::set);
    codec.writeAndFlush(response);
    return true;
  }

  /**
   * Completes when the connection has ended. Who cancels leaves nothing at the connection, which
   * otherwise would grow by each request that it serves.
   */
  public Mono<Void> gone() {
    return FutureMono.from(channel.closeFuture());
  }

  /** The thread that reads and writes the connection. It is pinned nowhere and must not block. */
  public Scheduler eventLoop() {
    return new EventLoopScheduler(channel.eventLoop());
  }

  /** Ends the connection behind what has been answered, for a fault that no status can tell now. */
  public <T> Mono<T> breakOff(String reason) {
    return Mono.defer(
        () -> {
          channel.flush();
          return FutureMono.from(channel.close()).then(Mono.error(new AbortedException(reason)));
        });
  }

  /**
   * Ends the connection if it brings nothing of the body for so long. Netty's handler watches
   * instead of Reactor's {@code timeout}, since that drops a buffer which comes at the very moment,
   * and nobody releases it.
   */
  public <T> Flux<T> withReadTimeout(Flux<T> body, Duration limit) {
    ChannelPipeline pipeline = channel.pipeline();
    return Flux.using(
        () -> {
          ReadTimeoutHandler watch =
              new ReadTimeoutHandler(limit.toMillis(), TimeUnit.MILLISECONDS);
          try {
            pipeline.addBefore(NettyPipeline.ReactiveBridge, null, watch);
          } catch (NoSuchElementException closed) {
            throw new AbortedException(closed);
          }
          return watch;
        },
        watch -> body,
        watch -> {
          try {
            pipeline.remove(watch);
          } catch (NoSuchElementException closed) {
            // The channel has closed, and its handlers went with it.
          }
        });
  }
}
