package io.github.lanewise.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.web.DataBufferAccess;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.ReactiveHttpInputMessage;

class DataBufferAutoConfigurationTests {

  private final ApplicationContextRunner contextRunner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  HashingPipelineAutoConfiguration.class, DataBufferAutoConfiguration.class));

  @Test
  void dataBuffersCanBeReadWhereReactiveHttpIs() {
    contextRunner.run(context -> assertThat(context).hasSingleBean(DataBufferAccess.class));
  }

  @Test
  void withoutReactiveHttpThePipelineWorksAlone() {
    contextRunner
        .withClassLoader(new FilteredClassLoader(ReactiveHttpInputMessage.class))
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean(BufferAccess.class)
                    .hasBean("hashingPipeline"));
  }

  @Test
  void theAccessOfTheApplicationWins() {
    contextRunner
        .withUserConfiguration(OwnDataBufferAccess.class)
        .run(
            context -> {
              assertThat(context).hasSingleBean(BufferAccess.class);
              assertThat(context).doesNotHaveBean(DataBufferAccess.class);
            });
  }

  @Test
  void anAccessToAnotherKindOfPayloadLeavesOursInPlace() {
    contextRunner
        .withUserConfiguration(ByteBufferAccess.class)
        .run(context -> assertThat(context).hasSingleBean(DataBufferAccess.class));
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnDataBufferAccess {
    @Bean
    BufferAccess<DataBuffer> ownAccess() {
      return new NoAccess<>();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class ByteBufferAccess {
    @Bean
    BufferAccess<ByteBuffer> byteBufferAccess() {
      return new NoAccess<>();
    }
  }

  private static final class NoAccess<B> implements BufferAccess<B> {
    @Override
    public Segments segments(B payload) {
      throw new AssertionError("nothing is read in these tests");
    }

    @Override
    public long size(B payload) {
      throw new AssertionError("nothing is measured in these tests");
    }

    @Override
    public void release(B payload) {
      throw new AssertionError("nothing is released in these tests");
    }
  }
}
