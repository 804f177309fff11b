package io.github.lanewise.sample.archive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The arguments as octets. The JVM hands them to {@code main} as text in the locale's encoding,
 * which loses what is no text in it; Linux tells the bytes.
 */
final class RawArguments {

  private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

  private RawArguments() {}

  static String[] of(String[] arguments) {
    if (Arrays.stream(arguments).allMatch(FileName::isAscii)) {
      return arguments;
    }
    try {
      byte[] bytes = Files.readAllBytes(COMMAND_LINE);
      return lastOf(new String(bytes, StandardCharsets.ISO_8859_1).split("\0", -1), arguments);
    } catch (IOException e) {
      return Arrays.stream(arguments).map(FileName::octetsOf).toArray(String[]::new);
    }
  }

  /**
   * The command line ends with our arguments, and the zero byte after them. Where that is not so,
   * as in a test, the text has to do.
   */
  static String[] lastOf(String[] commandLine, String[] arguments) {
    int start = commandLine.length - 1 - arguments.length;
    String[] raw = new String[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      String word = start < 0 ? "" : commandLine[start + i];
      boolean ours = !FileName.isAscii(arguments[i]) || arguments[i].equals(word);
      if (start < 0 || !ours) {
        return Arrays.stream(arguments).map(FileName::octetsOf).toArray(String[]::new);
      }
      raw[i] = word;
    }
    return raw;
  }
}
