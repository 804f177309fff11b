package io.github.lanewise.kernel.sha256;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Where a caller's bytes can lie, and through which kind of object a stream gets them. */
enum Placement {
  BUFFER {
    @Override
    void give(Sha256Stream stream, byte[] bytes, boolean last, Memory memory) {
      stream.segment(ByteBuffer.wrap(bytes), last);
    }
  },
  READ_ONLY_BUFFER {
    @Override
    void give(Sha256Stream stream, byte[] bytes, boolean last, Memory memory) {
      stream.segment(ByteBuffer.wrap(bytes).asReadOnlyBuffer(), last);
    }
  },
  SLICE_OF_A_BUFFER {
    @Override
    void give(Sha256Stream stream, byte[] bytes, boolean last, Memory memory) {
      ByteBuffer larger = ByteBuffer.allocate(bytes.length + 9).put(7, bytes);
      stream.segment(larger.slice(7, bytes.length), last);
    }
  },
  DIRECT_BUFFER {
    @Override
    void give(Sha256Stream stream, byte[] bytes, boolean last, Memory memory) {
      stream.segment(ByteBuffer.allocateDirect(bytes.length).put(0, bytes), last);
    }
  },
  READ_ONLY_SLICE_OF_A_DIRECT_BUFFER {
    @Override
    void give(Sha256Stream stream, byte[] bytes, boolean last, Memory memory) {
      ByteBuffer larger = ByteBuffer.allocateDirect(bytes.length + 4).put(3, bytes);
      stream.segment(larger.slice(3, bytes.length).asReadOnlyBuffer(), last);
    }
  },
  HEAP_SEGMENT {
    @Override
    void give(Sha256Stream stream, byte[] bytes, boolean last, Memory memory) {
      stream.segment(MemorySegment.ofArray(bytes), last);
    }
  },
  SLICE_OF_A_HEAP_SEGMENT_OF_SHORTS {
    @Override
    void give(Sha256Stream stream, byte[] bytes, boolean last, Memory memory) {
      MemorySegment shorts = MemorySegment.ofArray(new short[bytes.length / Short.BYTES + 3]);
      stream.segment(shorts.asSlice(5, bytes.length).copyFrom(MemorySegment.ofArray(bytes)), last);
    }
  },
  NATIVE_SEGMENT {
    @Override
    void give(Sha256Stream stream, byte[] bytes, boolean last, Memory memory) {
      MemorySegment segment = memory.arena.allocate(bytes.length + 64L, 64);
      stream.segment(segment.asSlice(0, bytes.length).copyFrom(MemorySegment.ofArray(bytes)), last);
    }
  },
  NATIVE_SEGMENT_AT_AN_ODD_ADDRESS {
    @Override
    void give(Sha256Stream stream, byte[] bytes, boolean last, Memory memory) {
      MemorySegment segment = memory.arena.allocate(bytes.length + 64L, 64);
      stream.segment(
          segment.asSlice(13, bytes.length).copyFrom(MemorySegment.ofArray(bytes)), last);
    }
  },
  MAPPED_SEGMENT {
    @Override
    void give(Sha256Stream stream, byte[] bytes, boolean last, Memory memory) {
      stream.segment(memory.map(bytes), last);
    }
  };

  abstract void give(Sha256Stream stream, byte[] bytes, boolean last, Memory memory);

  /** What segments live in: closed when the streams have eaten them. */
  static final class Memory implements AutoCloseable {

    final Arena arena = Arena.ofConfined();
    private final Path file;
    private final FileChannel channel;
    private long fileBytes;

    Memory() throws IOException {
      file = Files.createTempFile("mapped", ".bin");
      channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    MemorySegment map(byte[] bytes) {
      try {
        channel.write(ByteBuffer.wrap(bytes), fileBytes);
        MemorySegment mapped = channel.map(MapMode.READ_ONLY, fileBytes, bytes.length, arena);
        fileBytes += bytes.length;
        return mapped;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      arena.close();
      channel.close();
      Files.delete(file);
    }
  }
}
