package io.github.lanewise.sample.archive;

import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks files against manifests. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = "Checks the files that manifests name, as sha256sum -c does.")
final class VerifyCommand implements Callable<Integer> {

  private static final FileName STANDARD_INPUT = new FileName("standard input");

  private final Output output;

  @Parameters(
      arity = "0..*",
      paramLabel = "MANIFEST",
      description = "Manifests; none or - is standard input.")
  private List<String> names = new ArrayList<>();

  private VerifyReport.Telling telling = VerifyReport.Telling.RESULTS;

  @Option(names = "--strict", description = "Fails if a line is improperly formatted.")
  private boolean strict;

  @Option(names = "--ignore-missing", description = "Says nothing of files that are not there.")
  private boolean ignoreMissing;

  @Option(
      names = {"-z", "--zero"},
      description = "Lines end with a zero byte, and nothing is escaped.")
  private boolean zero;

  @Option(
      names = "--signed-by",
      paramLabel = "KEY",
      description = "Checks MANIFEST.sig by this public key first, and no file if it is wrong.")
  private @Nullable String key;

  @Mixin private HashingOptions hashingOptions = new HashingOptions();

  VerifyCommand(Output output) {
    this.output = output;
  }

  @Option(names = "--quiet", description = "Does not print OK for each file that is.")
  void quiet(boolean given) {
    tell(given, VerifyReport.Telling.FAILURES);
  }

  @Option(names = "--status", description = "Prints nothing: the exit status tells.")
  void status(boolean given) {
    tell(given, VerifyReport.Telling.NOTHING);
  }

  @Option(
      names = {"-w", "--warn"},
      description = "Tells every line that is improperly formatted.")
  void warn(boolean given) {
    tell(given, VerifyReport.Telling.LINES_TOO);
  }

  /** The last of these options counts, as there. */
  private void tell(boolean given, VerifyReport.Telling what) {
    telling = given ? what : telling;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    boolean right = true;
    for (String name : names.isEmpty() ? List.of("-") : names) {
      right &= verify(new FileName(name));
      output.flush();
    }
    return right ? 0 : ArchiveCommand.FAILED;
  }

  private boolean verify(FileName manifest) throws IOException, InterruptedException {
    boolean fromStandardInput = manifest.octets().equals("-");
    if (fromStandardInput && key != null) {
      throw new CommandFailedException(
          "--signed-by must have a manifest in a file, was given none");
    }
    FileName shown = fromStandardInput ? STANDARD_INPUT : manifest;
    try (InputStream input = fromStandardInput ? standardInput() : open(manifest)) {
      VerifyReport report = new VerifyReport(output, shown, telling, ignoreMissing);
      ManifestReader reader = new ManifestReader(input, zero, fromStandardInput);
      FileHashing hashing = hashingOptions.newHashing();
      try (Progress progress = hashingOptions.newProgress(hashing, telling.isSilent())) {
        output.barIsShown(progress.isShown());
        hashing.start(reader::readAll);
        FileJob job;
        while ((job = hashing.next()) != null) {
          report.checked(job);
        }
      }
      output.barIsShown(false);
      output.flush();
      if (reader.failure() != null) {
        output.message(shown, "read error");
        return false;
      }
      return report.conclude(strict);
    } catch (IOException e) {
      output.message(shown, Failures.textOf(e));
      return false;
    }
  }

  private static InputStream standardInput() {
    return new FileInputStream(FileDescriptor.in);
  }

  private InputStream open(FileName manifest) throws IOException {
    Path path;
    try {
      path = manifest.toPath();
    } catch (InvalidPathException e) {
      throw new NoSuchFileException(manifest.octets());
    }
    String signer = key;
    if (signer == null) {
      return Files.newInputStream(path);
    }
    // The bytes that were verified are those that are used.
    byte[] bytes = Files.readAllBytes(path);
    DetachedSignature signature = DetachedSignature.besides(manifest);
    if (!signature.isBy(KeyPem.readPublic(new FileName(signer)), bytes)) {
      throw new IOException("signature verification failure");
    }
    return new ByteArrayInputStream(bytes);
  }
}
