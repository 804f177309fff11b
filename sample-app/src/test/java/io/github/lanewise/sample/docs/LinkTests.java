package io.github.lanewise.sample.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Links within the documentation lead somewhere, and to every page. */
class LinkTests {

  private final Map<Path, Page> pages =
      Page.all().stream().collect(Collectors.toMap(Page::path, Function.identity()));

  @Test
  void everyLinkLeadsToAFileAndAHeading() {
    for (Page page : pages.values()) {
      for (String link : internal(page)) {
        Path target = target(page, link);
        assertThat(target).as("%s links to %s", page, link).exists();
        Page other = pages.get(target);
        int anchor = link.indexOf('#');
        if (anchor >= 0 && other != null) {
          assertThat(other.anchors())
              .as("%s links to %s", page, link)
              .contains(link.substring(anchor + 1));
        }
      }
    }
  }

  @Test
  void everyPageIsReachedFromTheTableOfContents() {
    Deque<Path> open = new ArrayDeque<>(List.of(Page.ROOT.resolve("docs/README.md")));
    Set<Path> reached = new HashSet<>(open);
    while (!open.isEmpty()) {
      Page page = pages.get(open.pop());
      if (page == null) {
        continue; // a picture, say
      }
      for (String link : internal(page)) {
        Path target = target(page, link);
        if (Files.isDirectory(target)) {
          // A folder's link shows its pages.
          pages.keySet().stream()
              .filter(each -> each.startsWith(target))
              .filter(reached::add)
              .forEach(open::push);
        } else if (reached.add(target)) {
          open.push(target);
        }
      }
    }
    assertThat(reached).containsAll(pages.keySet());
  }

  private static List<String> internal(Page page) {
    return page.links().stream().filter(link -> !link.matches("[a-z]+:.*")).toList();
  }

  private static Path target(Page page, String link) {
    String file = link.replaceFirst("#.*", "");
    return file.isEmpty() ? page.path() : page.path().resolveSibling(file).normalize();
  }
}
