package io.github.lanewise.kernel.sha256;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Messages for tests, and what the JDK makes of them. */
final class Messages {

  /**
   * Where padding begins a new block or fills one: 55 bytes are the most that leave room for mark
   * and length in one block, 56 to 63 need a second, 64 fill the first.
   */
  static final int[] PADDING_BOUNDARIES = {
    0, 1, 54, 55, 56, 57, 62, 63, 64, 65, 119, 120, 127, 128
  };

  private Messages() {}

  static byte[] random(int length, long seed) {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  /** One message of each of these lengths. */
  static List<byte[]> ofLengths(IntStream lengths) {
    return lengths.mapToObj(length -> random(length, length)).toList();
  }

  static Sha256Digest jdkDigest(byte[] message) {
    try {
      return Sha256Digest.of(MessageDigest.getInstance("SHA-256").digest(message));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  static List<Sha256Digest> jdkDigests(List<byte[]> messages) {
    return messages.stream().map(Messages::jdkDigest).toList();
  }

  /** The ways in which a caller's bytes can lie in memory. */
  enum Kind {
    HEAP {
      @Override
      MemorySegment lay(byte[] bytes, Arena arena) {
        return MemorySegment.ofArray(bytes);
      }
    },
    HEAP_READ_ONLY {
      @Override
      MemorySegment lay(byte[] bytes, Arena arena) {
        return MemorySegment.ofArray(bytes).asReadOnly();
      }
    },
    HEAP_AT_AN_ODD_OFFSET {
      @Override
      MemorySegment lay(byte[] bytes, Arena arena) {
        byte[] larger = new byte[bytes.length + 7];
        System.arraycopy(bytes, 0, larger, 3, bytes.length);
        return MemorySegment.ofArray(larger).asSlice(3, bytes.length);
      }
    },
    HEAP_OF_LONGS {
      @Override
      MemorySegment lay(byte[] bytes, Arena arena) {
        MemorySegment longs = MemorySegment.ofArray(new long[bytes.length / Long.BYTES + 1]);
        MemorySegment.copy(bytes, 0, longs, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return longs.asSlice(0, bytes.length);
      }
    },
    NATIVE {
      @Override
      MemorySegment lay(byte[] bytes, Arena arena) {
        return arena
            .allocate(Math.max(1, bytes.length), 64)
            .asSlice(0, bytes.length)
            .copyFrom(MemorySegment.ofArray(bytes));
      }
    },
    NATIVE_READ_ONLY_AT_AN_ODD_ADDRESS {
      @Override
      MemorySegment lay(byte[] bytes, Arena arena) {
        return arena
            .allocate(bytes.length + 8L, 64)
            .asSlice(5, bytes.length)
            .copyFrom(MemorySegment.ofArray(bytes))
            .asReadOnly();
      }
    };

    abstract MemorySegment lay(byte[] bytes, Arena arena);
  }

  /** The ways in which a caller's buffer can be. */
  static List<ByteBuffer> asBuffersOfEveryKind(byte[] bytes) {
    List<ByteBuffer> buffers = new ArrayList<>();
    ByteBuffer larger = ByteBuffer.allocate(bytes.length + 10).position(4).put(bytes);
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 10).position(1).put(bytes);
    buffers.add(ByteBuffer.wrap(bytes));
    buffers.add(ByteBuffer.wrap(bytes).asReadOnlyBuffer());
    buffers.add(larger.flip().position(4));
    buffers.add(larger.slice());
    buffers.add(larger.slice().asReadOnlyBuffer());
    buffers.add(direct.flip().position(1));
    buffers.add(direct.slice());
    buffers.add(direct.asReadOnlyBuffer());
    return buffers;
  }
}
