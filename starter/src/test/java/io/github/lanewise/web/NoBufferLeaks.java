package io.github.lanewise.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails a test class during which a Netty buffer was leaked. */
final class NoBufferLeaks implements BeforeAllCallback, AfterAllCallback {

  private @Nullable BufferLeaks leaks;

  @Override
  public void beforeAll(ExtensionContext context) {
    leaks = new BufferLeaks();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    BufferLeaks open = leaks;
    if (open != null) {
      assertThat(open.collect()).isEmpty();
      open.close();
    }
  }
}
