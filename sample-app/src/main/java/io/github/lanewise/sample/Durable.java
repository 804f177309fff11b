package io.github.lanewise.sample;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What is to survive a power cut. A file's bytes do when the file has been forced to the disk, its
 * name only when its directory has been too (POSIX, {@code fsync}, rationale).
 */
public final class Durable {

  /** A directory can be opened, and so forced, where files have POSIX attributes. */
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private Durable() {}

  /** Forces the entries of a directory. */
  public static void force(Path directory) throws IOException {
    if (POSIX) {
      try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  /** Forces the bytes of a file. */
  public static void forceFile(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /**
   * Makes a directory and those above it that are missing, each forced into the one that has it.
   */
  public static void createDirectories(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    Path parent = directory.getParent();
    if (parent != null) {
      createDirectories(parent);
    }
    Files.createDirectories(directory);
    if (parent != null) {
      force(parent);
    }
  }
}
