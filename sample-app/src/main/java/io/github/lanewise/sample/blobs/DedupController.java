package io.github.lanewise.sample.blobs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.RsaSigner;
import io.github.lanewise.sample.ClientConnection;
import io.github.lanewise.sample.SampleProperties;
import io.github.lanewise.sample.dedup.Chunking;
import io.github.lanewise.sample.dedup.Manifest;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;

/** Streams in chunks over HTTP; they come back by {@code GET /blobs/{address}} as any blob. */
@RestController
class DedupController {

  private final DedupStore store;
  private final @Nullable RsaSigner signer;
  private final Duration uploadTimeout;

  DedupController(DedupStore store, ObjectProvider<RsaSigner> signer, SampleProperties properties) {
    this.store = store;
    this.signer = signer.getIfAvailable();
    this.uploadTimeout = properties.uploadTimeout();
  }

  /** As an upload of a blob, but that the answer is the signed manifest's. */
  @PostMapping(path = "/blobs", params = "chunking", produces = MediaType.APPLICATION_JSON_VALUE)
  Mono<ResponseEntity<DedupReceipt>> upload(
      @RequestParam String chunking, ServerHttpRequest request) {
    Chunking way = parse(chunking);
    if (UploadFields.complete(request.getHeaders()).isPresent()) {
      throw new ResponseStatusException(
          HttpStatus.BAD_REQUEST, "an upload must be resumable or in chunks, was asked for both");
    }
    ExpectedDigest expected = ExpectedDigest.of(request);
    return store
        .store(
            ClientConnection.of(request).withReadTimeout(request.getBody(), uploadTimeout),
            way,
            expected)
        .flatMap(this::answer);
  }

  private Mono<ResponseEntity<DedupReceipt>> answer(StoredManifest stored) {
    Mono<DedupReceipt> receipt =
        signer == null
            ? Mono.just(DedupReceipt.of(stored, null))
            : signer.sign(stored.address()).map(signature -> DedupReceipt.of(stored, signature));
    return receipt.map(
        made ->
            ResponseEntity.status(stored.created() ? HttpStatus.CREATED : HttpStatus.OK)
                .location(URI.create("/blobs/" + made.address()))
                .body(made));
  }

  /** The very bytes that are signed, and whose digest is the address. */
  @GetMapping(path = "/manifests/{address}", produces = MediaType.TEXT_PLAIN_VALUE)
  Mono<String> manifest(@PathVariable String address) {
    return store
        .manifest(address(address))
        .map(Manifest::text)
        .switchIfEmpty(
            Mono.error(
                () ->
                    new ResponseStatusException(
                        HttpStatus.NOT_FOUND, "no manifest here has the address " + address)));
  }

  private static Chunking parse(String name) {
    try {
      return Chunking.of(name);
    } catch (IllegalArgumentException e) {
      throw new ResponseStatusException(HttpStatus.BAD_REQUEST, e.getMessage(), e);
    }
  }

  private static Sha256Digest address(String address) {
    try {
      return Sha256Digest.parseContentAddress(address);
    } catch (IllegalArgumentException e) {
      throw new ResponseStatusException(HttpStatus.BAD_REQUEST, e.getMessage(), e);
    }
  }
}
