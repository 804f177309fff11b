package io.github.lanewise.sample.page;

import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.PipelineStatistics;
import io.github.lanewise.sample.EventStream;
import java.time.Duration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** The lanes at work, for whoever looks at the page. */
@RestController
class LanesController {

  private static final Duration INTERVAL = Duration.ofMillis(500);

  private final HashingPipeline pipeline;
  private final EventStream events;
  private final Sinks.Empty<Void> closing = Sinks.empty();
  private final Flux<LaneFigures> figures;

  LanesController(HashingPipeline pipeline, EventStream events) {
    this.pipeline = pipeline;
    this.events = events;
    // One measurement for all who look, and none while nobody does.
    this.figures = Flux.defer(this::measured).publish().refCount();
  }

  private record Look(PipelineStatistics statistics, long nanoTime) {}

  private Look look() {
    return new Look(pipeline.statistics(), System.nanoTime());
  }

  private Flux<LaneFigures> measured() {
    return Flux.interval(Duration.ZERO, INTERVAL)
        .onBackpressureDrop()
        .map(tick -> look())
        .buffer(2, 1)
        .filter(looks -> looks.size() == 2)
        .map(looks -> figures(looks.getFirst(), looks.getLast()));
  }

  private LaneFigures figures(Look before, Look after) {
    return LaneFigures.between(
        before.statistics(),
        after.statistics(),
        Duration.ofNanos(after.nanoTime() - before.nanoTime()),
        pipeline.engine());
  }

  /** Twice a second what the lanes did since the last event. Who reads too slowly misses some. */
  @GetMapping(path = "/lanes", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  Mono<Void> lanes(ServerHttpResponse response) {
    response.getHeaders().setCacheControl(CacheControl.noStore());
    return events.send(figures.onBackpressureLatest().takeUntilOther(closing.asMono()), response);
  }

  /** What was measured of each engine, and what follows. */
  @GetMapping(path = "/lanes/calibration", produces = MediaType.APPLICATION_JSON_VALUE)
  CalibrationView calibration() {
    return CalibrationView.of(pipeline);
  }

  /** These streams have no end of their own, and a graceful shutdown would wait for one. */
  @EventListener(ContextClosedEvent.class)
  void close() {
    closing.tryEmitEmpty();
  }
}
