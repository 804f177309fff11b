package io.github.lanewise.sample.blobs;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What can be set about resumable uploads.
 *
 * @param expiry how long after its last request an upload can be taken up again
 */
@ConfigurationProperties("lanewise.sample.uploads")
record UploadProperties(@DefaultValue("24h") Duration expiry) {

  UploadProperties {
    if (expiry.toSeconds() < 1) {
      throw new IllegalArgumentException(
          "lanewise.sample.uploads.expiry must be at least 1s, was " + expiry);
    }
  }
}
