package io.github.lanewise.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.pipeline.HashingPipeline;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.io.ClassPathResource;

/**
 * What an IDE completes, and that the reference says the same. The processor writes nothing, and
 * says nothing, when the build no longer finds it.
 */
class ConfigurationMetadataTests {

  private static final Path DOCS = Path.of("..", "docs");

  /** {@code | `name` | `default` | meaning |}; where there is no default, empty or words. */
  private static final Pattern PROPERTY_ROW =
      Pattern.compile("(?m)^\\| `((?:lanewise|management)\\.[a-z0-9.-]+)` \\|([^|]*)\\| .+\\|$");

  /** What stands there in the table of meters. */
  private static final Pattern METER = Pattern.compile("(counter|gauge|timer|long task timer)s?");

  /** {@code | `Type` | `name`, `name` |}. */
  private static final Pattern TYPE_ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| (`[^|]+`) \\|$");

  private final Map<String, Object> metadata;

  ConfigurationMetadataTests() throws IOException {
    metadata =
        JsonParserFactory.getJsonParser()
            .parseMap(
                new ClassPathResource("META-INF/spring-configuration-metadata.json")
                    .getContentAsString(StandardCharsets.UTF_8));
  }

  @Test
  void everyPropertyHasATypeAndADescriptionThatIsASentence() {
    List<Map<String, Object>> properties = entries("properties");
    assertThat(properties).hasSizeGreaterThanOrEqualTo(14);
    assertThat(properties)
        .allSatisfy(
            property -> {
              assertThat(property).containsKey("type");
              assertThat(String.valueOf(property.get("description")))
                  .as("description of %s", property.get("name"))
                  .endsWith(".")
                  .hasSizeGreaterThan(20);
            });
  }

  @Test
  void theReferenceHasEveryPropertyWithItsDefault() throws IOException {
    Map<String, String> told = new TreeMap<>();
    Matcher row = PROPERTY_ROW.matcher(docs());
    while (row.find()) {
      String name = row.group(1);
      String cell = row.group(2).trim();
      if (!name.startsWith("lanewise.sample.") && !METER.matcher(cell).matches()) {
        String value = cell.matches("`[^`]*`") ? cell.substring(1, cell.length() - 1) : "";
        assertThat(told.getOrDefault(name, value)).as("every default of %s", name).isEqualTo(value);
        told.put(name, value);
      }
    }
    Map<String, String> known = new TreeMap<>();
    for (Map<String, Object> property : entries("properties")) {
      known.put(name(property), text(property.get("defaultValue")));
    }
    assertThat(told).isEqualTo(known);
  }

  @Test
  void theReferenceHasEveryPropertyUnderItsType() throws IOException {
    Map<String, String> told = new TreeMap<>();
    Matcher row = TYPE_ROW.matcher(docs());
    while (row.find()) {
      for (String name : row.group(2).replace("`", "").split(",\\s*")) {
        told.put(name, row.group(1));
      }
    }
    Map<String, String> known = new TreeMap<>();
    for (Map<String, Object> property : entries("properties")) {
      known.put(name(property), simpleType(String.valueOf(property.get("type"))));
    }
    assertThat(told).isEqualTo(known);
  }

  @Test
  void whatHasNamesIsOfferedWithThem() {
    List<String> withHints = entries("hints").stream().map(hint -> name(hint)).toList();
    assertThat(withHints)
        .contains(
            "lanewise.engine",
            "lanewise.calibration",
            "lanewise.signing.private-key",
            "lanewise.signing.scheme");
    List<Object> engines =
        entries("hints").stream()
            .filter(hint -> name(hint).equals("lanewise.engine"))
            .flatMap(hint -> list(hint.get("values")).stream())
            .map(value -> value.get("value"))
            .toList();
    assertThat(engines).containsExactlyInAnyOrderElementsOf(HashingPipeline.ENGINES);
  }

  /** All pages: a part of the starter may have one of its own. */
  private static String docs() throws IOException {
    StringBuilder text = new StringBuilder();
    try (DirectoryStream<Path> pages = Files.newDirectoryStream(DOCS, "*.md")) {
      for (Path page : pages) {
        text.append(Files.readString(page)).append('\n');
      }
    }
    return text.toString();
  }

  private List<Map<String, Object>> entries(String section) {
    return list(metadata.get(section));
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> list(@Nullable Object entries) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (Object entry : (List<?>) Objects.requireNonNull(entries)) {
      list.add((Map<String, Object>) entry);
    }
    return list;
  }

  private static String name(Map<String, Object> entry) {
    return String.valueOf(entry.get("name"));
  }

  /** A list of nothing is no default to a reader. */
  private static String text(@Nullable Object value) {
    return value == null || value.equals(List.of()) ? "" : value.toString();
  }

  private static String simpleType(String type) {
    String raw = type.replaceAll("<.*", "");
    return raw.substring(Math.max(raw.lastIndexOf('.'), raw.lastIndexOf('$')) + 1);
  }
}
