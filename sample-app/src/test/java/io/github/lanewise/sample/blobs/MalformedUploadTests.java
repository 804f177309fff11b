package io.github.lanewise.sample.blobs;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.lanewise.sample.RunningServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A body whose chunks break the rules of RFC 9112 §7.1 has no end, so it is no blob. */
@ExtendWith(OutputCaptureExtension.class)
class MalformedUploadTests extends RunningServer {

  /**
   * A size that is none, no end of line after the data, a negative size, a trailer with a NUL. Each
   * with a body of its own: one that is stored already would be no new blob.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\r\nZZZ\r\nxx",
        "XX\r\n0\r\n\r\n",
        "\r\n-5\r\nxx",
        "\r\n0\r\n: x\0\r\n\r\n",
      })
  void aMalformedChunkLeavesNoBlobAndNoSignature(String tail, CapturedOutput output)
      throws IOException {
    List<Path> before = storedBlobs();
    String answer = upload(randomBytes(tail.hashCode(), 20_000), tail);
    await().atMost(LIMIT).untilAsserted(() -> assertThat(unfinishedUploads()).isEmpty());
    assertThat(storedBlobs()).isEqualTo(before);
    assertThat(answer).doesNotContain("address", "signature");
    assertThat(output).doesNotContain("ERROR");
  }

  @Test
  void aWellFormedTrailerIsNoObstacle() throws IOException {
    byte[] body = randomBytes(7, 20_000);
    assertThat(upload(body, "\r\n0\r\nX-Checksum: none\r\n\r\n")).contains(address(body));
  }

  /**
   * Sends the tail only when the server writes the body, so that it cannot be refused as a whole.
   */
  private String upload(byte[] body, String tail) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket.setSoTimeout(Math.toIntExact(LIMIT.toMillis()));
      OutputStream out = socket.getOutputStream();
      out.write(
          ("POST /blobs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                  + "Transfer-Encoding: chunked\r\n\r\n%x\r\n".formatted(body.length))
              .getBytes(ISO_8859_1));
      out.write(body);
      out.flush();
      await().atMost(LIMIT).untilAsserted(() -> assertThat(unfinishedUploads()).hasSize(1));
      out.write(tail.getBytes(ISO_8859_1));
      out.flush();
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    } catch (SocketException reset) {
      return "";
    }
  }
}
