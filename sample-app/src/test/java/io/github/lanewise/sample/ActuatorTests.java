package io.github.lanewise.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What an operator sees of the running service, and can do to it. */
class ActuatorTests extends RunningServer {

  @Test
  void theEndpointTellsWhatHashesWhereAndWhy() {
    JsonNode lanewise = json(get("/actuator/lanewise"));
    assertThat(lanewise.at("/engine/name").asString()).isNotBlank();
    assertThat(lanewise.at("/engine/reason").asString()).isNotBlank();
    assertThat(lanewise.at("/engines").size()).isEqualTo(6);
    assertThat(lanewise.at("/engines/0/verdict").asString()).isNotBlank();
    assertThat(lanewise.at("/workers/0/thread").asString()).isEqualTo("lanewise-worker-0");
    assertThat(lanewise.at("/workersAlive").asInt()).isEqualTo(lanewise.at("/workers").size());
    assertThat(lanewise.at("/statistics/messages").isNumber()).isTrue();
    assertThat(lanewise.at("/signing/scheme").asString()).isEqualTo("RSASSA-PKCS1-v1_5");
    assertThat(lanewise.at("/properties/lanewise.sample.store").asString()).isEqualTo("******");
  }

  @Test
  void anEngineIsForcedAndGivenBackToMeasuring() {
    try {
      HttpResponse<byte[]> forced = change("{\"engine\":\"scalar\"}");
      assertThat(forced.statusCode()).isEqualTo(200);
      assertThat(json(forced).at("/engine/reason").asString()).isEqualTo("scalar: forced");
      byte[] body = randomBytes(71, 10_000);
      assertThat(json(post("/blobs", body)).at("/address").asString()).isEqualTo(address(body));
    } finally {
      assertThat(change("{\"engine\":\"auto\"}").statusCode()).isEqualTo(200);
    }
    assertThat(json(get("/actuator/lanewise")).at("/engine/reason").asString())
        .doesNotContain("forced");
  }

  @Test
  void whatCannotBeChangedIsABadRequest() {
    assertThat(change("{\"engine\":\"sha-ni\"}").statusCode()).isEqualTo(400);
    assertThat(change("{\"engine\":\"jdk\",\"recalibrate\":true}").statusCode()).isEqualTo(400);
    assertThat(change("{}").statusCode()).isEqualTo(400);
  }

  @Test
  void theHealthTellsWhetherLanesAreOn() {
    JsonNode health = json(get("/actuator/health"));
    assertThat(health.at("/components/lanewise/status").asString()).isEqualTo("UP");
    assertThat(health.at("/components/lanewise/details/lanes").asString()).matches("(on|off): .+");
    assertThat(health.at("/components/lanewise/details/crossCheck").asString()).isEqualTo("clean");
  }

  @Test
  void theInfoTellsWhatSigns() {
    JsonNode info = json(get("/actuator/info"));
    String keyId = info.at("/lanewise/signing/keyId").asString();
    assertThat(get("/keys/" + keyId + ".pem").statusCode()).isEqualTo(200);
  }

  private HttpResponse<byte[]> change(String json) {
    return send(
        request("/actuator/lanewise")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }
}
