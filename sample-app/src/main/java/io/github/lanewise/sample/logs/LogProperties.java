package io.github.lanewise.sample.logs;

import io.github.lanewise.pipeline.WindowPolicy;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What can be set about signed logs.
 *
 * @param sign whether records are signed in windows and can be proved later
 * @param windowRecords how many records a window has at most
 * @param windowWait how long the first record of a window waits for others at most, and so for its
 *     proof
 */
@ConfigurationProperties("lanewise.sample.logs")
record LogProperties(
    @DefaultValue("true") boolean sign,
    @DefaultValue("1024") int windowRecords,
    @DefaultValue("1s") Duration windowWait) {

  LogProperties {
    try {
      policy(windowRecords, windowWait);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("lanewise.sample.logs.window-" + e.getMessage(), e);
    }
  }

  WindowPolicy policy() {
    return policy(windowRecords, windowWait);
  }

  private static WindowPolicy policy(int records, Duration wait) {
    return WindowPolicy.defaults().maxRecords(records).maxWait(wait);
  }
}
