package io.github.lanewise.metrics;

import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.PipelineStatistics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;

/**
 * Meters of one pipeline, counted since its start:
 *
 * <ul>
 *   <li>{@code lanewise.messages}: messages whose digest was made
 *   <li>{@code lanewise.bytes}: bytes hashed
 *   <li>{@code lanewise.batches}: engine calls
 *   <li>{@code lanewise.batch.occupancy}: used lanes ÷ lanes of the engine, mean over all batches,
 *       0 to 1; 0 before the first batch
 *   <li>{@code lanewise.lanes.used}, {@code lanewise.lanes.offered}: its two parts; the quotient of
 *       their rates is the occupancy of any stretch of time
 *   <li>{@code lanewise.engine.lanes}: lanes of the widest engine in use now; 1 is {@code jdk}
 *   <li>{@code lanewise.engine.collapsed}: 1 while lanes are not used because they became slow or
 *       hashed wrongly, 0 else
 *   <li>{@code lanewise.cross.checks}: messages that lanes and {@code jdk} have both hashed
 *   <li>{@code lanewise.cross.check.failures}: those that came out differently: digests that this
 *       process made in lanes have to be doubted
 *   <li>{@code lanewise.streams.open}: subscriptions under way now; what does not fall when clients
 *       go away is a leak
 * </ul>
 */
public final class HashingPipelineMetrics implements MeterBinder {

  private final HashingPipeline pipeline;

  /** Meters for this pipeline; nothing is registered before {@link #bindTo}. */
  public HashingPipelineMetrics(HashingPipeline pipeline) {
    this.pipeline = pipeline;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    counter("lanewise.messages", PipelineStatistics::messages)
        .description("Messages whose digest was made")
        .baseUnit("messages")
        .register(registry);
    counter("lanewise.bytes", PipelineStatistics::bytes)
        .description("Bytes hashed")
        .baseUnit("bytes")
        .register(registry);
    counter("lanewise.batches", PipelineStatistics::batches)
        .description("Engine calls")
        .baseUnit("batches")
        .register(registry);
    counter("lanewise.lanes.used", PipelineStatistics::lanesUsed)
        .description("Lanes used, summed over batches")
        .baseUnit("lanes")
        .register(registry);
    counter("lanewise.lanes.offered", PipelineStatistics::lanesOffered)
        .description("Lanes that the engines had, summed over batches")
        .baseUnit("lanes")
        .register(registry);
    Gauge.builder("lanewise.batch.occupancy", pipeline, p -> p.statistics().meanOccupancy())
        .description("Used lanes divided by lanes of the engine, mean over all batches")
        .register(registry);
    Gauge.builder("lanewise.engine.lanes", pipeline, p -> p.engine().lanes())
        .description("Lanes of the widest engine in use")
        .baseUnit("lanes")
        .register(registry);
    Gauge.builder("lanewise.engine.collapsed", pipeline, p -> p.engine().collapse() == null ? 0 : 1)
        .description("Whether lanes were given up because they became slow or hashed wrongly")
        .register(registry);
    counter("lanewise.cross.checks", PipelineStatistics::crossChecks)
        .description("Messages that lanes and jdk have both hashed")
        .baseUnit("messages")
        .register(registry);
    counter("lanewise.cross.check.failures", PipelineStatistics::crossCheckFailures)
        .description("Messages that lanes and jdk hashed differently")
        .baseUnit("messages")
        .register(registry);
    Gauge.builder("lanewise.streams.open", pipeline, p -> p.statistics().openStreams())
        .description("Subscriptions under way")
        .baseUnit("streams")
        .register(registry);
  }

  private FunctionCounter.Builder<HashingPipeline> counter(
      String name, ToDoubleFunction<PipelineStatistics> value) {
    return FunctionCounter.builder(name, pipeline, p -> value.applyAsDouble(p.statistics()));
  }
}
