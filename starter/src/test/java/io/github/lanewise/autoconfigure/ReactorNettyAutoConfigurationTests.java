package io.github.lanewise.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.web.MalformedBodyHandler;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

class ReactorNettyAutoConfigurationTests {

  private final ApplicationContextRunner contextRunner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(ReactorNettyAutoConfiguration.class));

  @Test
  void theServerIsCustomizedWhereReactorNettyServes() {
    contextRunner.run(
        context -> {
          NettyReactiveWebServerFactory factory = new NettyReactiveWebServerFactory();
          customizer(context.getBean("malformedBodyCustomizer")).customize(factory);
          assertThat(factory.getServerCustomizers()).hasSize(1);
        });
  }

  @Test
  void withoutReactorNettyNothingIsCustomized() {
    contextRunner
        .withClassLoader(new FilteredClassLoader(HttpServer.class))
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean(WebServerFactoryCustomizer.class));
  }

  @Test
  void aMalformedChunkClosesTheChannel() {
    EmbeddedChannel channel = channel();
    channel.writeInbound(ascii("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\nZ"));
    assertThat(channel.isOpen()).isTrue();
    channel.writeInbound(ascii("ZZ\r\n"));
    assertThat(channel.isOpen()).isFalse();
    channel.inboundMessages().forEach(ReferenceCountUtil::release);
  }

  @Test
  void aMalformedHeadIsLeftToTheServer() {
    EmbeddedChannel channel = channel();
    channel.writeInbound(ascii("POST / HTTP/x.y\r\n\r\n"));
    assertThat(channel.isOpen()).isTrue();
    assertThat(channel.inboundMessages()).isNotEmpty();
    channel.inboundMessages().forEach(ReferenceCountUtil::release);
  }

  @Test
  void withoutACodecOfHttp1NothingIsAdded() {
    EmbeddedChannel channel = new EmbeddedChannel();
    MalformedBodyHandler.addTo(channel.pipeline());
    assertThat(channel.pipeline().get(MalformedBodyHandler.class)).isNull();
  }

  /** Added twice, as by a server that tells of the same connection for each of its requests. */
  private static EmbeddedChannel channel() {
    EmbeddedChannel channel = new EmbeddedChannel();
    channel.pipeline().addLast(NettyPipeline.HttpCodec, new HttpServerCodec());
    MalformedBodyHandler.addTo(channel.pipeline());
    MalformedBodyHandler.addTo(channel.pipeline());
    return channel;
  }

  private static ByteBuf ascii(String text) {
    return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
  }

  @SuppressWarnings("unchecked")
  private static WebServerFactoryCustomizer<NettyReactiveWebServerFactory> customizer(Object bean) {
    return (WebServerFactoryCustomizer<NettyReactiveWebServerFactory>) bean;
  }
}
