package io.github.lanewise.sample.archive;

import io.github.lanewise.kernel.rsa.FaultySignatureException;
import io.github.lanewise.kernel.rsa.RsaCrt;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Signs a manifest. */
@Command(
    name = "sign",
    mixinStandardHelpOptions = true,
    description = {
      "Writes an RSA signature of a file beside it, for verify-signature or",
      "openssl dgst -sha256 -verify PUBLIC.pem -signature FILE.sig FILE"
    })
final class SignCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "What is signed, a manifest say.")
  private String file = "";

  @Option(
      names = "--key",
      required = true,
      paramLabel = "PEM",
      description = "The private key: PKCS #8 or PKCS #1, unencrypted.")
  private String key = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "SIG",
      description = "Where the signature goes (default: FILE.sig).")
  private @Nullable String target;

  @Override
  public Integer call() throws IOException {
    FileName signed = new FileName(file);
    String to = target;
    DetachedSignature signature =
        to == null ? DetachedSignature.besides(signed) : new DetachedSignature(new FileName(to));
    Sha256Digest digest = DetachedSignature.digestOf(DetachedSignature.read(signed));
    try (RsaCrt crt = RsaCrt.of(KeyPem.readPrivate(new FileName(key)))) {
      Files.write(signature.file().toPath(), sign(crt, digest));
    }
    return 0;
  }

  /** A signature that the public key does not confirm never leaves; another road makes it then. */
  private static byte[] sign(RsaCrt crt, Sha256Digest digest) {
    try {
      return crt.sign(digest);
    } catch (FaultySignatureException e) {
      return crt.signByJca(digest);
    }
  }
}
