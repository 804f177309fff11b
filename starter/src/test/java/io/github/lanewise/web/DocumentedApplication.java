package io.github.lanewise.web;

import static org.springframework.web.reactive.function.server.RouterFunctions.route;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** What docs/web.md shows of a server; {@link DocumentationTests} compares the two, and runs it. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import({
  DocumentedApplication.FileController.class,
  DocumentedApplication.DigestController.class,
  DocumentedApplication.FormController.class,
  DocumentedApplication.DownloadController.class,
})
class DocumentedApplication {

  static final Path folder = newFolder();

  private static Path newFolder() {
    try {
      return Files.createTempDirectory("lanewise-documented");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @RestController
  static class FileController {

    @PutMapping("/files/{name}")
    Mono<String> store(@PathVariable String name, HashedBody body) {
      return DataBufferUtils.write(body.buffers(), folder.resolve(name))
          .then(body.digest())
          .map(Sha256Digest::contentAddress);
    }
  }

  @RestController
  static class DigestController {

    @PostMapping("/digests")
    Mono<String> digest(@BodyDigest Mono<Sha256Digest> digest) {
      return digest.map(Sha256Digest::contentAddress);
    }
  }

  @Bean
  RouterFunction<ServerResponse> routes(BodyHashing hashing) {
    return route()
        .PUT(
            "/routed/{name}",
            request -> {
              HashedBody body = request.body(hashing.toHashedBody());
              Path file = folder.resolve(request.pathVariable("name"));
              return DataBufferUtils.write(body.buffers(), file)
                  .then(body.digest())
                  .flatMap(digest -> ServerResponse.ok().bodyValue(digest.contentAddress()));
            })
        .build();
  }

  @RestController
  static class FormController {

    record StoredPart(String name, String address) {}

    @PostMapping("/forms")
    Mono<List<StoredPart>> receive(HashedParts parts) {
      return parts.each(this::store).collectList();
    }

    private Mono<StoredPart> store(HashedPart part) {
      return DataBufferUtils.write(part.buffers(), folder.resolve(part.name()))
          .then(part.digest())
          .map(digest -> new StoredPart(part.name(), digest.contentAddress()));
    }
  }

  @RestController
  static class DownloadController {

    @GetMapping("/blobs/{name}")
    ResponseEntity<Resource> download(@PathVariable String name) {
      Sha256Digest known = digests(name);
      return ResponseEntity.ok()
          .header(DigestField.REPR_DIGEST, DigestField.of(known).toString())
          .body(new FileSystemResource(folder.resolve(name)));
    }

    private Sha256Digest digests(String name) {
      try {
        return Sha256Digest.of(
            WebServer.digest("SHA-256", Files.readAllBytes(folder.resolve(name))));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
