package io.github.lanewise.sample.archive;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where standard output and standard error go. */
final class Terminal {

  static final int STANDARD_OUTPUT = 1;
  static final int STANDARD_ERROR = 2;

  private static final int USUAL_COLUMNS = 80;

  private Terminal() {}

  /** Whether it is a terminal; where only Java can be asked, whether all streams are. */
  @SuppressWarnings("SystemConsoleNull") // with -Djdk.console=java.base it still may be
  static boolean isTerminal(int descriptor) {
    Path link = Path.of("/proc/self/fd/" + descriptor);
    try {
      if (Files.isSymbolicLink(link)) {
        return isTerminal(Files.readSymbolicLink(link).toString());
      }
    } catch (IOException e) {
      return false;
    }
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  static boolean isTerminal(String device) {
    return device.startsWith("/dev/pts/")
        || device.startsWith("/dev/tty")
        || device.equals("/dev/console");
  }

  /** As the shell tells it. */
  static int columns() {
    String columns = System.getenv("COLUMNS");
    return columns != null && columns.matches("[1-9][0-9]{0,3}")
        ? Integer.parseInt(columns)
        : USUAL_COLUMNS;
  }
}
