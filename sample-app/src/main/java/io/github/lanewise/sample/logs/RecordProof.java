package io.github.lanewise.sample.logs;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.github.lanewise.kernel.merkle.InclusionProof;
import io.github.lanewise.kernel.merkle.WindowStatement;
import io.github.lanewise.kernel.rsa.RsaPublicKey;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.RsaSignature;
import io.github.lanewise.pipeline.SignedRoot;
import io.github.lanewise.pipeline.WindowVerifier;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * All that shows, beside the record and a public key that is trusted, that the record was in the
 * log.
 *
 * @param address the content address of the record
 * @param proof {@link InclusionProof#base64()}
 * @param statement {@link WindowStatement#text()}, six lines: the bytes that are signed
 * @param signature over the statement, base64
 * @param algorithm {@code RSASSA-PKCS1-v1_5} or {@code RSASSA-PSS}, with SHA-256
 * @param keyId of the key that signed, served as {@code /keys/<keyId>.pem}
 */
@JsonPropertyOrder({"address", "proof", "statement", "signature", "algorithm", "keyId"})
record RecordProof(
    String address,
    String proof,
    String statement,
    String signature,
    String algorithm,
    String keyId) {

  /** Checks that every part is there. */
  RecordProof {
    if (Stream.of(address, proof, statement, signature, algorithm, keyId)
        .anyMatch(Objects::isNull)) {
      throw new IllegalArgumentException(
          "a proof must have address, proof, statement, signature, algorithm and keyId");
    }
  }

  static RecordProof of(Sha256Digest record, InclusionProof proof, SignedRoot root) {
    return new RecordProof(
        record.contentAddress(),
        proof.base64(),
        root.statement().text(),
        root.signature().base64(),
        root.signature().algorithm(),
        root.signature().keyId());
  }

  private SignedRoot root() {
    return new SignedRoot(
        WindowStatement.parse(statement),
        RsaSignature.ofBase64(signature, keyId, StoredWindow.scheme(algorithm)));
  }

  /**
   * Whether it shows that a record was in the log, by this key.
   *
   * @param record the digest, computed from the record itself
   * @throws IllegalArgumentException if a part of it has not its form
   */
  boolean verifies(Sha256Digest record, RsaPublicKey key) {
    return WindowVerifier.of(key).verify(record, InclusionProof.ofBase64(proof), root());
  }
}
