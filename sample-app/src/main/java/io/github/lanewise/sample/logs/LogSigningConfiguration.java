package io.github.lanewise.sample.logs;

import io.github.lanewise.autoconfigure.LanewiseProperties;
import io.github.lanewise.kernel.rsa.SignatureScheme;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaSigner;
import io.github.lanewise.sample.FileThreads;
import io.github.lanewise.sample.SampleProperties;
import io.github.lanewise.sample.keys.KeyFile;
import io.github.lanewise.sample.keys.PublicKeys;
import java.io.IOException;
import java.nio.file.Path;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;

/**
 * The log's own key and signer. Not the one of the blobs, which signs whatever is sent to it: that
 * could be sent a text that looks like the statement of a window.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "lanewise.sample.logs.sign", matchIfMissing = true)
class LogSigningConfiguration {

  /** After the folder of blobs, whose lock keeps other processes from the store. */
  @Bean(destroyMethod = "close")
  @DependsOn("blobFolder")
  SignedLog signedLog(
      SampleProperties sample,
      LogProperties properties,
      LanewiseProperties lanewise,
      PublicKeys keys,
      FileThreads threads,
      HashingPipeline pipeline)
      throws IOException {
    Path key = sample.store().resolve("keys").resolve("log-signing-key.pem");
    RsaSigner signer =
        RsaSigner.create(
            new KeyFile(key).readOrCreate(), SignatureScheme.PKCS1_V1_5, lanewise.pinning());
    try {
      return new SignedLog(
          sample.store().resolve("logs"), signer, keys, threads, pipeline, properties);
    } catch (IOException | RuntimeException e) {
      signer.close();
      throw e;
    }
  }
}
