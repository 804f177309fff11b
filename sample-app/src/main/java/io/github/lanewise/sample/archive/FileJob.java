package io.github.lanewise.sample.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file to be hashed, and what came of it. Filled by one worker, read by others once {@link
 * #isDone()}.
 */
final class FileJob {

  private final FileName name;

  /** What a manifest says of it; null where one is being made. */
  private final @Nullable String expected;

  /** Null for standard input. */
  private final @Nullable Path path;

  private @Nullable BasicFileAttributes attributes;
  private byte @Nullable [] digest;
  private @Nullable IOException failure;
  private volatile boolean done;
  private long malformedLine;

  private FileJob(FileName name, @Nullable Path path, @Nullable String expected) {
    this.name = name;
    this.path = path;
    this.expected = expected;
  }

  /** A file that was found. */
  static FileJob of(FileName name, Path path, BasicFileAttributes attributes) {
    FileJob job = new FileJob(name, path, null);
    job.attributes = attributes;
    return job;
  }

  static FileJob standardInput(FileName name, @Nullable String expected) {
    return new FileJob(name, null, expected);
  }

  /** A file that a manifest names, links followed. */
  static FileJob named(FileName name, @Nullable String expected) {
    try {
      FileJob job = new FileJob(name, name.toPath(), expected);
      job.look();
      return job;
    } catch (InvalidPathException e) {
      FileJob job = new FileJob(name, null, expected);
      job.fail(new NoSuchFileException(name.octets()));
      return job;
    }
  }

  /** What could not even be looked at. */
  static FileJob failed(FileName name, IOException failure) {
    FileJob job = new FileJob(name, null, null);
    job.fail(failure);
    return job;
  }

  /** A line of a manifest that names no file, in its place among those that do. */
  static FileJob malformed(long lineNumber) {
    FileJob job = new FileJob(new FileName(""), null, null);
    job.malformedLine = lineNumber;
    job.done = true;
    return job;
  }

  /** The number, from 1, of the line that names no file; 0 for a file. */
  long malformedLine() {
    return malformedLine;
  }

  /** Sees the file's attributes anew. */
  void look() {
    if (path != null) {
      try {
        attributes = Files.readAttributes(path, BasicFileAttributes.class);
      } catch (IOException e) {
        fail(e);
      }
    }
  }

  /**
   * Whether the file is still the one that was looked at, of the same size and time. What is no
   * regular file has neither.
   */
  boolean isUnchanged() throws IOException {
    BasicFileAttributes before = attributes;
    if (path == null || before == null || !before.isRegularFile()) {
      return true;
    }
    BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
    return now.size() == before.size()
        && now.lastModifiedTime().equals(before.lastModifiedTime())
        && Objects.equals(now.fileKey(), before.fileKey());
  }

  /** How long it was when it was looked at; 0 where that says nothing. */
  long expectedBytes() {
    BasicFileAttributes before = attributes;
    return before == null || !before.isRegularFile() ? 0 : before.size();
  }

  FileName name() {
    return name;
  }

  @Nullable Path path() {
    return path;
  }

  @Nullable String expected() {
    return expected;
  }

  void finish(byte[] sha256) {
    digest = sha256;
    done = true;
  }

  void fail(IOException cause) {
    failure = cause;
    done = true;
  }

  boolean isDone() {
    return done;
  }

  /** Null if it was hashed. */
  @Nullable IOException failure() {
    return failure;
  }

  /** Of a job that is done and has not failed. */
  ManifestLine line() {
    byte[] made = digest;
    if (made == null) {
      throw new IllegalStateException("a job has a digest once it is done");
    }
    return ManifestLine.of(made, name);
  }

  boolean isMissing() {
    return failure instanceof NoSuchFileException;
  }
}
