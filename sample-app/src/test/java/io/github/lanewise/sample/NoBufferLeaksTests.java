package io.github.lanewise.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.mockito.Mockito;

class NoBufferLeaksTests {

  private final NoBufferLeaks detector = new NoBufferLeaks();

  @Test
  void aBufferThatNobodyReleasesIsFound() {
    detector.beforeAll(Mockito.mock(ExtensionContext.class));
    NoBufferLeaks.leak("forgotten");
    assertThat(detector.collect()).singleElement().asString().contains("forgotten");
    ByteBufUtil.setLeakListener(null);
  }
}
