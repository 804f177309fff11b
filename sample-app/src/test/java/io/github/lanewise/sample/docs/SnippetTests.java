package io.github.lanewise.sample.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;
import org.yaml.snakeyaml.Yaml;

/** Every fenced block of every page is of a kind that something looks at. */
class SnippetTests {

  /** With none: output, a format, a drawing. {@code bash}: a script to be saved. */
  private static final Set<String> LANGUAGES = Set.of("", "sh", "bash", "java", "xml", "yaml");

  /** The frameworks are not among our dependencies. */
  private static final Set<String> OF_OTHERS = Set.of("needs Spark", "needs Flink");

  private static void forEach(String language, BiConsumer<Page, FencedBlock> check) {
    for (Page page : Page.all()) {
      page.blocks().stream()
          .filter(block -> block.language().equals(language))
          .forEach(block -> check.accept(page, block));
    }
  }

  @Test
  void languagesAreThoseThatAreLookedAt() {
    for (Page page : Page.all()) {
      for (FencedBlock block : page.blocks()) {
        assertThat(LANGUAGES).as(page.at(block)).contains(block.language());
      }
    }
  }

  /** So that the test that runs commands finds them by their names. */
  @Test
  void scriptsHaveNames() {
    forEach(
        "bash",
        (page, block) ->
            assertThat(block.text())
                .as(page.at(block))
                .matches("(?s)#!/usr/bin/env bash\n# [a-z-]+ .*"));
  }

  /** What is typed at a prompt would not be seen by the test that runs commands. */
  @Test
  void commandsStandInBlocksForAShell() {
    forEach(
        "",
        (page, block) -> assertThat(block.text().lines()).noneMatch(line -> line.startsWith("$ ")));
  }

  @Test
  void javaStandsInCodeThatIsCompiled() throws IOException {
    String code = bare(sources());
    List<String> seen = new ArrayList<>();
    forEach(
        "java",
        (page, block) -> {
          String reason = block.reason();
          if (reason != null) {
            assertThat(OF_OTHERS).as(page.at(block)).contains(reason);
          } else {
            assertThat(code.contains(bare(block.text())))
                .as("%s: stands in a test's source: %s", page.at(block), block.text())
                .isTrue();
            seen.add(page.name());
          }
        });
    assertThat(seen).hasSizeGreaterThan(10);
  }

  /** Lines are broken otherwise on a page. */
  private static String bare(String code) {
    return code.replaceAll("\\s+", "");
  }

  /** The tests of all modules. */
  private static String sources() throws IOException {
    try (Stream<Path> modules = Files.list(Page.ROOT)) {
      return modules
          .map(module -> module.resolve("src/test/java"))
          .filter(Files::isDirectory)
          .flatMap(SnippetTests::javaFiles)
          .collect(Collectors.joining("\n"));
    }
  }

  private static Stream<String> javaFiles(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(SnippetTests::read)
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void yamlAndXmlCanBeParsed() {
    forEach("yaml", (page, block) -> parseYaml(page, block));
    forEach("xml", (page, block) -> parseXml(page, block));
  }

  private static void parseYaml(Page page, FencedBlock block) {
    Object parsed = new Yaml().load(block.text());
    assertThat(parsed).as(page.at(block)).isNotNull();
  }

  private static void parseXml(Page page, FencedBlock block) {
    try {
      DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader("<page>" + block.text() + "</page>")));
    } catch (Exception e) {
      throw new AssertionError(page.at(block) + ": " + e.getMessage(), e);
    }
  }

  /** The scripts of .ci run more; these say at least that no quote is missing. */
  @Test
  void commandsThatAreNotRunSayWhy() {
    forEach(
        "sh",
        (page, block) -> {
          String reason = block.reason();
          if (reason != null) {
            assertThat(WhyNotRun.holds(reason, block))
                .as("%s: \"%s\" is a reason, and this block's", page.at(block), reason)
                .isTrue();
            assertThat(Shell.isWellFormed(block.text())).as(page.at(block)).isTrue();
          }
        });
  }
}
