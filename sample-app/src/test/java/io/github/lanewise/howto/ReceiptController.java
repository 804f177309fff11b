package io.github.lanewise.howto;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.RsaSigner;
import io.github.lanewise.web.BodyDigest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
class ReceiptController {

  private final RsaSigner signer;

  ReceiptController(RsaSigner signer) {
    this.signer = signer;
  }

  @PostMapping("/receipts")
  Mono<Receipt> sign(@BodyDigest Mono<Sha256Digest> digest) {
    return digest.flatMap(this::receipt);
  }

  @GetMapping("/receipts/key.pem")
  String key() {
    return signer.publicKey().pem();
  }

  private Mono<Receipt> receipt(Sha256Digest digest) {
    return signer
        .sign(digest)
        .map(made -> new Receipt(digest.contentAddress(), made.base64(), made.keyId()));
  }

  record Receipt(String address, String signature, String keyId) {}
}
