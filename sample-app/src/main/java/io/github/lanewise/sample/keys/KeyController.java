package io.github.lanewise.sample.keys;

import io.github.lanewise.kernel.rsa.RsaPublicKey;
import io.github.lanewise.pipeline.RsaSigner;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** The public halves of the keys that sign or signed, for whoever wants to check a signature. */
@RestController
class KeyController {

  private static final MediaType PEM = MediaType.parseMediaType("application/x-pem-file");

  private final @Nullable RsaSigner signer;

  KeyController(ObjectProvider<RsaSigner> signer) {
    this.signer = signer.getIfAvailable();
  }

  /** The key as {@code openssl dgst -verify} takes it. */
  @GetMapping("/keys/{keyId}.pem")
  ResponseEntity<String> publicKey(@PathVariable String keyId) {
    RsaPublicKey key = signer == null ? null : signer.publicKey(keyId).orElse(null);
    if (key == null) {
      throw new ResponseStatusException(
          HttpStatus.NOT_FOUND, "no key here has the id '" + keyId + "'");
    }
    return ResponseEntity.ok().contentType(PEM).body(key.pem());
  }
}
