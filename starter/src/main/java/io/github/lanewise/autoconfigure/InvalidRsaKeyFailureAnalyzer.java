package io.github.lanewise.autoconfigure;

import io.github.lanewise.kernel.rsa.InvalidRsaKeyException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** For a key that the application makes itself; one that is configured has its property named. */
final class InvalidRsaKeyFailureAnalyzer extends AbstractFailureAnalyzer<InvalidRsaKeyException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, InvalidRsaKeyException cause) {
    return new FailureAnalysis(
        "an RSA key of the application cannot sign: " + cause.getMessage(),
        "Make a key that keeps these rules, with \"openssl genrsa\" or \"openssl genpkey -algorithm"
            + " RSA\", and look whether the file, and the certificate beside it, is the one that"
            + " you meant.",
        cause);
  }
}
