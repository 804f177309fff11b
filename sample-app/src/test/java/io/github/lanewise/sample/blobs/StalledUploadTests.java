package io.github.lanewise.sample.blobs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.sample.RunningServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.test.context.TestPropertySource;

@ExtendWith(OutputCaptureExtension.class)
@TestPropertySource(properties = "lanewise.sample.upload-timeout=300ms")
class StalledUploadTests extends RunningServer {

  @Autowired private HashingPipeline pipeline;

  @Test
  void anUploadThatBringsNothingIsEnded(CapturedOutput output) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket.setSoTimeout(Math.toIntExact(LIMIT.toMillis()));
      socket
          .getOutputStream()
          .write(
              "POST /blobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf"
                  .getBytes(US_ASCII));
      assertThat(untilItEnds(socket)).doesNotContain("address");
    }
    await().atMost(LIMIT).untilAsserted(() -> assertThat(unfinishedUploads()).isEmpty());
    await().atMost(LIMIT).until(() -> pipeline.statistics().openStreams() == 0);
    assertThat(storedBlobs()).isEmpty();
    assertThat(output).doesNotContain("ERROR");
  }

  private static String untilItEnds(Socket socket) throws IOException {
    try {
      return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    } catch (SocketException reset) {
      return "";
    }
  }
}
