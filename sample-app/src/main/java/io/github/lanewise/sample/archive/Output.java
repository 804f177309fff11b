package io.github.lanewise.sample.archive;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Standard output and messages, as octets, of one thread. */
final class Output {

  static final String PROGRAM = "lanewise";

  private static final int BUFFER_BYTES = 64 * 1024;
  private static final String CLEAR_LINE = "\r\033[K";

  private final OutputStream lines;
  private final OutputStream messages;

  /** As the C library does on a terminal, so that results are seen when they are there. */
  private final boolean flushesLines;

  private volatile boolean barIsShown;

  Output(OutputStream lines, OutputStream messages) {
    this(lines, messages, false);
  }

  Output(OutputStream lines, OutputStream messages, boolean flushesLines) {
    this.flushesLines = flushesLines;
    this.lines = new BufferedOutputStream(lines, BUFFER_BYTES);
    this.messages = messages;
  }

  static Output standard() {
    return new Output(
        new FileOutputStream(FileDescriptor.out),
        new FileOutputStream(FileDescriptor.err),
        Terminal.isTerminal(Terminal.STANDARD_OUTPUT));
  }

  /** The same messages with the lines going elsewhere. */
  Output to(OutputStream otherLines) {
    return new Output(otherLines, messages);
  }

  /** Says that a progress bar has the last line of the terminal. */
  void barIsShown(boolean shown) {
    barIsShown = shown;
  }

  /** Writes octets as they are. */
  void write(String octets) {
    try {
      lines.write(octets.getBytes(StandardCharsets.ISO_8859_1));
      if (flushesLines) {
        lines.flush();
      }
    } catch (IOException e) {
      throw cannotWrite(e);
    }
  }

  /** Tells on standard error, after everything that was written before. */
  void message(String octets) {
    try {
      lines.flush();
    } catch (IOException e) {
      // Whoever writes or flushes the next line is told.
    }
    String text = (barIsShown ? CLEAR_LINE : "") + PROGRAM + ": " + octets + "\n";
    try {
      messages.write(text.getBytes(StandardCharsets.ISO_8859_1));
      messages.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("standard error cannot be written", e);
    }
  }

  /** A message about a file. */
  void message(FileName name, String text) {
    message(ShellQuoting.quote(name) + ": " + FileName.octetsOf(text));
  }

  void flush() {
    try {
      lines.flush();
    } catch (IOException e) {
      throw cannotWrite(e);
    }
  }

  private static CommandFailedException cannotWrite(IOException cause) {
    return new CommandFailedException("write error: " + Failures.textOf(cause));
  }
}
