package io.github.lanewise.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Handlers that answer in each way. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(DigestApplication.Responses.class)
class DigestApplication {

  static final String TEXT = "lanes ".repeat(2_000);

  @RestController
  static final class Responses {

    @GetMapping("/json")
    Map<String, String> json() {
      return Map.of("hello", "world");
    }

    @GetMapping(path = "/text", produces = MediaType.TEXT_PLAIN_VALUE)
    Mono<String> text() {
      return Mono.just(TEXT);
    }

    /** In buffers of a thousand bytes, without a length. */
    @GetMapping(path = "/stream/{length}", produces = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    Flux<DataBuffer> stream(@PathVariable int length, ServerHttpResponse response) {
      byte[] bytes = WebServer.bytes(length);
      DataBufferFactory factory = response.bufferFactory();
      return Flux.range(0, (length + 999) / 1_000)
          .map(
              i -> {
                int size = Math.min(1_000, length - 1_000 * i);
                return factory.allocateBuffer(size).write(bytes, 1_000 * i, size);
              });
    }

    /** As above, of a type that servers compress. */
    @GetMapping(path = "/lines/{length}", produces = MediaType.TEXT_PLAIN_VALUE)
    Flux<DataBuffer> lines(@PathVariable int length, ServerHttpResponse response) {
      return stream(length, response);
    }

    @GetMapping(path = "/broken/{length}", produces = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    Flux<DataBuffer> broken(@PathVariable int length, ServerHttpResponse response) {
      return stream(length, response)
          .concatWith(Flux.error(new IllegalStateException("the disk is gone")));
    }

    @GetMapping("/resource")
    Resource resource() {
      return new ByteArrayResource(WebServer.bytes(10_000));
    }

    @GetMapping("/own")
    ResponseEntity<String> own() {
      return ResponseEntity.status(HttpStatus.PARTIAL_CONTENT)
          .header("Content-Range", "bytes 0-4/100")
          .header("Repr-Digest", "sha-256=:" + "A".repeat(43) + "=:")
          .body("hello");
    }

    @GetMapping("/gzip")
    ResponseEntity<byte[]> gzip() {
      return ResponseEntity.ok().header("Content-Encoding", "gzip").body(gzip(TEXT));
    }

    private static byte[] gzip(String text) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return bytes.toByteArray();
    }

    @GetMapping("/events")
    Flux<ServerSentEvent<String>> events() {
      return Flux.just("a", "b").map(data -> ServerSentEvent.builder(data).build());
    }

    @GetMapping("/empty")
    ResponseEntity<Void> empty() {
      return ResponseEntity.ok().build();
    }

    @GetMapping("/no-content")
    ResponseEntity<Void> noContent() {
      return ResponseEntity.noContent().build();
    }

    @GetMapping("/conflict")
    ResponseEntity<String> conflict() {
      return ResponseEntity.status(HttpStatus.CONFLICT).body("there already");
    }

    @GetMapping("/unknown")
    Mono<String> unknown() {
      return Mono.error(new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    /** Says something else of its body than is true. */
    @GetMapping("/lie/{length}")
    ResponseEntity<byte[]> lie(@PathVariable int length) {
      return ResponseEntity.ok()
          .header("Content-Digest", WebServer.sha256(new byte[0]))
          .body(WebServer.bytes(length));
    }

    @GetMapping("/lie-512")
    ResponseEntity<byte[]> lie512() {
      return ResponseEntity.ok()
          .header("Content-Digest", WebServer.sha512(new byte[0]))
          .body(WebServer.bytes(10));
    }

    @PostMapping("/headers")
    Mono<Map<String, String>> headers(
        @RequestHeader Map<String, String> headers, @RequestBody(required = false) byte[] body) {
      return Mono.just(headers);
    }
  }
}
