package io.github.lanewise.sample.blobs;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * One request at a time for an upload, and the newest wins: it ends the one before, and begins when
 * that has put everything in order. A client that lost its connection comes back long before the
 * server would notice (draft-ietf-httpbis-resumable-upload-12, on concurrency).
 */
final class Turns {

  private final AtomicReference<@Nullable Turn> latest = new AtomicReference<>();

  /** Queues up; whoever enters has to {@link Turn#end} when {@link Turn#ready} has completed. */
  Turn enter() {
    Turn mine = new Turn();
    Turn before = latest.getAndSet(mine);
    mine.follow(before);
    return mine;
  }

  static final class Turn {

    private final Sinks.Empty<Void> superseded = Sinks.empty();
    private final Sinks.Empty<Void> over = Sinks.empty();
    private volatile Mono<Void> ready = Mono.empty();

    private void follow(@Nullable Turn before) {
      if (before != null) {
        ready = before.over.asMono();
        before.superseded.tryEmitError(new SupersededException());
      }
    }

    /** Completes when the turn before is over. */
    Mono<Void> ready() {
      return ready;
    }

    /** Errors with {@link SupersededException} when another turn wants to begin. */
    Mono<Void> superseded() {
      return superseded.asMono();
    }

    /** Lets the next one begin, and those before be forgotten. */
    void end() {
      ready = Mono.empty();
      over.tryEmitEmpty();
    }
  }
}
