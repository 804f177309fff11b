package io.github.lanewise.sample.logs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.sample.RunningServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

@ExtendWith(OutputCaptureExtension.class)
class LogRecordsTests extends RunningServer {

  private static final int MEBIBYTE = 1 << 20;

  @Test
  void everyRecordIsAnsweredInOrder() {
    List<String> records = IntStream.range(0, 5_000).mapToObj(i -> "order " + i).toList();
    HttpResponse<byte[]> response =
        post("/logs", records.stream().collect(Collectors.joining("\n")).getBytes(UTF_8));

    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/x-ndjson");
    List<JsonNode> receipts = receipts(response);
    assertThat(receipts).hasSameSizeAs(records);
    for (int i = 0; i < records.size(); i++) {
      assertReceipt(receipts.get(i), i + 1, records.get(i));
    }
  }

  /** A carriage return is of the record, an empty line is one, the last newline starts none. */
  @Test
  void recordsEndAtNewlinesOnly() {
    List<JsonNode> receipts = receipts(post("/logs", "dos\r\n\nunix\n".getBytes(UTF_8)));
    assertThat(receipts).hasSize(3);
    assertReceipt(receipts.get(0), 1, "dos\r");
    assertReceipt(receipts.get(1), 2, "");
    assertReceipt(receipts.get(2), 3, "unix");
  }

  @Test
  void noBodyHasNoRecords() {
    HttpResponse<byte[]> response = post("/logs", new byte[0]);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
  }

  @Test
  void aRecordThatAnyRequestSentBeforeIsADuplicate() {
    assertThat(receipts(post("/logs", "once\ntwice\ntwice\n".getBytes(UTF_8))))
        .extracting(receipt -> receipt.get("duplicate").asBoolean())
        .containsExactly(false, false, true);
    assertThat(receipts(post("/logs", "once\nnever\n".getBytes(UTF_8))))
        .extracting(receipt -> receipt.get("duplicate").asBoolean())
        .containsExactly(true, false);
  }

  @Test
  void aRecordAsLongAsTheLimitIsHashed() {
    assertThat(receipts(post("/logs", new byte[MEBIBYTE])))
        .extracting(receipt -> receipt.get("size").asInt())
        .containsExactly(MEBIBYTE);
  }

  @Test
  void aRecordOverTheLimitIsTooLarge() {
    HttpResponse<byte[]> response = post("/logs", new byte[MEBIBYTE + 1]);
    assertThat(response.statusCode()).isEqualTo(413);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(json(response).get("detail").asString())
        .isEqualTo("a record must have at most 1048576 bytes, line 1 has more");
  }

  @Test
  void theFirstAnswerComesBeforeTheBodyEnds() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket.setSoTimeout(Math.toIntExact(LIMIT.toMillis()));
      BufferedReader answers =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      send(socket, "POST /logs HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
      send(socket, "6\r\nfirst\n\r\n");
      assertReceipt(nextReceipt(answers), 1, "first");
      send(socket, "6\r\nsecond\r\n0\r\n\r\n");
      assertReceipt(nextReceipt(answers), 2, "second");
    }
  }

  /** Netty's end of a chunked body is a chunk of size 0, which a client that counts will miss. */
  @Test
  void aLaterRecordOverTheLimitBreaksTheConnection(CapturedOutput output) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket.setSoTimeout(Math.toIntExact(LIMIT.toMillis()));
      BufferedReader answers =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      send(socket, "POST /logs HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
      send(socket, "6\r\nshort\n\r\n");
      assertReceipt(nextReceipt(answers), 1, "short");
      send(socket, "100001\r\n" + "x".repeat(MEBIBYTE + 1));
      assertThat(answers.lines().toList()).doesNotContain("0");
    }
    assertThat(output).doesNotContain("ERROR");
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(US_ASCII));
    socket.getOutputStream().flush();
  }

  /** Passes over headers and the sizes of chunks. */
  private static JsonNode nextReceipt(BufferedReader answers) throws IOException {
    String line = answers.readLine();
    while (line != null && !line.startsWith("{")) {
      line = answers.readLine();
    }
    assertThat(line).as("a line of JSON before the connection ends").isNotNull();
    return json(String.valueOf(line));
  }

  private static List<JsonNode> receipts(HttpResponse<byte[]> response) {
    assertThat(response.statusCode()).isEqualTo(200);
    return new String(response.body(), UTF_8).lines().map(RunningServer::json).toList();
  }

  private static void assertReceipt(JsonNode receipt, long line, String record) {
    byte[] bytes = record.getBytes(UTF_8);
    assertThat(receipt.get("line").asLong()).isEqualTo(line);
    assertThat(receipt.get("size").asInt()).isEqualTo(bytes.length);
    assertThat(receipt.get("address").asString()).isEqualTo(address(bytes));
  }
}
