package io.github.lanewise.sample.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.lanewise.kernel.sha256.Sha256Engines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many files at once, held against one at a time. */
@Timeout(120)
final class FileHashingTests {

  /** Around the padding, the chunk, and the size from which reading runs ahead. */
  private static final int[] LENGTHS = {
    0,
    1,
    55,
    56,
    63,
    64,
    65,
    127,
    128,
    129,
    4096,
    65_535,
    65_536,
    65_537,
    131_072,
    200_001,
    OpenFile.READ_AHEAD_BYTES - 1,
    OpenFile.READ_AHEAD_BYTES,
    OpenFile.READ_AHEAD_BYTES + 1
  };

  @TempDir private Path folder = Path.of("");

  static Stream<String> engines() {
    return Sha256Engines.discover().candidates().stream()
        .filter(candidate -> candidate.refusal() == null)
        .map(Sha256Engines.Candidate::name);
  }

  @ParameterizedTest
  @MethodSource("engines")
  void digestsAreRightAndInTheOrderOfFinding(String engine) throws Exception {
    Random random = new Random(7);
    List<String> expected = new ArrayList<>();
    List<Path> files = new ArrayList<>();
    // Twice and shuffled, so that long ones meet short ones.
    for (int i = 0; i < 2 * LENGTHS.length; i++) {
      byte[] bytes = new byte[LENGTHS[i * 7 % LENGTHS.length]];
      random.nextBytes(bytes);
      files.add(Files.write(folder.resolve("f" + i), bytes));
      expected.add(
          HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)) + " f" + i);
    }
    FileHashing hashing = new FileHashing(EngineSelection.of(engine), 2);
    hashing.start(
        visitor -> {
          for (Path file : files) {
            visitor.found(FileJob.named(new FileName(file.toString()), null));
          }
        });
    List<String> actual = new ArrayList<>();
    FileJob job;
    while ((job = hashing.next()) != null) {
      Path name = job.name().toPath().getFileName();
      actual.add(job.line().digest() + " " + name);
    }
    assertThat(actual).isEqualTo(expected);
    assertThat(hashing.isAllFound()).isTrue();
    assertThat(hashing.hashedBytes()).isEqualTo(hashing.foundBytes()).isPositive();
  }

  @Test
  void aFinderThatFailsIsHeardOf() {
    FileHashing hashing = new FileHashing(EngineSelection.of("jdk"), 1);
    IllegalArgumentException cause = new IllegalArgumentException("of the test");
    hashing.start(
        visitor -> {
          throw cause;
        });
    assertThatThrownBy(hashing::next).isInstanceOf(IllegalStateException.class).hasCause(cause);
  }

  @Test
  void anEngineThatIsNoneIsToldWithItsRule() {
    CommandRun run = CommandRun.lanewise("manifest", "--engine", "fast", folder.toString());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).startsWith("lanewise: engine must be one of ").contains("'fast'");
  }
}
