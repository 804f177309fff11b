package io.github.lanewise.sample.blobs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.lanewise.sample.RunningServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Buffers are looked after by the leak detector that every class with a server carries. */
@ExtendWith(OutputCaptureExtension.class)
class BrokenUploadTests extends RunningServer {

  /** Seconds that a closed socket lingers: -1 for an orderly end, 0 for a reset. */
  @ParameterizedTest
  @ValueSource(ints = {-1, 0})
  void aConnectionThatBreaksLeavesNoFile(int linger, CapturedOutput output) throws IOException {
    List<Path> before = storedBlobs();
    Socket socket = halfAnUpload(linger);
    awaitUploads(1);
    socket.close();
    awaitUploads(0);
    assertThat(storedBlobs()).isEqualTo(before);
    assertThat(output).doesNotContain("ERROR");
  }

  @Test
  void manyConnectionsThatBreakAtOnceLeaveNoFile() throws IOException {
    List<Path> before = storedBlobs();
    List<Socket> sockets = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      sockets.add(halfAnUpload(i % 2 - 1));
    }
    awaitUploads(32);
    for (Socket socket : sockets) {
      socket.close();
    }
    awaitUploads(0);
    assertThat(storedBlobs()).isEqualTo(before);
  }

  private Socket halfAnUpload(int linger) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port());
    socket.setSoLinger(linger >= 0, Math.max(0, linger));
    socket
        .getOutputStream()
        .write(
            "POST /blobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n"
                .getBytes(US_ASCII));
    socket.getOutputStream().write(randomBytes(3, 1_000_000));
    socket.getOutputStream().flush();
    return socket;
  }

  private void awaitUploads(int count) {
    await().atMost(LIMIT).untilAsserted(() -> assertThat(unfinishedUploads()).hasSize(count));
  }
}
