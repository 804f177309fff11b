package io.github.lanewise.sample.logs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.sample.RunningServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A client that is not listened to must not fill the server's memory. */
class LogBackPressureTests extends RunningServer {

  private static final int RECORD_BYTES = 8;

  /** 64 MB of records would be answered by a gigabyte. */
  private static final int RECORDS = 8_000_000;

  /** The server's buffers of the socket hold some megabytes; far less than there is to send. */
  private static final long MUCH = 24_000_000;

  @Test
  void aClientThatReadsNoAnswersIsNotReadFrom() throws Exception {
    try (SocketChannel client = open()) {
      client.configureBlocking(false);
      long sent = sendUntilStalled(client);
      assertThat(sent).isLessThan(MUCH);

      client.configureBlocking(true);
      BufferedReader answers = new BufferedReader(Channels.newReader(client, US_ASCII));
      long some = Math.min(20_000, sent / RECORD_BYTES);
      try (Stream<String> lines = answers.lines()) {
        assertThat(lines.filter(line -> line.contains("\"line\"")).limit(some).count())
            .isEqualTo(some);
      }
    }
  }

  private SocketChannel open() throws IOException {
    SocketChannel client = SocketChannel.open();
    client.setOption(StandardSocketOptions.SO_RCVBUF, 65_536);
    client.setOption(StandardSocketOptions.SO_SNDBUF, 65_536);
    client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port()));
    client.write(
        US_ASCII.encode(
            "POST /logs HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
                .formatted(RECORDS * RECORD_BYTES)));
    return client;
  }

  /** Stalled: for two seconds the socket took nothing. */
  private static long sendUntilStalled(SocketChannel client) throws Exception {
    long sent = 0;
    long last = System.nanoTime();
    ByteBuffer records = ByteBuffer.allocate(0);
    while (sent < MUCH && System.nanoTime() - last < TimeUnit.SECONDS.toNanos(2)) {
      if (!records.hasRemaining()) {
        records = someRecords((int) (sent / RECORD_BYTES));
      }
      int written = client.write(records);
      sent += written;
      if (written == 0) {
        Thread.sleep(10);
      } else {
        last = System.nanoTime();
      }
    }
    return sent;
  }

  private static ByteBuffer someRecords(int from) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < from + 1_000; i++) {
      text.append("%07d\n".formatted(i % 10_000_000));
    }
    return US_ASCII.encode(text.toString());
  }
}
