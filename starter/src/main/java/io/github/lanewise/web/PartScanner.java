package io.github.lanewise.web;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;

/**
 * Takes a multipart body (RFC 2046 §5.1.1) apart, buffer by buffer. Content is passed on in slices
 * of the buffers that it came in, and as soon as it is known not to be a delimiter: what may be the
 * beginning of one is not kept, but made again if it was none.
 *
 * <p>A plain state machine without threads; whoever shares it sees to that. It holds one buffer at
 * a time, and slices of that, until they are taken or it is closed.
 */
final class PartScanner implements AutoCloseable {

  /** As Spring's parser allows. */
  static final int MAX_HEAD_BYTES = 10 * 1024;

  private static final int LINE_END_LENGTH = 2;

  private enum State {
    PREAMBLE,
    /** Right behind a boundary. */
    BOUNDARY,
    /** Behind a boundary and a hyphen, which must be followed by a second. */
    HYPHEN,
    /** Behind a boundary and blanks, which a transport may have added. */
    PADDING,
    /** Behind a boundary and CR. */
    LINE_END,
    HEAD,
    CONTENT,
    EPILOGUE
  }

  private final DelimiterSearch delimiter;
  private final DelimiterSearch blankLine =
      new DelimiterSearch(new byte[] {'\r', '\n', '\r', '\n'});
  private final PartMeter meter;
  private final Queue<PartToken> found = new ArrayDeque<>();
  private final ByteArrayOutputStream head = new ByteArrayOutputStream();
  private State state = State.PREAMBLE;
  private @Nullable DataBuffer current;

  /** How many bytes of the delimiter count as seen, but have been no content. */
  private int supposed;

  /**
   * @param delimiter CR LF, two hyphens, and the boundary
   */
  PartScanner(byte[] delimiter, PartLimits limits) {
    this.delimiter = new DelimiterSearch(delimiter);
    this.meter = new PartMeter(limits);
    // At the beginning of a body, as of content, the line end before a boundary may be missing.
    this.delimiter.restart(LINE_END_LENGTH);
  }

  /**
   * Takes the next buffer, when {@link #next} has no more of the one before.
   *
   * @throws ContentLimitException if the body is too large; the buffer is taken all the same
   */
  void feed(DataBuffer buffer) {
    if (current != null) {
      DataBufferUtils.release(buffer);
      throw new IllegalStateException("a buffer must be read before the next, was not");
    }
    current = buffer;
    meter.received(buffer.readableByteCount());
    letGo();
  }

  /**
   * What comes next; null when another buffer is needed.
   *
   * @throws MalformedMultipartException if the body breaks the format
   * @throws ContentLimitException at the first byte or part above a limit
   */
  @Nullable PartToken next() {
    for (DataBuffer buffer = current; buffer != null && found.isEmpty(); buffer = current) {
      advance(buffer);
      letGo();
    }
    return found.poll();
  }

  /** A buffer that is read is not held until the next comes. */
  private void letGo() {
    DataBuffer buffer = current;
    if (buffer != null && buffer.readableByteCount() == 0) {
      current = null;
      DataBufferUtils.release(buffer);
    }
  }

  /**
   * Nothing follows.
   *
   * @throws MalformedMultipartException if that cannot be the end
   */
  void end() {
    if (state != State.EPILOGUE) {
      throw new MalformedMultipartException(
          "a multipart body must end with its boundary and '--', ended "
              + (state == State.PREAMBLE ? "before the first boundary" : "in a part"),
          null);
    }
  }

  private void advance(DataBuffer buffer) {
    switch (state) {
      case PREAMBLE -> skipPreamble(buffer);
      case HEAD -> readHead(buffer);
      case CONTENT -> readContent(buffer);
      case EPILOGUE -> buffer.readPosition(buffer.writePosition());
      default -> state = behindBoundary((char) buffer.read());
    }
  }

  private void skipPreamble(DataBuffer buffer) {
    skip(buffer, delimiter.search(buffer));
    if (delimiter.isFound()) {
      state = State.BOUNDARY;
    }
  }

  private State behindBoundary(char next) {
    boolean blank = next == ' ' || next == '\t';
    if (state == State.BOUNDARY && next == '-') {
      return State.HYPHEN;
    } else if (state == State.HYPHEN && next == '-') {
      return State.EPILOGUE;
    } else if (state == State.LINE_END && next == '\n') {
      blankLine.restart(LINE_END_LENGTH);
      return State.HEAD;
    } else if (state == State.BOUNDARY || state == State.PADDING) {
      if (blank) {
        return State.PADDING;
      } else if (next == '\r') {
        return State.LINE_END;
      }
    }
    throw new MalformedMultipartException(
        "a boundary must be followed by the end of its line, or by '--'", null);
  }

  private void readHead(DataBuffer buffer) {
    int bytes = blankLine.search(buffer);
    if (head.size() + bytes > MAX_HEAD_BYTES) {
      throw new ContentLimitException(
          "the head of a part must have at most %d bytes, has more".formatted(MAX_HEAD_BYTES),
          null);
    }
    byte[] read = new byte[bytes];
    buffer.read(read);
    head.writeBytes(read);
    if (blankLine.isFound()) {
      PartHead parsed = PartHead.parse(head.toByteArray());
      head.reset();
      meter.begins(parsed);
      found.add(parsed);
      delimiter.restart(LINE_END_LENGTH);
      supposed = LINE_END_LENGTH;
      state = State.CONTENT;
    }
  }

  private void readContent(DataBuffer buffer) {
    int heldBefore = delimiter.matched();
    int searched = delimiter.search(buffer);
    int content = heldBefore + searched - delimiter.matched();
    // Either all of what was held back is content, or none: a delimiter has one CR.
    int again = Math.min(heldBefore, content);
    int own = content - again;
    if (content > 0) {
      meter.passes(content - supposed);
      if (again > supposed) {
        byte[] bytes = delimiter.bytes(supposed, again);
        found.add(new PartToken.Content(buffer.factory().wrap(bytes)));
      }
      supposed = 0;
    }
    take(buffer, own);
    if (searched > own) {
      skip(buffer, searched - own);
    }
    if (delimiter.isFound()) {
      found.add(PartToken.End.PART);
      state = State.BOUNDARY;
    }
  }

  private void take(DataBuffer buffer, int bytes) {
    if (bytes == buffer.readableByteCount()) {
      current = null;
      found.add(new PartToken.Content(buffer));
    } else if (bytes > 0) {
      found.add(new PartToken.Content(buffer.split(buffer.readPosition() + bytes)));
    }
  }

  private static void skip(DataBuffer buffer, int bytes) {
    buffer.readPosition(buffer.readPosition() + bytes);
  }

  /** Releases what is held. */
  @Override
  public void close() {
    DataBuffer buffer = current;
    current = null;
    DataBufferUtils.release(buffer);
    for (PartToken token = found.poll(); token != null; token = found.poll()) {
      if (token instanceof PartToken.Content content) {
        DataBufferUtils.release(content.buffer());
      }
    }
  }
}
