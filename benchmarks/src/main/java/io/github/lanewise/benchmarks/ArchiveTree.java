package io.github.lanewise.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.Stream;

/** Files for {@link ArchiveSuite}, no two the same; just written, so in the page cache. */
final class ArchiveTree {

  private static final int FILES_PER_FOLDER = 256;
  private static final int PIECE_BYTES = 1 << 20;

  private final Path folder;
  private final byte[] random = new byte[PIECE_BYTES];

  ArchiveTree(Path folder) {
    this.folder = folder;
    new Random(20_261_130).nextBytes(random);
  }

  Path smallFiles(int files, int bytes) throws IOException {
    Path tree = folder.resolve("small");
    for (int i = 0; i < files; i++) {
      Path parent = tree.resolve("d" + i / FILES_PER_FOLDER);
      if (i % FILES_PER_FOLDER == 0) {
        Files.createDirectories(parent);
      }
      write(parent.resolve("f" + i), bytes, i);
    }
    return tree;
  }

  Path largeFile(long bytes) throws IOException {
    Path file = folder.resolve("large");
    write(file, bytes, 0);
    return file;
  }

  /** Random pieces, each with its number and the file's at its start. */
  private void write(Path file, long bytes, int number) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer piece = ByteBuffer.wrap(random);
      for (long at = 0; at < bytes; at += PIECE_BYTES) {
        piece.clear().limit((int) Math.min(PIECE_BYTES, bytes - at));
        piece.putLong(0, at).putInt(Long.BYTES, number);
        while (piece.hasRemaining()) {
          channel.write(piece);
        }
      }
    }
  }

  static void remove(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
