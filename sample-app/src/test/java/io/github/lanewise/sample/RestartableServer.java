package io.github.lanewise.sample;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The service on a store that outlives it, for tests of what a restart finds. */
public final class RestartableServer implements AutoCloseable {

  private final ConfigurableApplicationContext context;
  private final int port;
  private final HttpClient client = HttpClient.newHttpClient();

  /**
   * Starts it.
   *
   * @param options as on the command line
   */
  public RestartableServer(Path store, String... options) {
    StoreKeys.giveTo(store);
    context =
        SpringApplication.run(
            LanewiseSampleApplication.class,
            Stream.concat(
                    Stream.of(
                        "--server.port=0",
                        "--lanewise.sample.store=" + store,
                        "--lanewise.sample.logs.window-wait=100ms",
                        // Netty's threads would wait for two seconds for more to do.
                        "--spring.reactor.netty.shutdown-quiet-period=0s"),
                    Arrays.stream(options))
                .toArray(String[]::new));
    port =
        Integer.parseInt(String.valueOf(context.getEnvironment().getProperty("local.server.port")));
  }

  /** The port that it listens on. */
  public int port() {
    return port;
  }

  /** A bean of it. */
  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  /** A request to it. */
  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
        .timeout(Duration.ofSeconds(30));
  }

  /** Its answer. */
  public HttpResponse<byte[]> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  /** Its answer to a GET. */
  public HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
    return send(request(path).GET());
  }

  /** Its answer to a POST. */
  public HttpResponse<byte[]> post(String path, byte[] body)
      throws IOException, InterruptedException {
    return send(request(path).POST(BodyPublishers.ofByteArray(body)));
  }

  /** Stops it in order. */
  @Override
  public void close() {
    client.close();
    context.close();
  }
}
