package io.github.lanewise.sample.archive;

import io.github.lanewise.sample.logs.ProofVerifier;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks that a record was in a signed log, without the service that keeps it. */
@Command(
    name = "verify-proof",
    mixinStandardHelpOptions = true,
    description = {
      "Checks that a record was in a signed log, from the record, the JSON that",
      "GET /logs/{address}/proof gave, and the log's public key. Asks no server."
    })
final class VerifyProofCommand implements Callable<Integer> {

  private final Output output;

  @Parameters(index = "0", paramLabel = "PROOF", description = "The JSON.")
  private String proof = "";

  @Parameters(
      index = "1",
      paramLabel = "RECORD",
      description = "The record's very bytes, without the newline that ended it.")
  private String record = "";

  @Option(
      names = "--key",
      required = true,
      paramLabel = "PEM",
      description = "The log's public key, come on a way that you trust.")
  private String key = "";

  VerifyProofCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    Optional<String> place = verify();
    output.write(
        place.map(it -> "Verified OK\n" + FileName.octetsOf(it)).orElse("Verification failure")
            + "\n");
    output.flush();
    return place.isPresent() ? 0 : ArchiveCommand.FAILED;
  }

  private Optional<String> verify() throws IOException {
    try {
      return ProofVerifier.verify(
          new FileName(record).toPath(),
          new FileName(proof).toPath(),
          KeyPem.readPublic(new FileName(key)));
    } catch (FileSystemException e) {
      FileName unreadable = new FileName(FileName.octetsOf(String.valueOf(e.getFile())));
      throw new IOException(ShellQuoting.quote(unreadable) + ": " + Failures.textOf(e), e);
    }
  }
}
