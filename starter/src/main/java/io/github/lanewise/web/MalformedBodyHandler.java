package io.github.lanewise.web;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.netty.NettyPipeline;

/**
 * Breaks the connection at a malformed body: at a chunk without a size, or a trailer that is none.
 * Netty tells such a fault by a last content that failed to decode; Reactor Netty takes it for the
 * end of the body and completes it normally. A broken connection is the one end of a body that
 * every receiver knows not to be its completion.
 *
 * <p>A request whose head is malformed is left alone, since nothing of it has reached a receiver.
 */
@Sharable
public final class MalformedBodyHandler extends ChannelInboundHandlerAdapter {

  private static final Logger log = LoggerFactory.getLogger(MalformedBodyHandler.class);
  private static final String NAME = "lanewise.malformed-body";
  private static final MalformedBodyHandler INSTANCE = new MalformedBodyHandler();

  private MalformedBodyHandler() {}

  /**
   * Adds the handler between the codec and the server. Does nothing where it is already, or where
   * there is no codec of HTTP/1.1: HTTP/2 has its own framing, whose faults reset the stream.
   */
  public static void addTo(ChannelPipeline pipeline) {
    if (pipeline.get(NettyPipeline.HttpCodec) != null && pipeline.get(NAME) == null) {
      pipeline.addAfter(NettyPipeline.HttpCodec, NAME, INSTANCE);
    }
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // Nobody is left to be told that closing failed.
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof LastHttpContent last
        && !(message instanceof HttpRequest)
        && last.decoderResult().isFailure()) {
      log.debug("{} sent a malformed body", context.channel(), last.decoderResult().cause());
      ReferenceCountUtil.release(message);
      context.close();
      return;
    }
    context.fireChannelRead(message);
  }
}
