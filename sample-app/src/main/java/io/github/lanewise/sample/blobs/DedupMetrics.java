package io.github.lanewise.sample.blobs;

import io.github.lanewise.sample.dedup.Manifest;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

/** What storing in chunks saves, since the start. */
@Component
class DedupMetrics {

  private static final String PREFIX = "lanewise.sample.dedup.";

  private final Counter bytesReceived;
  private final Counter bytesStored;
  private final Counter chunksReceived;
  private final Counter chunksStored;

  DedupMetrics(MeterRegistry registry) {
    bytesReceived = counter(registry, "bytes.received", "Bytes of streams kept in chunks");
    bytesStored = counter(registry, "bytes.stored", "Bytes of the chunks that were new");
    chunksReceived = counter(registry, "chunks.received", "Chunks of streams");
    chunksStored = counter(registry, "chunks.stored", "Chunks that were new");
    Gauge.builder(PREFIX + "ratio", this, DedupMetrics::ratio)
        .description("Bytes received divided by bytes stored, since the start")
        .register(registry);
  }

  private static Counter counter(MeterRegistry registry, String name, String description) {
    return Counter.builder(PREFIX + name).description(description).register(registry);
  }

  void stored(StoredManifest stored) {
    Manifest manifest = stored.manifest();
    bytesReceived.increment(manifest.size());
    bytesStored.increment(stored.newBytes());
    chunksReceived.increment(manifest.chunks().size());
    chunksStored.increment(stored.newChunks());
  }

  /** 1 before anything was stored. */
  private double ratio() {
    double stored = bytesStored.count();
    return stored == 0 ? 1 : bytesReceived.count() / stored;
  }
}
