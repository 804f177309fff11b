package io.github.lanewise.web;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A multipart body of random parts whose contents are full of what looks like the beginning of its
 * delimiter, and of line ends.
 */
final class RandomParts {

  private final SplittableRandom random;
  private final String boundary;
  private final List<String> contents = new ArrayList<>();

  /**
   * @param maxRun how long a piece without anything that looks like a delimiter is at most
   */
  RandomParts(long seed, int maxRun) {
    this.random = new SplittableRandom(seed);
    this.boundary = letters("ab-'", 1 + random.nextInt(70));
    int parts = 1 + random.nextInt(8);
    for (int i = 0; i < parts; i++) {
      contents.add(content(maxRun));
    }
  }

  private String letters(String from, int length) {
    StringBuilder letters = new StringBuilder();
    for (int i = 0; i < length; i++) {
      letters.append(from.charAt(random.nextInt(from.length())));
    }
    return letters.toString();
  }

  private String content(int maxRun) {
    StringBuilder content = new StringBuilder();
    int pieces = random.nextInt(12);
    for (int i = 0; i < pieces; i++) {
      content.append(piece(maxRun));
    }
    // With its line ends around it no line may begin with the boundary, or the part would end
    // there.
    String lines = "\r\n" + content + delimiter();
    boolean ambiguous = lines.indexOf(delimiter()) < content.length() + 2;
    return ambiguous ? "" : content.toString();
  }

  private String piece(int maxRun) {
    return switch (random.nextInt(6)) {
      case 0 -> "\r";
      case 1 -> "\n";
      case 2 -> "\r\n--";
      case 3, 4 -> delimiter().substring(0, random.nextInt(delimiter().length()));
      default -> letters("xyz\0\r\u00ff", random.nextInt(maxRun));
    };
  }

  private String delimiter() {
    return "\r\n--" + boundary;
  }

  String boundary() {
    return boundary;
  }

  /** Each byte as the character of that number. */
  List<String> contents() {
    return contents;
  }

  static String name(int part) {
    return "part" + part;
  }

  byte[] body() {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < contents.size(); i++) {
      body.append(i == 0 ? delimiter().substring(2) : delimiter())
          .append("\r\nContent-Disposition: form-data; filename=f; name=")
          .append(name(i))
          .append("\r\n\r\n")
          .append(contents.get(i));
    }
    body.append(delimiter()).append("--\r\n");
    return body.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Where the body may be cut: in few places, or in many. */
  int[] cuts(int length) {
    int[] cuts = new int[random.nextInt(random.nextBoolean() ? 4 : length + 1)];
    for (int i = 0; i < cuts.length; i++) {
      cuts[i] = random.nextInt(length + 1);
    }
    Arrays.sort(cuts);
    return cuts;
  }
}
