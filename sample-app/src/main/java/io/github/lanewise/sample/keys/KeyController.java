package io.github.lanewise.sample.keys;

import io.github.lanewise.kernel.rsa.RsaPublicKey;
import io.github.lanewise.pipeline.RsaSigner;
import io.github.lanewise.sample.FileThreads;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;

/** The public halves of the keys that sign or signed, for whoever wants to check a signature. */
@RestController
class KeyController {

  private static final MediaType PEM = MediaType.parseMediaType("application/x-pem-file");

  private final @Nullable RsaSigner signer;
  private final PublicKeys kept;
  private final FileThreads threads;

  KeyController(ObjectProvider<RsaSigner> signer, PublicKeys kept, FileThreads threads) {
    this.signer = signer.getIfAvailable();
    this.kept = kept;
    this.threads = threads;
  }

  /** The key as {@code openssl dgst -verify} takes it. */
  @GetMapping("/keys/{keyId}.pem")
  Mono<ResponseEntity<String>> publicKey(@PathVariable String keyId) {
    return Mono.justOrEmpty(ofSigner(keyId))
        .switchIfEmpty(threads.call(() -> kept.find(keyId).orElse(null)))
        .map(key -> ResponseEntity.ok().contentType(PEM).body(key.pem()))
        .switchIfEmpty(
            Mono.error(
                () ->
                    new ResponseStatusException(
                        HttpStatus.NOT_FOUND, "no key here has the id '" + keyId + "'")));
  }

  private Optional<RsaPublicKey> ofSigner(String keyId) {
    return signer == null ? Optional.empty() : signer.publicKey(keyId);
  }
}
