package io.github.lanewise.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The BOM has no parent that would keep it in step. */
class BomTests {

  private static final Pattern MANAGED =
      Pattern.compile("<artifactId>(lanewise-[a-z-]+)</artifactId>\\s*<version>\\$\\{project");

  @Test
  void itHasTheVersionOfTheBuild() throws IOException {
    assertThat(version(read("bom"))).isEqualTo(version(read(".")));
  }

  @Test
  void itHasEveryModuleThatIsPublished() throws IOException {
    Set<String> published = new HashSet<>();
    for (String module : List.of("kernel", "pipeline", "starter", "starter-test")) {
      published.add(first("</parent>\\s*<artifactId>([^<]+)<", read(module)));
    }
    Set<String> managed = new HashSet<>();
    Matcher matcher = MANAGED.matcher(read("bom"));
    while (matcher.find()) {
      managed.add(matcher.group(1));
    }
    assertThat(managed).isEqualTo(published);
  }

  private static String read(String module) throws IOException {
    return Files.readString(Path.of("..", module, "pom.xml"));
  }

  private static String version(String pom) {
    return first("<version>([^<]+)</version>", pom);
  }

  private static String first(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(pattern).isTrue();
    return matcher.group(1);
  }
}
