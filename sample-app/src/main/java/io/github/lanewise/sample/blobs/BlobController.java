package io.github.lanewise.sample.blobs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.sample.ClientConnection;
import io.github.lanewise.sample.SampleProperties;
import java.time.Duration;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Blobs over HTTP: in by upload, out by content address. */
@RestController
class BlobController {

  private final BlobStore store;
  private final DedupStore chunked;
  private final BlobReceipts receipts;
  private final Duration uploadTimeout;

  BlobController(
      BlobStore store, DedupStore chunked, BlobReceipts receipts, SampleProperties properties) {
    this.store = store;
    this.chunked = chunked;
    this.receipts = receipts;
    this.uploadTimeout = properties.uploadTimeout();
  }

  /**
   * Takes any body of any type and size; 201 for a new blob, 200 for one that was there. Who
   * accepts no JSON is refused before anything is stored, and so is who expects a malformed digest;
   * a body that has another digest than expected is dropped.
   */
  @PostMapping(path = "/blobs", produces = MediaType.APPLICATION_JSON_VALUE)
  Mono<ResponseEntity<BlobReceipt>> upload(ServerHttpRequest request) {
    ExpectedDigest expected = ExpectedDigest.of(request);
    return store.store(body(request), expected).flatMap(receipts::answer);
  }

  /**
   * The bytes, also for HEAD and for ranges; the address is the entity tag. That of a manifest
   * gives the stream that it describes, even if its text is here as a blob.
   */
  @GetMapping("/blobs/{address}")
  Mono<Void> download(@PathVariable String address, ServerWebExchange exchange) {
    Sha256Digest digest = parse(address);
    return chunked
        .find(digest)
        .switchIfEmpty(Mono.defer(() -> store.find(digest)))
        .switchIfEmpty(
            Mono.error(
                () ->
                    new ResponseStatusException(
                        HttpStatus.NOT_FOUND, "no blob here has the address " + address)))
        .flatMap(blob -> BlobResponse.write(exchange, blob));
  }

  /** An upload that stalls would hold its file, and its place in the lanes, as long as it likes. */
  private Flux<DataBuffer> body(ServerHttpRequest request) {
    return ClientConnection.of(request).withReadTimeout(request.getBody(), uploadTimeout);
  }

  private static Sha256Digest parse(String address) {
    try {
      return Sha256Digest.parseContentAddress(address);
    } catch (IllegalArgumentException e) {
      throw new ResponseStatusException(HttpStatus.BAD_REQUEST, e.getMessage(), e);
    }
  }
}
