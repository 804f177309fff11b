package io.github.lanewise.sample.archive;

/** What a user did or has to do: told as a message, without a stack trace. */
final class CommandFailedException extends RuntimeException {

  CommandFailedException(String message) {
    super(message);
  }
}
