package io.github.lanewise.sample;

import java.nio.file.Path;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What can be set about the sample.
 *
 * @param store folder of the blobs and of the service's own key; relative to the directory in which
 *     the process runs
 * @param maxRecordSize the longest log record that is accepted; a request holds at most one record
 *     more than it has prefetched
 * @param rememberedRecords how many distinct record addresses are remembered to tell duplicates,
 *     about 200 bytes each
 * @param uploadTimeout how long an upload may bring nothing before its connection is closed
 */
@ConfigurationProperties("lanewise.sample")
public record SampleProperties(
    @DefaultValue("./data") Path store,
    @DefaultValue("1MB") DataSize maxRecordSize,
    @DefaultValue("100000") int rememberedRecords,
    @DefaultValue("60s") Duration uploadTimeout) {

  /** Makes the folder absolute, so that messages name the place and not only the setting. */
  public SampleProperties {
    store = store.toAbsolutePath().normalize();
    if (maxRecordSize.toBytes() < 1 || maxRecordSize.toBytes() > Integer.MAX_VALUE / 2) {
      throw new IllegalArgumentException(
          "lanewise.sample.max-record-size must be from 1B to 1GB, was " + maxRecordSize);
    }
    if (rememberedRecords < 1) {
      throw new IllegalArgumentException(
          "lanewise.sample.remembered-records must be at least 1, was " + rememberedRecords);
    }
    if (uploadTimeout.toMillis() < 1) {
      throw new IllegalArgumentException(
          "lanewise.sample.upload-timeout must be at least 1ms, was " + uploadTimeout);
    }
  }
}
