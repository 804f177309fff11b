package io.github.lanewise.web;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.springframework.core.io.buffer.DataBuffer;

/**
 * Looks for a delimiter in bytes that come in buffers. Of a beginning at the end of one buffer only
 * its length is kept, since its bytes are those of the delimiter.
 *
 * <p>The delimiter begins with CR, which is nowhere else in it, or is CR LF CR LF. So after a byte
 * that does not fit, nothing but that byte can begin a match: an overlap of the delimiter with
 * itself would go on with the very byte that did not fit.
 */
final class DelimiterSearch {

  private static final byte CR = '\r';

  private final byte[] delimiter;

  /**
   * How far the delimiter can be moved on when this byte is seen where its last one would be (R. N.
   * Horspool, Practical fast searching in strings, 1980).
   */
  private final byte[] leaps = new byte[256];

  private int matched;

  /**
   * @param delimiter of at most 127 bytes
   */
  DelimiterSearch(byte[] delimiter) {
    this.delimiter = delimiter;
    int last = delimiter.length - 1;
    Arrays.fill(leaps, (byte) delimiter.length);
    for (int i = 0; i < last; i++) {
      leaps[delimiter[i] & 0xff] = (byte) (last - i);
    }
  }

  /** Begins anew, as though so many bytes of the delimiter had been seen. */
  void restart(int seen) {
    matched = seen;
  }

  /** How many bytes of the delimiter the bytes that were looked at end in. */
  int matched() {
    return matched;
  }

  boolean isFound() {
    return matched == delimiter.length;
  }

  /** A copy of a piece of the delimiter. */
  byte[] bytes(int from, int to) {
    return Arrays.copyOfRange(delimiter, from, to);
  }

  /**
   * Looks at what can be read of a buffer, up to the end of the delimiter.
   *
   * @return how many bytes that are; the buffer's read position stays
   */
  int search(DataBuffer buffer) {
    int looked = 0;
    try (DataBuffer.ByteBufferIterator pieces = buffer.readableByteBuffers()) {
      while (!isFound() && pieces.hasNext()) {
        ByteBuffer piece = pieces.next();
        int from = piece.position();
        search(piece);
        looked += piece.position() - from;
      }
    }
    return looked;
  }

  private void search(ByteBuffer piece) {
    while (!isFound() && piece.hasRemaining()) {
      if (matched == 0) {
        leap(piece);
      }
      if (piece.hasRemaining()) {
        byte next = piece.get();
        matched = next == delimiter[matched] ? matched + 1 : next == CR ? 1 : 0;
      }
    }
  }

  /**
   * Goes on to where the delimiter may begin: where all of it is, or fewer bytes are left than it
   * has. What was compared at one place, up to the byte that did not fit, has its only CR at its
   * beginning, so no byte is compared again but as a first one: linear in the bytes, whatever they
   * are.
   */
  private void leap(ByteBuffer piece) {
    int length = delimiter.length;
    int last = piece.limit() - length;
    int at = piece.position();
    while (at <= last && !isAt(piece, at)) {
      at += leaps[piece.get(at + length - 1) & 0xff];
    }
    piece.position(at);
  }

  private boolean isAt(ByteBuffer piece, int at) {
    for (int i = 0; i < delimiter.length; i++) {
      if (piece.get(at + i) != delimiter[i]) {
        return false;
      }
    }
    return true;
  }
}
