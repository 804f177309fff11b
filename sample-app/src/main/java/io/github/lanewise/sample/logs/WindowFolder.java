package io.github.lanewise.sample.logs;

import io.github.lanewise.kernel.merkle.WindowStatement;
import io.github.lanewise.sample.Durable;
import io.github.lanewise.sample.StoreUnusableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The windows on the disk, a file each: {@code logs/000000/000000000.txt} and on, a thousand to a
 * folder. What is there is whole, since it is renamed into place when it has been forced. All
 * methods block; one thread at a time appends.
 */
final class WindowFolder {

  private static final int PER_FOLDER = 1_000;
  private static final String INCOMPLETE = ".part";

  private final Path root;
  private @Nullable WindowStatement last;

  /**
   * Opens the folder, and shows each window to {@code each} in the order of the chain.
   *
   * @throws StoreUnusableException if a window is spoilt or missing between others
   */
  WindowFolder(Path root, Consumer<StoredWindow> each) throws IOException {
    this.root = root;
    Durable.createDirectories(root);
    for (Path folder : children(root)) {
      for (Path file : children(folder)) {
        if (file.toString().endsWith(INCOMPLETE)) {
          Files.delete(file);
        } else {
          accept(file, each);
        }
      }
    }
  }

  private static List<Path> children(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children.sorted().toList();
    }
  }

  private void accept(Path file, Consumer<StoredWindow> each) throws IOException {
    StoredWindow window;
    try {
      window = StoredWindow.parse(Files.readString(file, StandardCharsets.US_ASCII));
      checkFollows(window.root().statement());
    } catch (IllegalArgumentException | IOException e) {
      throw new StoreUnusableException(
          "%s must be a window that follows the one before it, is not: %s"
              .formatted(file, e.getMessage()),
          "Restore the file from a backup, or move %s away to begin a new chain.".formatted(root),
          e instanceof IOException unreadable ? unreadable : null);
    }
    last = window.root().statement();
    each.accept(window);
  }

  private void checkFollows(WindowStatement statement) {
    WindowStatement before = last;
    if (before == null ? statement.sequence() != 0 : !before.isFollowedBy(statement)) {
      throw new IllegalArgumentException(
          "it is window %d of %s, before it is %s"
              .formatted(
                  statement.sequence(),
                  statement.chain(),
                  before == null ? "none" : before.sequence() + " of " + before.chain()));
    }
  }

  /** The statement of the newest window; empty before the first. */
  synchronized Optional<WindowStatement> last() {
    return Optional.ofNullable(last);
  }

  /** Keeps a window; it is on the disk when this returns. */
  synchronized void append(StoredWindow window) throws IOException {
    checkFollows(window.root().statement());
    Path file = file(window.root().statement().sequence());
    Path folder = file.resolveSibling("");
    Path incomplete = file.resolveSibling(file.getFileName() + INCOMPLETE);
    Durable.createDirectories(folder);
    try {
      Files.writeString(incomplete, window.text(), StandardCharsets.US_ASCII);
      Durable.forceFile(incomplete);
      Files.move(incomplete, file, StandardCopyOption.ATOMIC_MOVE);
      Durable.force(folder);
    } finally {
      Files.deleteIfExists(incomplete);
    }
    last = window.root().statement();
  }

  /** A window by its number. */
  StoredWindow read(long sequence) throws IOException {
    return StoredWindow.parse(Files.readString(file(sequence), StandardCharsets.US_ASCII));
  }

  private Path file(long sequence) {
    return root.resolve(String.format(Locale.ROOT, "%06d", sequence / PER_FOLDER))
        .resolve(String.format(Locale.ROOT, "%09d.txt", sequence));
  }
}
