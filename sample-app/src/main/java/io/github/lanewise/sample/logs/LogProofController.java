package io.github.lanewise.sample.logs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;

/** The proof that a record was in the log, whenever it is asked for. */
@RestController
class LogProofController {

  private final @Nullable SignedLog signedLog;

  LogProofController(ObjectProvider<SignedLog> signedLog) {
    this.signedLog = signedLog.getIfAvailable();
  }

  @GetMapping(path = "/logs/{address}/proof", produces = MediaType.APPLICATION_JSON_VALUE)
  Mono<RecordProof> proof(@PathVariable String address) {
    Sha256Digest record = parse(address);
    if (signedLog == null) {
      throw new ResponseStatusException(
          HttpStatus.NOT_FOUND, "logs are not signed here: lanewise.sample.logs.sign is false");
    }
    return signedLog
        .proof(record)
        .switchIfEmpty(
            Mono.error(
                () ->
                    new ResponseStatusException(
                        HttpStatus.NOT_FOUND,
                        "no window that is signed has the record " + address)));
  }

  private static Sha256Digest parse(String address) {
    try {
      return Sha256Digest.parseContentAddress(address);
    } catch (IllegalArgumentException e) {
      throw new ResponseStatusException(HttpStatus.BAD_REQUEST, e.getMessage(), e);
    }
  }
}
