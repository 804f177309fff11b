package io.github.lanewise.sample.archive;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks the signature of a manifest. */
@Command(
    name = "verify-signature",
    mixinStandardHelpOptions = true,
    description = "Checks the signature that sign, or openssl dgst -sha256 -sign, made of a file.")
final class VerifySignatureCommand implements Callable<Integer> {

  private final Output output;

  @Parameters(index = "0", paramLabel = "FILE", description = "What was signed.")
  private String file = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "SIG",
      description = "The signature (default: FILE.sig).")
  private @Nullable String signatureFile;

  @Option(
      names = "--key",
      required = true,
      paramLabel = "PEM",
      description = "The public key; or a certificate, or the private key.")
  private String key = "";

  VerifySignatureCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    FileName signed = new FileName(file);
    String from = signatureFile;
    DetachedSignature signature =
        from == null
            ? DetachedSignature.besides(signed)
            : new DetachedSignature(new FileName(from));
    boolean right =
        signature.isBy(KeyPem.readPublic(new FileName(key)), DetachedSignature.read(signed));
    output.write(right ? "Verified OK\n" : "Verification failure\n");
    output.flush();
    return right ? 0 : ArchiveCommand.FAILED;
  }
}
