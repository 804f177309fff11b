package io.github.lanewise.sample.archive;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Finds the files of trees, in the order of their whole names' bytes: that of {@code find |
 * LC_ALL=C sort}, whatever the locale and whatever order the file system keeps.
 */
final class TreeWalk {

  /** Gets what was found, one after the other. */
  interface Visitor {
    void found(FileJob job) throws InterruptedException;
  }

  private record Entry(FileName name, Path path, BasicFileAttributes attributes, String sortKey) {}

  private static final LinkOption[] NOT_FOLLOWING = {LinkOption.NOFOLLOW_LINKS};
  private static final LinkOption[] FOLLOWING = {};

  private final LinkOption[] links;
  private final Set<Object> leftOut;
  private final Visitor visitor;
  private final Deque<Object> above = new ArrayDeque<>();

  /**
   * @param follow whether links within trees are followed; those that are named always are
   * @param leftOut keys of files that are not to be read, such as the manifest itself
   */
  TreeWalk(boolean follow, Set<Object> leftOut, Visitor visitor) {
    this.links = follow ? FOLLOWING : NOT_FOLLOWING;
    this.leftOut = leftOut;
    this.visitor = visitor;
  }

  /**
   * Visits a file, or all regular files of a tree; whatever cannot be looked at as a failed job.
   */
  void walk(FileName name) throws InterruptedException {
    if (name.octets().equals("-")) {
      visitor.found(FileJob.standardInput(name, null));
      return;
    }
    try {
      Path path = name.toPath();
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      if (attributes.isDirectory()) {
        walkDirectory(name, path, attributes);
      } else {
        visitor.found(FileJob.of(name, path, attributes));
      }
    } catch (InvalidPathException e) {
      visitor.found(FileJob.failed(name, new NoSuchFileException(name.octets())));
    } catch (IOException e) {
      visitor.found(FileJob.failed(name, e));
    }
  }

  private void walkDirectory(FileName name, Path path, BasicFileAttributes attributes)
      throws InterruptedException {
    Object key = attributes.fileKey();
    if (key != null && above.contains(key)) {
      visitor.found(FileJob.failed(name, new FileSystemLoopException(name.octets())));
      return;
    }
    if (key != null) {
      above.push(key);
    }
    for (Entry entry : entries(name, path)) {
      if (entry.attributes.isDirectory()) {
        walkDirectory(entry.name, entry.path, entry.attributes);
      } else if (entry.attributes.isRegularFile() && !isLeftOut(entry.attributes)) {
        visitor.found(FileJob.of(entry.name, entry.path, entry.attributes));
      }
    }
    if (key != null) {
      above.pop();
    }
  }

  private boolean isLeftOut(BasicFileAttributes attributes) {
    return !leftOut.isEmpty() && leftOut.contains(attributes.fileKey());
  }

  private List<Entry> entries(FileName folder, Path path) throws InterruptedException {
    List<Entry> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(path)) {
      for (Path child : stream) {
        FileName last = FileName.lastOf(child);
        FileName name = folder.child(last);
        try {
          BasicFileAttributes attributes =
              Files.readAttributes(child, BasicFileAttributes.class, links);
          // All names in a folder begin with its own and a slash, so that is where it sorts.
          String sortKey = attributes.isDirectory() ? last.octets() + "/" : last.octets();
          entries.add(new Entry(name, child, attributes, sortKey));
        } catch (IOException e) {
          visitor.found(FileJob.failed(name, e));
        }
      }
    } catch (DirectoryIteratorException e) {
      IOException cause = e.getCause();
      visitor.found(FileJob.failed(folder, cause == null ? new IOException(e) : cause));
    } catch (IOException e) {
      visitor.found(FileJob.failed(folder, e));
    }
    entries.sort(Comparator.comparing(Entry::sortKey));
    return entries;
  }
}
