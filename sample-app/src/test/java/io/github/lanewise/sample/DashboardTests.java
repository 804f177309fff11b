package io.github.lanewise.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the dashboard asks for is what Prometheus finds here. */
class DashboardTests extends RunningServer {

  private static final Path DASHBOARD = Path.of("..", "docs", "dashboards", "lanewise.json");
  private static final Path REFERENCE = Path.of("..", "docs", "reference.md");

  /** Prometheus adds these itself when it scrapes. */
  private static final Set<String> LABELS_OF_PROMETHEUS = Set.of("instance", "job");

  private static final Pattern SAMPLE =
      Pattern.compile("(?m)^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? \\S+$");
  private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"");
  private static final Pattern METRIC = Pattern.compile("\\b(lanewise_[a-z0-9_]+)(\\{[^}]*})?");
  private static final Pattern MATCHED =
      Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)\\s*(?:=~|!~|!=|=)");
  private static final Pattern GROUPED = Pattern.compile("\\b(?:by|without)\\s*\\(([^)]*)\\)");

  @Test
  void everyPanelAsksForMetricsAndLabelsThatAreThere() throws IOException {
    Map<String, Set<String>> scraped = scrapeAfterUploads();
    List<String> expressions = expressions();
    assertThat(expressions).hasSizeGreaterThan(12);
    for (String expression : expressions) {
      Matcher metric = METRIC.matcher(expression);
      Set<String> labels = new HashSet<>();
      boolean any = false;
      while (metric.find()) {
        any = true;
        String name = metric.group(1);
        assertThat(scraped).as("%s", expression).containsKey(name);
        labels.addAll(scraped.getOrDefault(name, Set.of()));
        if (metric.group(2) != null) {
          assertThat(labels).as("%s", expression).containsAll(ours(MATCHED, metric.group(2)));
        }
      }
      assertThat(any).as("%s asks for a metric of ours", expression).isTrue();
      Matcher grouped = GROUPED.matcher(expression);
      while (grouped.find()) {
        Set<String> by = new HashSet<>(List.of(grouped.group(1).trim().split("\\s*,\\s*")));
        // The bounds of a histogram's buckets; the scrape has them on each.
        by.removeAll(LABELS_OF_PROMETHEUS);
        assertThat(labels).as("%s", expression).containsAll(by);
      }
    }
  }

  @Test
  void everyMeterThatIsThereIsInTheReferenceAndTheOtherWayRound() throws IOException {
    scrapeAfterUploads();
    Set<String> told = new HashSet<>();
    Matcher row =
        Pattern.compile(
                "(?m)^\\| (`lanewise\\.[a-z.]+`(?:, `lanewise\\.[a-z.]+`)*) \\| (?:counter|gauge|timer|long task timer)s? \\|")
            .matcher(Files.readString(REFERENCE));
    while (row.find()) {
      told.addAll(List.of(row.group(1).replace("`", "").split(", ")));
    }
    Set<String> known = new HashSet<>();
    for (JsonNode name : json(get("/actuator/metrics")).at("/names")) {
      if (name.asString().startsWith("lanewise.")) {
        known.add(name.asString());
      }
    }
    assertThat(told).isEqualTo(known);
  }

  private Map<String, Set<String>> scrapeAfterUploads() {
    for (int seed = 80; seed < 84; seed++) {
      assertThat(post("/blobs", randomBytes(seed, 50_000 + seed)).statusCode()).isLessThan(300);
    }
    post("/logs", "one\ntwo\none\n".getBytes(StandardCharsets.US_ASCII));
    String text = new String(get("/actuator/prometheus").body(), StandardCharsets.UTF_8);
    Map<String, Set<String>> scraped = new HashMap<>();
    Matcher sample = SAMPLE.matcher(text);
    while (sample.find()) {
      Set<String> labels = scraped.computeIfAbsent(sample.group(1), name -> new HashSet<>());
      if (sample.group(2) != null) {
        Matcher label = LABEL.matcher(sample.group(2));
        while (label.find()) {
          labels.add(label.group(1));
        }
      }
    }
    assertThat(scraped).containsKey("lanewise_bytes_total");
    return scraped;
  }

  private static List<String> expressions() throws IOException {
    List<String> expressions = new ArrayList<>();
    collect(json(Files.readString(DASHBOARD)), expressions);
    return expressions;
  }

  private static void collect(JsonNode node, List<String> expressions) {
    if (node.has("expr")) {
      expressions.add(node.get("expr").asString());
    }
    node.forEach(child -> collect(child, expressions));
  }

  private static Set<String> ours(Pattern pattern, String text) {
    Set<String> names = new HashSet<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    names.removeAll(LABELS_OF_PROMETHEUS);
    return names;
  }
}
