package io.github.lanewise.sample;

import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.PipelineStatistics;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Says every ten seconds, if anything was hashed in them, how full the lanes were. */
@Component
class OccupancyReport {

  private static final Logger log = LoggerFactory.getLogger(OccupancyReport.class);

  private final HashingPipeline pipeline;
  private PipelineStatistics before;

  OccupancyReport(HashingPipeline pipeline) {
    this.pipeline = pipeline;
    this.before = pipeline.statistics();
  }

  @Scheduled(initialDelayString = "PT10S", fixedDelayString = "PT10S")
  void report() {
    sinceLast().ifPresent(line -> log.info("{}", line));
  }

  /** One line about what was hashed since the last call; empty if nothing was. */
  synchronized Optional<String> sinceLast() {
    PipelineStatistics then = before;
    PipelineStatistics now = pipeline.statistics();
    before = now;
    long messages = now.messages() - then.messages();
    long bytes = now.bytes() - then.bytes();
    long batches = now.batches() - then.batches();
    if (messages == 0 && bytes == 0 && batches == 0) {
      return Optional.empty();
    }
    double used = now.lanesUsed() - then.lanesUsed();
    double offered = Math.max(1, now.lanesOffered() - then.lanesOffered());
    return Optional.of(
        String.format(
            Locale.ROOT,
            "hashed %d messages, %d bytes, in %d batches, occupancy %.2f",
            messages,
            bytes,
            batches,
            used / offered));
  }
}
