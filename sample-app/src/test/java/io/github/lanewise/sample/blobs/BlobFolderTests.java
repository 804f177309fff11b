package io.github.lanewise.sample.blobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.lanewise.sample.SampleProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;

class BlobFolderTests {

  private final SampleProperties properties;

  BlobFolderTests(@TempDir Path root) {
    properties = new SampleProperties(root, DataSize.ofMegabytes(1), 1, Duration.ofMinutes(1));
  }

  @Test
  void whatACrashLeftIsRemovedAtTheNextStart() throws IOException {
    Path uploads = Files.createDirectories(properties.store().resolve("tmp"));
    Path leftover = Files.writeString(uploads.resolve("upload-1.part"), "half a blo");
    Path foreign = Files.writeString(uploads.resolve("notes.txt"), "not ours");

    new BlobFolder(properties).close();

    assertThat(leftover).doesNotExist();
    assertThat(foreign).exists();
  }

  @Test
  void aStoreInUseIsRefusedWithItsPlace() throws IOException {
    try (BlobFolder first = new BlobFolder(properties)) {
      assertThatIOException()
          .isThrownBy(() -> new BlobFolder(properties).close())
          .withMessageContaining(properties.store().toString());
      assertThat(first.newUpload()).isNotNull();
    }
    new BlobFolder(properties).close();
  }

  /** Made and forced to the disk before the first blob needs one. */
  @Test
  void everyFolderOfBlobsIsThereFromTheStart() throws IOException {
    new BlobFolder(properties).close();
    assertThat(properties.store().resolve("sha256"))
        .isDirectoryContaining("glob:**/00")
        .isDirectoryContaining("glob:**/ff");
    assertThat(properties.store().resolve("sha256").toFile().list()).hasSize(256);
  }

  @Test
  void anUploadOutlivesThatSomebodyTidiesUp() throws IOException {
    try (BlobFolder folder = new BlobFolder(properties)) {
      Files.delete(properties.store().resolve("tmp"));
      assertThat(folder.newUploadFile()).exists();
    }
  }
}
