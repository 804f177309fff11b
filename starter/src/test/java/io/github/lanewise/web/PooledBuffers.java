package io.github.lanewise.web;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.core.publisher.Flux;

/** Buffers of a test, which knows at its end which of them are still held. */
final class PooledBuffers {

  private final NettyDataBufferFactory factory =
      new NettyDataBufferFactory(PooledByteBufAllocator.DEFAULT);
  private final Queue<ByteBuf> made = new ConcurrentLinkedQueue<>();

  DataBuffer buffer(int length) {
    return buffer(new byte[length]);
  }

  DataBuffer buffer(byte[] bytes) {
    ByteBuf buffer = PooledByteBufAllocator.DEFAULT.buffer(bytes.length).writeBytes(bytes);
    made.add(buffer);
    return factory.wrap(buffer);
  }

  /** So many buffers of ten bytes, made when they are asked for. */
  Flux<DataBuffer> tens(int count) {
    return Flux.range(0, count).map(i -> buffer(10));
  }

  int made() {
    return made.size();
  }

  long held() {
    return made.stream().filter(buffer -> buffer.refCnt() > 0).count();
  }
}
