package io.github.lanewise.kernel.sha256;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The bytes of a stream that are here now, and how far they are eaten. */
final class Segment {

  /** What the kernels can do with its memory. */
  enum Memory {
    NATIVE,
    BYTE_ARRAY,
    /** A heap segment whose array is hidden or of another type: has to be copied. */
    OPAQUE
  }

  private MemorySegment bytes = MemorySegment.NULL;
  private Memory memory = Memory.NATIVE;
  private byte @Nullable [] array;
  private int arrayStart;
  private long position;

  /** Looks at a buffer from its position to its limit. */
  void set(ByteBuffer buffer) {
    set(MemorySegment.ofBuffer(buffer), buffer.isDirect() ? Memory.NATIVE : Memory.BYTE_ARRAY);
    if (buffer.hasArray()) {
      array = buffer.array();
      arrayStart = buffer.arrayOffset() + buffer.position();
    }
  }

  void set(MemorySegment segment) {
    if (segment.isNative()) {
      set(segment, Memory.NATIVE);
    } else if (segment.heapBase().orElse(null) instanceof byte[] heap) {
      set(segment, Memory.BYTE_ARRAY);
      array = heap;
      // The address of a heap segment counts from the start of its array.
      arrayStart = Math.toIntExact(segment.address());
    } else {
      set(segment, Memory.OPAQUE);
    }
  }

  private void set(MemorySegment segment, Memory kind) {
    if (!segment.scope().isAlive() || !segment.isAccessibleBy(Thread.currentThread())) {
      throw new IllegalStateException(
          "a segment must be alive and accessible to the thread that hashes it, was " + segment);
    }
    bytes = segment;
    memory = kind;
    array = null;
    position = 0;
  }

  /** Lets go of the memory. */
  void drop() {
    bytes = MemorySegment.NULL;
    array = null;
    position = 0;
  }

  MemorySegment bytes() {
    return bytes;
  }

  Memory memory() {
    return memory;
  }

  /** The array behind it, where that can be had. */
  byte @Nullable [] array() {
    return array;
  }

  /** Where in the array the next byte is. */
  int arrayPosition() {
    return arrayStart + Math.toIntExact(position);
  }

  /** How many bytes are eaten. */
  long position() {
    return position;
  }

  /** How many are not. */
  long remaining() {
    return bytes.byteSize() - position;
  }

  /** Puts all that was eaten back. */
  void rewind() {
    position = 0;
  }

  /** Eats bytes where they lie. */
  void skip(long count) {
    position += count;
  }

  /** Eats bytes by copying them. */
  void copyTo(MemorySegment target, long offset, long count) {
    if (array != null) {
      int length = Math.toIntExact(count);
      MemorySegment.copy(array, arrayPosition(), target, ValueLayout.JAVA_BYTE, offset, length);
    } else {
      MemorySegment.copy(bytes, position, target, offset, count);
    }
    position += count;
  }
}
