package io.github.lanewise.sample.blobs;

import io.github.lanewise.sample.Durable;
import io.github.lanewise.sample.SampleProperties;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.DependsOn;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Unfinished uploads on the disk: {@code uploads/<id>.data} with the bytes, {@code <id>.json} with
 * the state. The state tells how many bytes count; those behind them were written, but not forced,
 * before a crash, and are cut off. All methods block.
 */
@Component
@DependsOn("blobFolder")
class UploadFolder {

  private static final Logger log = LoggerFactory.getLogger(UploadFolder.class);

  private static final String STATE = ".json";
  private static final String DATA = ".data";

  private final Path folder;
  private final JsonMapper json;

  UploadFolder(SampleProperties properties, JsonMapper json) throws IOException {
    this.folder = properties.store().resolve("uploads");
    this.json = json;
    Durable.createDirectories(folder);
  }

  Path data(String id) {
    return folder.resolve(id + DATA);
  }

  private Path state(String id) {
    return folder.resolve(id + STATE);
  }

  /** Makes an upload without bytes; it is on the disk when this returns. */
  void create(String id, UploadState state) throws IOException {
    Files.createFile(data(id));
    save(id, state);
  }

  /** Replaces the state; it is on the disk when this returns. */
  void save(String id, UploadState state) throws IOException {
    Path incomplete = folder.resolve(id + ".part");
    try {
      Files.write(incomplete, json.writeValueAsBytes(state));
      Durable.forceFile(incomplete);
      Files.move(incomplete, state(id), StandardCopyOption.ATOMIC_MOVE);
      Durable.force(folder);
    } finally {
      Files.deleteIfExists(incomplete);
    }
  }

  void remove(String id) throws IOException {
    Files.deleteIfExists(state(id));
    Files.deleteIfExists(data(id));
  }

  /**
   * The uploads that a process before this one has left; what is no upload, and one whose bytes are
   * not all there, is removed.
   */
  Map<String, UploadState> load() throws IOException {
    Map<String, UploadState> uploads = new HashMap<>();
    try (DirectoryStream<Path> states = Files.newDirectoryStream(folder, "*" + STATE)) {
      for (Path file : states) {
        String name = String.valueOf(file.getFileName());
        String id = name.substring(0, name.length() - STATE.length());
        try {
          UploadState state = json.readValue(Files.readAllBytes(file), UploadState.class);
          if (!state.complete()) {
            cut(id, state.offset());
          }
          uploads.put(id, state);
        } catch (IOException | IllegalArgumentException | JacksonException spoilt) {
          log.warn("upload {} must be whole up to its offset, is given up", id, spoilt);
          remove(id);
        }
      }
    }
    try (DirectoryStream<Path> rest = Files.newDirectoryStream(folder, "*.{data,part}")) {
      for (Path file : rest) {
        String name = String.valueOf(file.getFileName());
        if (!uploads.containsKey(name.substring(0, name.lastIndexOf('.')))) {
          Files.delete(file);
        }
      }
    }
    return uploads;
  }

  /** Cuts off what was written behind the bytes that count, and forces those. */
  void cut(String id, long bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(data(id), StandardOpenOption.WRITE)) {
      if (channel.size() < bytes) {
        throw new IOException("%d bytes must be here, are %d".formatted(bytes, channel.size()));
      }
      channel.truncate(bytes);
      channel.force(true);
    }
  }
}
