package io.github.lanewise.sample.blobs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.RsaSigner;
import io.github.lanewise.sample.ClientConnection;
import io.github.lanewise.sample.SampleProperties;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
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
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Blobs over HTTP: in by upload, out by content address. */
@RestController
class BlobController {

  private final BlobStore store;
  private final @Nullable RsaSigner signer;
  private final Duration uploadTimeout;

  BlobController(BlobStore store, ObjectProvider<RsaSigner> signer, SampleProperties properties) {
    this.store = store;
    this.uploadTimeout = properties.uploadTimeout();
    this.signer = signer.getIfAvailable();
  }

  /**
   * Takes any body of any type and size; 201 for a new blob, 200 for one that was there. Who
   * accepts no JSON is refused before anything is stored.
   */
  @PostMapping(path = "/blobs", produces = MediaType.APPLICATION_JSON_VALUE)
  Mono<ResponseEntity<BlobReceipt>> upload(ServerHttpRequest request) {
    return store
        .store(body(request))
        .flatMap(blob -> receipt(blob).map(receipt -> response(blob, receipt)));
  }

  /** The bytes, also for HEAD and for a range; the address is the entity tag. */
  @GetMapping("/blobs/{address}")
  Mono<ResponseEntity<Resource>> download(@PathVariable String address) {
    return store
        .find(parse(address))
        .map(
            file ->
                ResponseEntity.ok()
                    .eTag('"' + address + '"')
                    .header("X-Content-Type-Options", "nosniff")
                    .contentType(MediaType.APPLICATION_OCTET_STREAM)
                    .<Resource>body(new FileSystemResource(file)))
        .switchIfEmpty(
            Mono.error(
                () ->
                    new ResponseStatusException(
                        HttpStatus.NOT_FOUND, "no blob here has the address " + address)));
  }

  /** An upload that stalls would hold its file, and its place in the lanes, as long as it likes. */
  private Flux<DataBuffer> body(ServerHttpRequest request) {
    return ClientConnection.of(request).withReadTimeout(request.getBody(), uploadTimeout);
  }

  private Mono<BlobReceipt> receipt(StoredBlob blob) {
    return signer == null
        ? Mono.just(BlobReceipt.unsigned(blob))
        : signer.sign(blob.digest()).map(signature -> BlobReceipt.signed(blob, signature));
  }

  private static ResponseEntity<BlobReceipt> response(StoredBlob blob, BlobReceipt receipt) {
    return ResponseEntity.status(blob.created() ? HttpStatus.CREATED : HttpStatus.OK)
        .location(URI.create("/blobs/" + receipt.address()))
        .body(receipt);
  }

  private static Sha256Digest parse(String address) {
    try {
      return Sha256Digest.parseContentAddress(address);
    } catch (IllegalArgumentException e) {
      throw new ResponseStatusException(HttpStatus.BAD_REQUEST, e.getMessage(), e);
    }
  }
}
