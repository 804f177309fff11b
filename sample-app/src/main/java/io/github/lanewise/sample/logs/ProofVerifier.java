package io.github.lanewise.sample.logs;

import io.github.lanewise.kernel.merkle.InclusionProof;
import io.github.lanewise.kernel.merkle.WindowStatement;
import io.github.lanewise.kernel.rsa.RsaPublicKey;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks a record's proof as {@code GET /logs/{address}/proof} gives it, without the service: from
 * the record, the proof and the log's public key. Needs nothing of Spring, for the command line.
 */
public final class ProofVerifier {

  private ProofVerifier() {}

  /**
   * Whether the record was in the log.
   *
   * @param record the very bytes, without the newline that ended them
   * @param proof the JSON
   * @param key the log's, come on a way that is trusted
   * @return which record of which window it is; empty if the proof does not show it
   * @throws IllegalArgumentException if the proof has not its form
   * @throws IOException if a file cannot be read
   */
  public static Optional<String> verify(Path record, Path proof, RsaPublicKey key)
      throws IOException {
    RecordProof parsed = parse(Files.readAllBytes(proof));
    if (!parsed.verifies(sha256(record), key)) {
      return Optional.empty();
    }
    WindowStatement window = WindowStatement.parse(parsed.statement());
    return Optional.of(
        "record %d of window %d of %s"
            .formatted(
                InclusionProof.ofBase64(parsed.proof()).index(),
                window.sequence(),
                window.chain()));
  }

  private static RecordProof parse(byte[] json) {
    try {
      return new JsonMapper().readValue(json, RecordProof.class);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("a proof must be the JSON that the service gives", e);
    }
  }

  private static Sha256Digest sha256(Path file) throws IOException {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      try (InputStream bytes = new DigestInputStream(Files.newInputStream(file), sha256)) {
        bytes.transferTo(OutputStream.nullOutputStream());
      }
      return Sha256Digest.of(sha256.digest());
    } catch (NoSuchAlgorithmException cause) {
      throw new IllegalStateException("every JDK has SHA-256, this one has not", cause);
    }
  }
}
