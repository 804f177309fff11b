package io.github.lanewise.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class OccupancyTests extends RunningServer {

  @Autowired private OccupancyReport report;

  @Test
  void theActuatorShowsHowFullTheLanesAre() {
    post("/blobs", randomBytes(5, 100_000));
    double occupancy =
        json(get("/actuator/metrics/lanewise.batch.occupancy"))
            .at("/measurements/0/value")
            .asDouble();
    assertThat(occupancy).isGreaterThan(0).isLessThanOrEqualTo(1);
  }

  @Test
  void theReportTellsWhatIsNew() {
    report.sinceLast();
    post("/blobs", randomBytes(6, 100_000));
    assertThat(report.sinceLast())
        .hasValueSatisfying(line -> assertThat(line).contains("100000 bytes", "occupancy"));
    assertThat(report.sinceLast()).isEmpty();
  }
}
