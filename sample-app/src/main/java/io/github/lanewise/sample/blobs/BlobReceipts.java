package io.github.lanewise.sample.blobs;

import io.github.lanewise.pipeline.RsaSigner;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Answers an upload whose bytes are on the disk, however they came. */
@Component
class BlobReceipts {

  private final @Nullable RsaSigner signer;

  BlobReceipts(ObjectProvider<RsaSigner> signer) {
    this.signer = signer.getIfAvailable();
  }

  /** 201 for a new blob, 200 for one that was there, with a signature if there is a key. */
  Mono<ResponseEntity<BlobReceipt>> answer(StoredBlob blob) {
    Mono<BlobReceipt> receipt =
        signer == null
            ? Mono.just(BlobReceipt.unsigned(blob))
            : signer.sign(blob.digest()).map(signature -> BlobReceipt.signed(blob, signature));
    return receipt.map(
        made ->
            ResponseEntity.status(blob.created() ? HttpStatus.CREATED : HttpStatus.OK)
                .location(URI.create("/blobs/" + made.address()))
                .body(made));
  }
}
