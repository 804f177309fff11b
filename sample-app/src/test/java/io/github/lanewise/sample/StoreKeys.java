package io.github.lanewise.sample;

import io.github.lanewise.sample.keys.KeyFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The keys of stores, made once for all tests, since to find the primes takes seconds. Stores that
 * are not given them make their own, as those of {@link ServerProcess} do.
 */
public final class StoreKeys {

  private static final List<String> NAMES = List.of("signing-key.pem", "log-signing-key.pem");

  private StoreKeys() {}

  private static final class Made {

    static final Path FOLDER = make();

    private static Path make() {
      try {
        Path folder = Files.createTempDirectory("lanewise-keys");
        folder.toFile().deleteOnExit();
        for (String name : NAMES) {
          Path file = folder.resolve(name);
          new KeyFile(file).readOrCreate();
          file.toFile().deleteOnExit();
        }
        return folder;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Puts them into a store that has no keys, and has not had any. */
  public static void giveTo(Path store) {
    Path keys = store.resolve("keys");
    if (Files.exists(keys)) {
      return;
    }
    try {
      Files.createDirectories(keys);
      for (String name : NAMES) {
        Files.copy(
            Made.FOLDER.resolve(name), keys.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
