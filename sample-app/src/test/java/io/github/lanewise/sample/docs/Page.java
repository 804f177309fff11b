package io.github.lanewise.sample.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A page of the documentation: its fenced blocks, headings and links. */
final class Page {

  /** The repository, as seen from the module in which tests run. */
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final String FENCE = "```";
  private static final Pattern REASON = Pattern.compile("<!-- not (?:run|compiled): (.*) -->");
  private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*)");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^()\\s]+)\\)");

  private final Path path;
  private final List<FencedBlock> blocks = new ArrayList<>();
  private final Set<String> anchors = new TreeSet<>();
  private final List<String> links = new ArrayList<>();

  private Page(Path path) {
    this.path = path;
  }

  /** All pages of the repository, in the order of their names. */
  static List<Page> all() {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
        Stream<Path> top = Files.list(ROOT)) {
      return Stream.concat(top, docs)
          .filter(path -> path.toString().endsWith(".md"))
          .sorted()
          .map(Page::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Page read(Path path) {
    Page page = new Page(path);
    try {
      page.parse(Files.readAllLines(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return page;
  }

  private void parse(List<String> lines) {
    Map<String, Integer> headings = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.startsWith(FENCE)) {
        i = block(lines, i);
        continue;
      }
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        String anchor = anchor(heading.group(1));
        int before = headings.merge(anchor, 1, Integer::sum) - 1;
        anchors.add(before == 0 ? anchor : anchor + "-" + before);
      }
      Matcher link = LINK.matcher(line.replaceAll("`[^`]*`", ""));
      while (link.find()) {
        links.add(link.group(1));
      }
    }
  }

  /** Reads the block that begins at a line; gives the line that closes it, or its output's. */
  private int block(List<String> lines, int start) {
    int end = end(lines, start);
    String language = lines.get(start).substring(FENCE.length()).strip();
    String output = null;
    int last = end;
    boolean more = end + 2 < lines.size() && lines.get(end + 1).isEmpty();
    if (!language.isEmpty() && more && lines.get(end + 2).equals(FENCE)) {
      last = end(lines, end + 2);
      output = text(lines, end + 2, last);
    }
    blocks.add(
        new FencedBlock(
            start + 1, language, text(lines, start, end), reason(lines, start), output));
    return last;
  }

  private int end(List<String> lines, int start) {
    for (int i = start + 1; i < lines.size(); i++) {
      if (lines.get(i).equals(FENCE)) {
        return i;
      }
    }
    throw new IllegalStateException("%s:%d: a fence must be closed".formatted(path, start + 1));
  }

  private static String text(List<String> lines, int start, int end) {
    return start + 1 == end ? "" : String.join("\n", lines.subList(start + 1, end)) + "\n";
  }

  private static @Nullable String reason(List<String> lines, int start) {
    Matcher reason = REASON.matcher(start == 0 ? "" : lines.get(start - 1));
    return reason.matches() ? reason.group(1) : null;
  }

  /** As GitHub makes it: lower case, punctuation away, hyphens for spaces. */
  private static String anchor(String heading) {
    return heading
        .toLowerCase(Locale.ROOT)
        .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
        .replaceAll("[^\\p{L}\\p{N}\\s_-]", "")
        .replace(' ', '-');
  }

  Path path() {
    return path;
  }

  /** The page's name from the root of the repository. */
  String name() {
    return ROOT.relativize(path).toString().replace('\\', '/');
  }

  List<FencedBlock> blocks() {
    return blocks;
  }

  /** What the headings are called in links. */
  Set<String> anchors() {
    return anchors;
  }

  /** What it links to, but for what stands between backticks or in a fenced block. */
  List<String> links() {
    return links;
  }

  /** The page and line of a block, as an editor finds it. */
  String at(FencedBlock block) {
    return name() + ":" + block.line();
  }

  @Override
  public String toString() {
    return name();
  }
}
