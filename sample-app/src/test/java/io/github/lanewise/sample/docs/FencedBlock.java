package io.github.lanewise.sample.docs;

import org.jspecify.annotations.Nullable;

/**
 * A fenced block of a page.
 *
 * @param line the number of the line that opens it
 * @param language what stands behind the fence, empty for output and drawings
 * @param text what stands between the fences
 * @param reason what a comment {@code <!-- not run: … -->} in front of it says
 * @param output the fence without a language that follows it at once
 */
record FencedBlock(
    int line, String language, String text, @Nullable String reason, @Nullable String output) {

  /** Whether it is for a shell, to be typed. */
  boolean isCommands() {
    return language.equals("sh");
  }

  /** Whether it is one more page's proof: run by the test. */
  boolean isRun() {
    return isCommands() && reason == null;
  }
}
