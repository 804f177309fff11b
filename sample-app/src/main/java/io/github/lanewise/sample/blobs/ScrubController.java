package io.github.lanewise.sample.blobs;

import io.github.lanewise.sample.EventStream;
import java.net.URI;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Scrubs the store, and shows how far that has come: when asked, or as it goes. */
@RestController
class ScrubController {

  private static final Duration EVERY = Duration.ofMillis(500);

  private final Scrubber scrubber;
  private final EventStream events;

  ScrubController(Scrubber scrubber, EventStream events) {
    this.scrubber = scrubber;
    this.events = events;
  }

  /** Begins a scrub, unless one runs. */
  @PostMapping(path = "/scrub", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<ScrubProgress> start() {
    return ResponseEntity.accepted()
        .location(URI.create("/scrub"))
        .body(scrubber.start().progress());
  }

  /** As JSON for whoever does not ask for events. */
  @GetMapping("/scrub")
  ResponseEntity<ScrubProgress> progress() {
    return ResponseEntity.ok()
        .header(HttpHeaders.CACHE_CONTROL, "no-store")
        .body(latest().progress());
  }

  /** One event twice a second, and one at the end, with which the stream ends too. */
  @GetMapping(path = "/scrub", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  Mono<Void> follow(ServerHttpResponse response) {
    ScrubRun run = latest();
    return events.send(
        Flux.interval(Duration.ZERO, EVERY)
            .onBackpressureDrop()
            .map(tick -> run.progress())
            .takeUntil(progress -> !progress.running()),
        response);
  }

  @DeleteMapping(path = "/scrub", produces = MediaType.APPLICATION_JSON_VALUE)
  ScrubProgress cancel() {
    ScrubRun run = latest();
    run.cancel();
    return run.progress();
  }

  private ScrubRun latest() {
    return scrubber
        .latest()
        .orElseThrow(
            () ->
                new ResponseStatusException(
                    HttpStatus.NOT_FOUND, "no scrub has run since the start, POST begins one"));
  }
}
