package io.github.lanewise.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The service on a real port with a store of its own, shared by all classes that extend this one,
 * and a client that knows nothing of Spring or Netty. An answer of the log ends when its last
 * window is signed, and that is full or has waited.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@TestPropertySource(
    properties = {
      "lanewise.sample.logs.window-wait=100ms",
      "spring.reactor.netty.shutdown-quiet-period=0s"
    })
@ExtendWith(NoBufferLeaks.class)
public abstract class RunningServer {

  protected static final Duration LIMIT = Duration.ofSeconds(30);

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final JsonMapper JSON = new JsonMapper();

  @LocalServerPort private int port;
  @Autowired private SampleProperties properties;

  @DynamicPropertySource
  static void useAStoreOfOurOwn(DynamicPropertyRegistry registry) throws IOException {
    Path store = Files.createTempDirectory("lanewise-sample");
    StoreKeys.giveTo(store);
    registry.add("lanewise.sample.store", store::toString);
  }

  protected final int port() {
    return port;
  }

  protected final HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).timeout(LIMIT);
  }

  protected final HttpResponse<byte[]> send(HttpRequest.Builder request) {
    try {
      return CLIENT.send(request.build(), BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  protected final HttpResponse<byte[]> get(String path) {
    return send(request(path).GET());
  }

  protected final HttpResponse<byte[]> post(String path, byte[] body) {
    return send(request(path).POST(BodyPublishers.ofByteArray(body)));
  }

  protected static JsonNode json(HttpResponse<byte[]> response) {
    return JSON.readTree(response.body());
  }

  protected static JsonNode json(String line) {
    return JSON.readTree(line);
  }

  /** The body in pieces whose lengths share no factor with any buffer's, sent chunked. */
  protected static BodyPublisher inOddPieces(byte[] body) {
    List<byte[]> pieces = new ArrayList<>();
    for (int from = 0; from < body.length; from += 7_919) {
      pieces.add(Arrays.copyOfRange(body, from, Math.min(from + 7_919, body.length)));
    }
    return BodyPublishers.ofByteArrays(pieces);
  }

  /** Always the same bytes for a seed, so that a failure can be repeated. */
  protected static byte[] randomBytes(long seed, int size) {
    byte[] bytes = new byte[size];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  /** The address that a body has by the JDK's own SHA-256. */
  public static String address(byte[] body) {
    try {
      return "sha256:"
          + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  protected final List<Path> unfinishedUploads() {
    return filesUnder(properties.store().resolve("tmp"));
  }

  protected final List<Path> storedBlobs() {
    return filesUnder(properties.store().resolve("sha256"));
  }

  private static List<Path> filesUnder(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
