package io.github.lanewise.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.pipeline.HashingPipeline;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A service of its own, since it ends. */
class GracefulShutdownTests {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Test
  void aSlowUploadThatIsUnderWayIsStoredAndSignedBeforeTheServiceEnds(@TempDir Path store)
      throws Exception {
    ConfigurableApplicationContext service =
        new SpringApplicationBuilder(LanewiseSampleApplication.class)
            .run(
                "--server.port=0",
                "--lanewise.engine=jdk",
                "--lanewise.sample.store=" + store,
                "--spring.jmx.enabled=false");
    int port =
        Integer.parseInt(String.valueOf(service.getEnvironment().getProperty("local.server.port")));
    byte[] body = RunningServer.randomBytes(90, 200_000);
    try (Socket client = new Socket("localhost", port)) {
      client.setSoTimeout(Math.toIntExact(LIMIT.toMillis()));
      OutputStream out = client.getOutputStream();
      String head =
          "POST /blobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
              .formatted(body.length);
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      out.write(body, 0, 100_000);
      out.flush();
      Thread closing = null;
      try {
        closing = closeOnceUnderWay(service);
        for (int from = 100_000; from < body.length; from += 20_000) {
          out.write(Arrays.copyOfRange(body, from, from + 20_000));
          out.flush();
          Thread.sleep(100);
        }
        String answer = readAll(client.getInputStream());
        assertThat(answer).startsWith("HTTP/1.1 201 ").contains(RunningServer.address(body));
        assertThat(answer).contains("\"signature\":\"");
      } finally {
        if (closing == null) {
          service.close();
        } else {
          assertThat(closing.join(LIMIT)).isTrue();
        }
      }
    }
  }

  private static Thread closeOnceUnderWay(ConfigurableApplicationContext service)
      throws InterruptedException {
    HashingPipeline pipeline = service.getBean(HashingPipeline.class);
    long end = System.nanoTime() + LIMIT.toNanos();
    while (pipeline.statistics().openStreams() == 0 && System.nanoTime() - end < 0) {
      Thread.sleep(10);
    }
    assertThat(pipeline.statistics().openStreams()).isOne();
    return Thread.ofPlatform().start(service::close);
  }

  private static String readAll(InputStream in) throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
  }
}
