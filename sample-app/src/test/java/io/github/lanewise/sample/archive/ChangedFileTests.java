package io.github.lanewise.sample.archive;

import static io.github.lanewise.sample.archive.CommandRun.lanewise;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that change between the moment when they are found and the end of their hash. */
@Timeout(60)
final class ChangedFileTests {

  @TempDir private Path folder = Path.of("");

  @Test
  void aFileThatChangedOnceIsHashedAsItIsThen() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "before");
    BasicFileAttributes before = Files.readAttributes(file, BasicFileAttributes.class);
    Files.writeString(file, "and after");
    FileJob job = hash(FileJob.of(new FileName("file"), file, before));
    assertThat(job.failure()).isNull();
    assertThat(job.line().digest()).isEqualTo(sha256("and after"));
  }

  @Test
  void aFileThatWasReplacedByOneOfTheSameSizeAndTimeIsHashedAnew() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "before");
    BasicFileAttributes before = Files.readAttributes(file, BasicFileAttributes.class);
    Path other = Files.writeString(folder.resolve("other"), "behind");
    Files.setLastModifiedTime(other, before.lastModifiedTime());
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
    assertThat(FileJob.of(new FileName("file"), file, before).isUnchanged()).isFalse();
  }

  @Test
  void aFileThatIsGoneIsMissing() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "before");
    BasicFileAttributes before = Files.readAttributes(file, BasicFileAttributes.class);
    Files.delete(file);
    FileJob job = hash(FileJob.of(new FileName("file"), file, before));
    assertThat(job.isMissing()).isTrue();
  }

  @Test
  void aFileThatKeepsChangingIsTold() throws Exception {
    Path file = folder.resolve("log");
    AtomicBoolean stop = new AtomicBoolean();
    // Sparse and large, so that it grows many times while it is read.
    try (RandomAccessFile growing = new RandomAccessFile(file.toFile(), "rw")) {
      growing.setLength(256L << 20);
      Thread writer = Thread.ofPlatform().start(() -> grow(growing, stop));
      CommandRun ours = lanewise("manifest", folder.toString());
      stop.set(true);
      writer.join();
      assertThat(ours)
          .isEqualTo(
              new CommandRun(1, "", "lanewise: " + file + ": file changed while it was read\n"));
    }
  }

  private static void grow(RandomAccessFile file, AtomicBoolean stop) {
    try {
      while (!stop.get()) {
        file.setLength(file.length() + 1);
        Thread.onSpinWait();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FileJob hash(FileJob job) throws InterruptedException {
    FileHashing hashing = new FileHashing(EngineSelection.of("jdk"), 1);
    hashing.start(visitor -> visitor.found(job));
    @Nullable FileJob done = hashing.next();
    assertThat(done).isSameAs(job);
    assertThat(hashing.next()).isNull();
    return job;
  }

  private static String sha256(String text) throws Exception {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(US_ASCII)));
  }
}
