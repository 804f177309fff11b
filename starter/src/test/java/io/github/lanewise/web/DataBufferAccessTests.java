package io.github.lanewise.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.pipeline.BufferAccess;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.core.io.buffer.NettyDataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;

class DataBufferAccessTests {

  private final NettyDataBufferFactory pooled =
      new NettyDataBufferFactory(PooledByteBufAllocator.DEFAULT);
  private final DataBufferAccess access = new DataBufferAccess();

  @Test
  void aCompositeBufferIsReadPieceByPiece() {
    DataBuffer composite = pooled.join(List.of(pooled("lane"), pooled("wi"), pooled("se")));
    assertThat(read(composite)).isEqualTo("lanewise");
    access.release(composite);
  }

  @Test
  void theReadPositionStaysWhereItWas() {
    DataBuffer buffer = pooled("lanewise");
    buffer.readPosition(4);
    assertThat(read(buffer)).isEqualTo("wise");
    assertThat(buffer.readPosition()).isEqualTo(4);
    assertThat(buffer.readableByteCount()).isEqualTo(4);
    access.release(buffer);
  }

  @Test
  void anEmptyBufferHasNoBytes() {
    DataBuffer buffer = pooled("");
    assertThat(read(buffer)).isEmpty();
    access.release(buffer);
  }

  @Test
  void releaseGivesAPooledBufferBack() {
    NettyDataBuffer buffer = pooled("lanewise");
    access.release(buffer);
    assertThat(buffer.getNativeBuffer().refCnt()).isZero();
  }

  @Test
  void aBufferOfTheHeapIsReadAndReleasedToo() {
    DataBuffer buffer =
        DefaultDataBufferFactory.sharedInstance.wrap("heap".getBytes(StandardCharsets.US_ASCII));
    assertThat(read(buffer)).isEqualTo("heap");
    access.release(buffer);
  }

  private NettyDataBuffer pooled(String text) {
    NettyDataBuffer buffer = pooled.allocateBuffer(16);
    buffer.write(text, StandardCharsets.US_ASCII);
    return buffer;
  }

  private String read(DataBuffer buffer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (BufferAccess.Segments segments = access.segments(buffer)) {
      while (segments.hasNext()) {
        ByteBuffer segment = segments.next();
        byte[] piece = new byte[segment.remaining()];
        segment.get(piece);
        bytes.writeBytes(piece);
      }
    }
    return bytes.toString(StandardCharsets.US_ASCII);
  }
}
