package io.github.lanewise.sample.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the digests of all files of trees. */
@Command(
    name = "manifest",
    mixinStandardHelpOptions = true,
    description = "Prints a line for every file, as sha256sum does, in the order of their names.")
final class ManifestCommand implements Callable<Integer> {

  private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");

  private final Output standard;

  @Parameters(
      arity = "1..*",
      paramLabel = "DIR|FILE",
      description = "Trees and files; - is standard input.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Writes the manifest there, whole or not at all.")
  private @Nullable String target;

  @Option(
      names = {"-z", "--zero"},
      description = "Ends lines with a zero byte, and escapes nothing.")
  private boolean zero;

  @Option(
      names = {"-L", "--follow"},
      description = "Follows symbolic links within trees too.")
  private boolean follow;

  @Mixin private HashingOptions hashingOptions = new HashingOptions();

  ManifestCommand(Output output) {
    this.standard = output;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    String to = target;
    if (to == null) {
      return write(standard, keyOf(STANDARD_OUTPUT));
    }
    // Written aside and moved into place, so that no half of a manifest is ever there.
    Path file = new FileName(to).toPath();
    Path incomplete =
        file.resolveSibling(".lanewise-manifest-" + ProcessHandle.current().pid() + ".tmp");
    // After an interrupt no finally runs.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(incomplete)));
    try (OutputStream lines = Files.newOutputStream(incomplete)) {
      Set<Object> own = keyOf(incomplete);
      own.addAll(keyOf(file));
      int status = write(standard.to(lines), own);
      Files.move(
          incomplete, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      return status;
    } finally {
      Files.deleteIfExists(incomplete);
    }
  }

  private static void delete(Path incomplete) {
    try {
      Files.deleteIfExists(incomplete);
    } catch (IOException e) {
      // The process ends; a file is left that has no other's name.
    }
  }

  /**
   * @param own what is not to be hashed, since it is being written
   */
  private int write(Output output, Set<Object> own) throws IOException, InterruptedException {
    FileHashing hashing = hashingOptions.newHashing();
    List<FileName> roots = names.stream().map(FileName::new).toList();
    boolean failed = false;
    try (Progress progress = hashingOptions.newProgress(hashing, target != null)) {
      output.barIsShown(progress.isShown());
      hashing.start(
          visitor -> {
            TreeWalk walk = new TreeWalk(follow, own, visitor);
            for (FileName root : roots) {
              walk.walk(root);
            }
          });
      FileJob job;
      while ((job = hashing.next()) != null) {
        IOException failure = job.failure();
        if (failure != null) {
          failed = true;
          output.message(job.name(), Failures.textOf(failure));
        } else {
          output.write(zero ? job.line().zeroText() : job.line().text());
        }
      }
    }
    output.barIsShown(false);
    output.flush();
    return failed ? ArchiveCommand.FAILED : 0;
  }

  private static Set<Object> keyOf(Path file) {
    Set<Object> keys = new HashSet<>();
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      if (attributes.isRegularFile() && attributes.fileKey() != null) {
        keys.add(attributes.fileKey());
      }
    } catch (IOException e) {
      // No such file yet, or a system that does not tell: nothing to leave out.
    }
    return keys;
  }
}
