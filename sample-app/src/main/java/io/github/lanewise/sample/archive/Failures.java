package io.github.lanewise.sample.archive;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;

/** What went wrong with a file, in the words of the C library, which users know. */
final class Failures {

  static final String NO_SUCH_FILE = "No such file or directory";
  static final String CHANGED = "file changed while it was read";

  private Failures() {}

  static String textOf(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return NO_SUCH_FILE;
    }
    if (failure instanceof AccessDeniedException) {
      return "Permission denied";
    }
    if (failure instanceof FileSystemLoopException) {
      return "File system loop detected";
    }
    String text = failure instanceof FileSystemException of ? of.getReason() : failure.getMessage();
    return text == null ? failure.getClass().getSimpleName() : text;
  }
}
