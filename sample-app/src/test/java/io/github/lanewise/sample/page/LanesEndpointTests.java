package io.github.lanewise.sample.page;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.sample.RunningServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class LanesEndpointTests extends RunningServer {

  @Test
  void figuresGoOnAndCountWhatWasHashed() throws Exception {
    HttpResponse<InputStream> events = open();
    assertThat(events.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/event-stream");
    assertThat(events.headers().firstValue("Cache-Control")).hasValue("no-store");
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(events.body(), StandardCharsets.UTF_8))) {
      JsonNode first = next(lines);
      assertThat(first.get("engine").asString()).isNotEmpty();
      assertThat(first.get("lanes").asInt()).isPositive();

      post("/blobs", randomBytes(7, 1_000_000));

      long before = first.get("bytes").asLong();
      JsonNode later = next(lines);
      while (later.get("bytes").asLong() < before + 1_000_000) {
        later = next(lines);
      }
      assertThat(later.get("messages").asLong()).isGreaterThan(first.get("messages").asLong());
    }
  }

  /** All get their events at the same moments. Leaks are looked for by the class it extends. */
  @Test
  void clientsThatLeaveWhileAnEventIsWrittenCostNothing() throws Exception {
    for (int round = 0; round < 3; round++) {
      List<Socket> clients = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        Socket client = new Socket("localhost", port());
        client.setSoLinger(true, 0);
        client
            .getOutputStream()
            .write("GET /lanes HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
        clients.add(client);
      }
      InputStream events = clients.getLast().getInputStream();
      while (events.read() != '{') {}
      // The next is written half a second later; so they leave about then, one after the other.
      Thread.sleep(498 + round);
      for (Socket client : clients) {
        client.close();
      }
    }
    assertThat(get("/lanes/calibration").statusCode()).isEqualTo(200);
  }

  private HttpResponse<InputStream> open() throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(request("/lanes").GET().build(), BodyHandlers.ofInputStream());
  }

  private static JsonNode next(BufferedReader lines) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("data:")) {
        return json(line.substring("data:".length()));
      }
    }
    throw new AssertionError("the events have ended");
  }

  @Test
  void theCalibrationTellsOfEveryEngine() {
    JsonNode calibration = json(get("/lanes/calibration"));
    assertThat(calibration.get("description").asString()).isNotBlank();
    assertThat(calibration.get("table").asString()).contains(":1");
    assertThat(calibration.get("engines").size()).isEqualTo(6);
    for (JsonNode engine : calibration.get("engines")) {
      assertThat(engine.get("verdict").asString()).isNotBlank();
      for (JsonNode point : engine.get("points")) {
        assertThat(point.get("ratio").asDouble()).isPositive();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/, text/html",
    "/page.js, text/javascript",
    "/lanes.js, text/javascript",
    "/uploads.js, text/javascript",
    "/page.css, text/css",
    "/icon.svg, image/svg+xml"
  })
  void thePageNeedsNothingFromElsewhere(String path, String type) {
    HttpResponse<byte[]> file = get(path);
    assertThat(file.statusCode()).isEqualTo(200);
    assertThat(file.headers().firstValue("Content-Type").orElseThrow()).startsWith(type);
    String text = new String(file.body(), StandardCharsets.UTF_8);
    // The name of a namespace is not an address that is fetched.
    assertThat(text.replace("http://www.w3.org/2000/svg", ""))
        .doesNotContain("http://", "https://");
  }
}
