package io.github.lanewise.sample;

import java.nio.charset.StandardCharsets;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends objects as server-sent events, each a line of JSON and at once.
 *
 * <p>Events are buffers of the heap, which need no release: Spring's own writer fills pooled ones
 * and loses one when a client leaves just then.
 */
@Component
public final class EventStream {

  private final ObjectWriter writer;

  EventStream(JsonMapper mapper) {
    // A line end would end the data of an event.
    this.writer = mapper.writer().without(SerializationFeature.INDENT_OUTPUT);
  }

  /** Completes when the events do and the last one is written. */
  public Mono<Void> send(Flux<?> events, ServerHttpResponse response) {
    response.getHeaders().setContentType(MediaType.TEXT_EVENT_STREAM);
    return response.writeAndFlushWith(events.map(event -> Mono.just(encoded(event))));
  }

  private DataBuffer encoded(Object event) {
    String text = "data:" + writer.writeValueAsString(event) + "\n\n";
    return DefaultDataBufferFactory.sharedInstance.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
