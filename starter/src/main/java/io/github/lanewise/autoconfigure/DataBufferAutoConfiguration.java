package io.github.lanewise.autoconfigure;

import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.web.DataBufferAccess;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.ReactiveHttpInputMessage;

/** Where reactive HTTP is, on the server or the client, bodies are streams of data buffers. */
@AutoConfiguration
@ConditionalOnClass(ReactiveHttpInputMessage.class)
public final class DataBufferAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  BufferAccess<DataBuffer> dataBufferAccess() {
    return new DataBufferAccess();
  }
}
