package io.github.lanewise.web;

import static org.springframework.web.reactive.function.server.RequestPredicates.POST;
import static org.springframework.web.reactive.function.server.RouterFunctions.route;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.codec.multipart.FilePart;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Handlers that take bodies in each way. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(BodyApplication.Bodies.class)
class BodyApplication {

  /** How many handlers came to their end with a body that was right. */
  static final AtomicInteger ACCEPTED = new AtomicInteger();

  @Bean
  RouterFunction<ServerResponse> routes(BodyHashing hashing) {
    return route(
            POST("/routes/body"),
            request -> {
              HashedBody body = request.body(hashing.toHashedBody());
              return ServerResponse.ok()
                  .body(
                      count(body.buffers()).then(body.digest()).map(Sha256Digest::hex),
                      String.class);
            })
        .andRoute(
            POST("/routes/digest"),
            request ->
                ServerResponse.ok()
                    .body(request.body(hashing.toDigest()).map(Sha256Digest::hex), String.class));
  }

  static Mono<Long> count(Flux<DataBuffer> buffers) {
    return buffers.reduce(
        0L,
        (sum, buffer) -> {
          long bytes = buffer.readableByteCount();
          DataBufferUtils.release(buffer);
          return sum + bytes;
        });
  }

  @RestController
  static final class Bodies {

    @PostMapping("/body")
    Mono<Map<String, Object>> body(HashedBody body) {
      return count(body.buffers())
          .zipWith(body.digest(), (size, digest) -> Map.of("size", size, "digest", digest.hex()));
    }

    @PostMapping("/digest")
    Mono<String> digest(@BodyDigest Mono<Sha256Digest> digest) {
      return digest.map(Sha256Digest::hex);
    }

    @PostMapping("/digest-first")
    Mono<String> digestFirst(HashedBody body) {
      return body.digest().flatMap(digest -> count(body.buffers()).thenReturn(digest.hex()));
    }

    @PostMapping("/twice")
    Mono<String> twice(HashedBody body) {
      return body.hash().then(count(body.buffers())).map(String::valueOf);
    }

    @PostMapping("/cancelled")
    Mono<String> cancelled(HashedBody body) {
      return body.buffers()
          .next()
          .map(first -> release(first, ""))
          .then(body.digest())
          .map(Sha256Digest::hex);
    }

    @PostMapping("/two-readers")
    Mono<String> twoReaders(
        @RequestBody Flux<DataBuffer> body, @BodyDigest Mono<Sha256Digest> digest) {
      return count(body).then(digest).map(Sha256Digest::hex);
    }

    @PostMapping("/echo")
    Flux<DataBuffer> echo(@RequestBody Flux<DataBuffer> body) {
      return body;
    }

    @PostMapping("/text")
    Mono<String> text(@RequestBody String text) {
      ACCEPTED.incrementAndGet();
      return Mono.just(text);
    }

    @PostMapping("/json")
    Map<String, Object> json(@RequestBody Map<String, Object> json) {
      ACCEPTED.incrementAndGet();
      return json;
    }

    @PostMapping("/swallow")
    Mono<String> swallow(@RequestBody Flux<DataBuffer> body) {
      return count(body).map(String::valueOf).onErrorReturn("all is well");
    }

    @PostMapping("/stop-early")
    Mono<String> stopEarly(@RequestBody Flux<DataBuffer> body) {
      return body.next().map(first -> release(first, "enough"));
    }

    @PostMapping("/reject-early")
    Mono<Void> rejectEarly(@RequestBody Flux<DataBuffer> body, ServerWebExchange exchange) {
      return body.next()
          .map(first -> release(first, "enough"))
          .then(
              Mono.defer(
                  () -> {
                    exchange.getResponse().setStatusCode(HttpStatus.CONFLICT);
                    return exchange.getResponse().setComplete();
                  }));
    }

    private static String release(DataBuffer buffer, String then) {
      DataBufferUtils.release(buffer);
      return then;
    }

    @PostMapping(path = "/form", consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
    Mono<String> form(ServerWebExchange exchange) {
      return exchange.getFormData().map(MultiValueMap::toSingleValueMap).map(Map::toString);
    }

    @PostMapping(path = "/file", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    Mono<String> file(@RequestPart("file") FilePart file) {
      return count(file.content()).map(String::valueOf);
    }

    /** Collected, so that nothing is answered before all is read. */
    @PostMapping("/parts")
    Mono<List<Map<String, String>>> parts(HashedParts parts) {
      return parts
          .each(part -> count(part.buffers()).zipWith(part.digest(), partOf(part)))
          .collectList();
    }

    private static BiFunction<Long, Sha256Digest, Map<String, String>> partOf(HashedPart part) {
      return (size, digest) ->
          Map.of(
              "name", part.name(),
              "file", part.filename().orElse(""),
              "value", part.value().orElse(""),
              "size", size.toString(),
              "digest", digest.hex());
    }

    @PostMapping("/part-names")
    Flux<String> partNames(HashedParts parts) {
      return parts.each(part -> Mono.just(part.name() + " "));
    }

    @PostMapping("/part-beginnings")
    Flux<String> partBeginnings(HashedParts parts) {
      return parts.each(
          part -> part.buffers().next().map(first -> release(first, part.name() + " ")));
    }

    @PostMapping("/careless-parts")
    Mono<String> carelessParts(HashedParts parts) {
      return parts
          .each(part -> count(part.buffers()).onErrorReturn(-1L))
          .map(String::valueOf)
          .collectList()
          .map(String::valueOf);
    }

    @PostMapping("/failing-parts")
    Flux<String> failingParts(HashedParts parts) {
      return parts.each(part -> Mono.error(new IllegalStateException("the disk is full")));
    }
  }
}
