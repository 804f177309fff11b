package io.github.lanewise.metrics;

import io.github.lanewise.kernel.sha256.Sha256Engines;
import io.github.lanewise.pipeline.EngineStatistics;
import io.github.lanewise.pipeline.FlushReason;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.PipelineStatistics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Meters of one pipeline, counted since its start. Names and tags are stable; the reference lists
 * them:
 *
 * <ul>
 *   <li>by {@code engine}: {@code lanewise.messages}, {@code lanewise.bytes}, {@code
 *       lanewise.lanes.used}, {@code lanewise.lanes.offered}, and {@code lanewise.batches} by
 *       {@code lanes} too, which is the distribution of occupancy
 *   <li>how lanes were begun: {@code lanewise.flushes} by {@code reason}, {@code lanewise.wait}
 *   <li>time in the engines: {@code lanewise.kernel.time}
 *   <li>now: {@code lanewise.streams.open}, {@code lanewise.bytes.in.flight}, {@code
 *       lanewise.queue.depth}, {@code lanewise.engine.lanes}, {@code lanewise.engine.collapsed}
 *   <li>the cache of recent hashes: {@code lanewise.cache.hits}, {@code lanewise.cache.misses},
 *       {@code lanewise.cache.saved}, {@code lanewise.cache.held}
 *   <li>{@code lanewise.engine.switches}, {@code lanewise.cross.checks}, {@code
 *       lanewise.cross.check.failures}, {@code lanewise.batch.occupancy}
 * </ul>
 *
 * Reading them costs the workers nothing: they count anyhow.
 *
 * @since 0.1
 */
public final class HashingPipelineMetrics implements MeterBinder {

  private final HashingPipeline pipeline;

  /** Meters for this pipeline; nothing is registered before {@link #bindTo}. */
  public HashingPipelineMetrics(HashingPipeline pipeline) {
    this.pipeline = pipeline;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Sha256Engines.NAMES.forEach(engine -> bindEngine(engine, registry));
    bindBatching(registry);
    bindEngines(registry);
    bindCache(registry);
  }

  private void bindEngine(String engine, MeterRegistry registry) {
    of(engine, "lanewise.messages", EngineStatistics::messages)
        .description("Messages whose digest was made")
        .baseUnit("messages")
        .register(registry);
    of(engine, "lanewise.bytes", EngineStatistics::bytes)
        .description("Bytes hashed")
        .baseUnit("bytes")
        .register(registry);
    for (int used = 1; used <= lanesOf(engine); used++) {
      int lanes = used;
      of(engine, "lanewise.batches", batches -> batches.batchesWithLanes(lanes))
          .description("Engine calls, by the number of lanes that held a message")
          .tag("lanes", String.valueOf(lanes))
          .baseUnit("batches")
          .register(registry);
    }
    of(engine, "lanewise.lanes.used", EngineStatistics::lanesUsed)
        .description("Lanes that held a message, summed over batches")
        .register(registry);
    of(engine, "lanewise.lanes.offered", EngineStatistics::lanesOffered)
        .description("Lanes that the engine had, summed over batches")
        .register(registry);
  }

  /** Such as 8 for {@code vector-256}, which holds eight words of 32 bits; 1 for the others. */
  private static int lanesOf(String engine) {
    return engine.startsWith("vector-") ? Integer.parseInt(engine.substring(7)) / Integer.SIZE : 1;
  }

  private void bindBatching(MeterRegistry registry) {
    for (FlushReason reason : FlushReason.values()) {
      counter("lanewise.flushes", p -> p.flushes().getOrDefault(reason, 0L))
          .description("How often lanes were begun")
          .tag("reason", reason.name().toLowerCase(Locale.ROOT).replace('_', '-'))
          .register(registry);
    }
    FunctionTimer.builder(
            "lanewise.wait",
            pipeline,
            p -> p.statistics().flushes().values().stream().mapToLong(Long::longValue).sum(),
            p -> p.statistics().waitNanos(),
            TimeUnit.NANOSECONDS)
        .description("How long the first piece in lanes waited for others")
        .register(registry);
    FunctionTimer.builder(
            "lanewise.kernel.time",
            pipeline,
            p -> p.statistics().batches(),
            p -> p.statistics().kernelNanos(),
            TimeUnit.NANOSECONDS)
        .description("How long the engines ran, summed over workers")
        .register(registry);
    gauge("lanewise.queue.depth", PipelineStatistics::ringDepth)
        .description("Streams that have something new for their worker")
        .register(registry);
    gauge("lanewise.bytes.in.flight", PipelineStatistics::inFlightBytes)
        .description("Bytes that subscriptions have asked for and that have not left them")
        .register(registry);
    gauge("lanewise.streams.open", PipelineStatistics::openStreams)
        .description("Subscriptions under way")
        .register(registry);
  }

  private void bindCache(MeterRegistry registry) {
    counter("lanewise.cache.hits", statistics -> statistics.cache().hits())
        .description("Messages whose digest was found in the cache of recent hashes")
        .register(registry);
    counter("lanewise.cache.misses", statistics -> statistics.cache().misses())
        .description("Messages that were looked for in the cache of recent hashes in vain")
        .register(registry);
    counter("lanewise.cache.saved", statistics -> statistics.cache().savedBytes())
        .description("Bytes of the messages that did not have to be hashed")
        .baseUnit("bytes")
        .register(registry);
    gauge("lanewise.cache.held", statistics -> statistics.cache().heldBytes())
        .description("Bytes of the messages that the cache of recent hashes holds")
        .baseUnit("bytes")
        .register(registry);
  }

  private void bindEngines(MeterRegistry registry) {
    gauge("lanewise.batch.occupancy", PipelineStatistics::meanOccupancy)
        .description("Used lanes divided by lanes of the engine, mean over all batches")
        .register(registry);
    Gauge.builder("lanewise.engine.lanes", pipeline, p -> p.engine().lanes())
        .description("Lanes of the widest engine in use")
        .baseUnit("lanes")
        .register(registry);
    Gauge.builder("lanewise.engine.collapsed", pipeline, p -> p.engine().collapse() == null ? 0 : 1)
        .description("Whether lanes were given up because they became slow or hashed wrongly")
        .register(registry);
    counter("lanewise.engine.switches", PipelineStatistics::engineSwitches)
        .description("How often a worker took up another choice of engines")
        .register(registry);
    counter("lanewise.cross.checks", PipelineStatistics::crossChecks)
        .description("Messages that lanes and jdk have both hashed")
        .register(registry);
    counter("lanewise.cross.check.failures", PipelineStatistics::crossCheckFailures)
        .description("Messages that lanes and jdk hashed differently")
        .register(registry);
  }

  private FunctionCounter.Builder<HashingPipeline> of(
      String engine, String name, ToDoubleFunction<EngineStatistics> value) {
    return counter(
            name,
            statistics -> {
              EngineStatistics used = statistics.engines().get(engine);
              return used == null ? 0 : value.applyAsDouble(used);
            })
        .tag("engine", engine);
  }

  private FunctionCounter.Builder<HashingPipeline> counter(
      String name, ToDoubleFunction<PipelineStatistics> value) {
    return FunctionCounter.builder(name, pipeline, p -> value.applyAsDouble(p.statistics()));
  }

  private Gauge.Builder<HashingPipeline> gauge(
      String name, ToDoubleFunction<PipelineStatistics> value) {
    return Gauge.builder(name, pipeline, p -> value.applyAsDouble(p.statistics()));
  }
}
