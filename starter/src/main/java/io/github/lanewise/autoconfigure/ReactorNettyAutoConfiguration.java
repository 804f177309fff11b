package io.github.lanewise.autoconfigure;

import io.github.lanewise.web.MalformedBodyHandler;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import reactor.netty.http.server.HttpServer;

/**
 * Where Reactor Netty serves, a request body that breaks the rules of its encoding ends in an
 * error. Left to itself, the server answers 400 and completes the body, so that whoever hashes it
 * has the digest of what came before the fault, and takes it for the digest of the whole.
 */
@AutoConfiguration
@ConditionalOnClass({HttpServer.class, NettyServerCustomizer.class})
public final class ReactorNettyAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean(name = "malformedBodyCustomizer")
  WebServerFactoryCustomizer<NettyReactiveWebServerFactory> malformedBodyCustomizer() {
    return factory ->
        factory.addServerCustomizers(
            server ->
                server.doOnConnection(
                    connection -> MalformedBodyHandler.addTo(connection.channel().pipeline())));
  }
}
