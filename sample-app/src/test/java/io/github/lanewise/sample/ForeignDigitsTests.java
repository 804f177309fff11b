package io.github.lanewise.sample;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What is kept and answered is the same where numbers are written with other digits. */
@Isolated
class ForeignDigitsTests {

  private final Locale before = Locale.getDefault();

  @BeforeEach
  void travel() {
    Locale.setDefault(Locale.forLanguageTag("ar-EG"));
    assertThat("%d".formatted(7)).isNotEqualTo("7");
  }

  @AfterEach
  void comeHome() {
    Locale.setDefault(before);
  }

  @Test
  void rangesAndTheFilesOfTheLogHaveDigitsThatAnyMachineReads(@TempDir Path store)
      throws Exception {
    byte[] body = "0123456789".getBytes(US_ASCII);
    String address = RunningServer.address(body);
    try (RestartableServer server = new RestartableServer(store)) {
      assertThat(server.post("/blobs", body).statusCode()).isEqualTo(201);
      HttpResponse<byte[]> one = range(server, address, "bytes=2-4");
      assertThat(one.headers().firstValue("Content-Range")).hasValue("bytes 2-4/10");
      assertThat(one.body()).asString().isEqualTo("234");
      HttpResponse<byte[]> two = range(server, address, "bytes=0-0,8-9");
      assertThat(two.body()).asString().contains("bytes 0-0/10", "bytes 8-9/10");
      assertThat(server.post("/logs", body).statusCode()).isEqualTo(200);
      assertThat(store.resolve("logs").resolve("000000").resolve("000000000.txt")).isRegularFile();
    }
    Locale.setDefault(before);
    try (RestartableServer server = new RestartableServer(store)) {
      assertThat(server.get("/logs/" + address + "/proof").statusCode()).isEqualTo(200);
    }
  }

  private static HttpResponse<byte[]> range(RestartableServer server, String address, String range)
      throws Exception {
    return server.send(server.request("/blobs/" + address).header("Range", range).GET());
  }
}
