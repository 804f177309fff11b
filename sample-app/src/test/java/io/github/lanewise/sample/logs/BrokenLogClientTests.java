package io.github.lanewise.sample.logs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.sample.RunningServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A stream that outlives its connection would keep its records and its place for ever. */
@ExtendWith(OutputCaptureExtension.class)
class BrokenLogClientTests extends RunningServer {

  private static final int CLIENTS = 40;

  @Autowired private HashingPipeline pipeline;

  /**
   * Each phase of a request, with more of the body to come and without: no record, half of one, one
   * answer's worth, and more answers than the socket takes. Linger is -1 for an orderly end, 0 for
   * a reset; nobody reads a byte.
   */
  @ParameterizedTest
  @CsvSource({
    "0, 100, -1",
    "0, 100, 0",
    "1, 100, -1",
    "1, 100, 0",
    "2, 100, -1",
    "2, 100, 0",
    "2, 2, -1",
    "2, 2, 0",
    "2000, 2000, -1",
    "2000, 2000, 0",
    "100000, 1000000, -1",
    "100000, 1000000, 0",
  })
  void noStreamOutlivesItsConnection(
      int sent, int contentLength, int linger, CapturedOutput output) {
    byte[] body = "a\n".repeat((sent + 1) / 2).substring(0, sent).getBytes(US_ASCII);
    for (int i = 0; i < CLIENTS; i++) {
      breakOff(body, contentLength, linger, i);
    }
    await().atMost(LIMIT).until(() -> pipeline.statistics().openStreams() == 0);
    assertThat(output).doesNotContain("ERROR");
  }

  /** One listener more for each request would be a leak that grows with a connection's age. */
  @Test
  void aConnectionThatStaysIsUsedAgain() {
    for (int i = 0; i < 20; i++) {
      assertThat(post("/logs", "again\n".getBytes(US_ASCII)).statusCode()).isEqualTo(200);
    }
    await().atMost(LIMIT).until(() -> pipeline.statistics().openStreams() == 0);
  }

  /** Every second client goes at once, the others when the server has begun to hash. */
  private void breakOff(byte[] body, int contentLength, int linger, int client) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket.setSoLinger(linger >= 0, Math.max(0, linger));
      socket
          .getOutputStream()
          .write(
              "POST /logs HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
                  .formatted(contentLength)
                  .getBytes(US_ASCII));
      socket.getOutputStream().write(body);
      socket.getOutputStream().flush();
      for (int spin = 0; client % 2 == 1 && spin < client * 10_000; spin++) {
        Thread.onSpinWait();
      }
    } catch (SocketException reset) {
      // The server may have broken off first, which is as good an end as any.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
