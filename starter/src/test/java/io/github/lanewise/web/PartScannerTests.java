package io.github.lanewise.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.lanewise.web.ScannedParts.ScannedPart;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;

/** Bodies cut at every place, examples of the RFCs, and what is no multipart body. */
class PartScannerTests {

  private static final String HEAD = "Content-Disposition: x; name=a\r\n\r\n";

  private final PooledBuffers buffers = new PooledBuffers();
  private final ScannedParts scanned = new ScannedParts(buffers);

  @AfterEach
  void everyBufferIsReleased() {
    assertThat(buffers.held()).isZero();
  }

  private static byte[] bytes(String body) {
    return body.getBytes(UTF_8);
  }

  private static ScannedPart part(String name, String content) {
    return new ScannedPart(name, null, content);
  }

  /**
   * Small bodies with boundary {@code b}, and what is in them. Contents that look like the
   * beginning of a delimiter, and parts of nothing: with a blank line, and as the grammar has it
   * without (RFC 2046 §5.1.1, {@code body-part}).
   */
  static Stream<Arguments> bodies() {
    String closing = "--b--\r\n";
    return Stream.of(
        Arguments.of(closing, List.of()),
        Arguments.of("--b--", List.of()),
        Arguments.of("--b\r\n" + HEAD + "\r\n--b--", List.of(part("a", ""))),
        Arguments.of("--b\r\n" + HEAD + "--b--", List.of(part("a", ""))),
        Arguments.of("--b\r\n" + HEAD + "x\r\n--b--", List.of(part("a", "x"))),
        Arguments.of(
            "--b\r\n" + HEAD + "--c\r\n-\r\n\r\n--\r\r\n--c\r\n--b--",
            List.of(part("a", "--c\r\n-\r\n\r\n--\r\r\n--c"))),
        Arguments.of("--b\r\n" + HEAD + "\r\r\r\n--b--", List.of(part("a", "\r\r"))),
        Arguments.of(
            "--b \t\r\n" + HEAD + "1\r\n--b\t\r\n" + HEAD + "2\r\n--b--  \r\nepilogue\r\n--b\r\n",
            List.of(part("a", "1"), part("a", "2"))),
        Arguments.of(
            "preamble --b--\r\n--c\r\n--b\r\n" + HEAD + "1\r\n--b--", List.of(part("a", "1"))),
        Arguments.of("\r\n--b\r\n" + HEAD + "1\r\n--b--", List.of(part("a", "1"))));
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void aBodyIsTheSameWhereverItIsCut(String body, List<ScannedPart> parts) {
    byte[] bytes = bytes(body);
    for (int first = 0; first <= bytes.length; first++) {
      for (int second = first; second <= bytes.length; second++) {
        assertThat(scanned.scan("b", bytes, first, second))
            .as("%s cut at %d and %d", body, first, second)
            .isEqualTo(parts);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void aBodyIsTheSameByteByByte(String body, List<ScannedPart> parts) {
    byte[] bytes = bytes(body);
    int[] cuts = new int[bytes.length];
    for (int i = 0; i < cuts.length; i++) {
      cuts[i] = i;
    }
    assertThat(scanned.scan("b", bytes, cuts)).isEqualTo(parts);
  }

  /** Of the form of RFC 2046 §5.1.1's example, with the fields that a form has. */
  @Test
  void preambleAndEpilogueAreNoParts() {
    String body =
        """
        This is the preamble.  It is to be ignored, though it
        is a handy place for composition agents to include an
        explanatory note to non-MIME conformant readers.

        --simple boundary
        Content-Disposition: form-data; name=first

        Not the
        end of a line
        --simple boundary
        content-disposition: form-data;
         name="second"
        Content-type: text/plain; charset=us-ascii

        The end of a line

        --simple boundary--

        This is the epilogue.  It is also to be ignored.
        """;
    assertThat(scanned.scan("simple boundary", bytes(body.replace("\n", "\r\n")), 100, 200))
        .containsExactly(
            part("first", "Not the\r\nend of a line"), part("second", "The end of a line\r\n"));
  }

  /**
   * RFC 7578 §4.2 and §5.1.3: names and files' names in UTF-8 as they are, or in RFC 5987's form.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "form-data; name=\"größe\"; filename=\"größe.txt\"",
        "form-data; filename*=UTF-8''gr%C3%B6%C3%9Fe.txt; name=\"größe\"",
      })
  void namesAreRead(String disposition) {
    String body = "--b\r\nContent-Disposition: " + disposition + "\r\n\r\n1\r\n--b--";
    assertThat(scanned.scan("b", bytes(body)))
        .containsExactly(new ScannedPart("größe", "größe.txt", "1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--",
        "--b",
        "--b-",
        "x--b--",
        "\n--b--",
        "--b\r\n",
        "--b\r\n" + HEAD,
        "--b\r\n" + HEAD + "x\r\n--b",
        "--b\r\n" + HEAD + "x\r\n--b\r\n",
        "--b\r\n" + HEAD + "x\n--b--",
      })
  void whatEndsTooSoonIsMalformed(String body) {
    assertThatThrownBy(() -> scanned.scan("b", bytes(body)))
        .isInstanceOf(MalformedMultipartException.class)
        .hasMessageContaining("a multipart body must end with its boundary and '--'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--bc\r\n", "--b-\r\n", "--b\n", "--b\r\r\n", "--b x\r\n", "--b -"})
  void aBoundaryEndsItsLine(String boundary) {
    assertThatThrownBy(() -> scanned.scan("b", bytes(boundary + HEAD + "x\r\n--b--")))
        .isInstanceOf(MalformedMultipartException.class)
        .hasMessageContaining("a boundary must be followed by the end of its line, or by '--'");
  }

  static Stream<Arguments> malformedHeads() {
    String named = "Content-Disposition: form-data; name=\"a\"\r\n";
    return Stream.of(
        Arguments.of("\r\n", "a part must have one Content-Disposition"),
        Arguments.of("Content-Type: text/plain\r\n\r\n", "must have one Content-Disposition"),
        Arguments.of(named + named + "\r\n", "a part must have one Content-Disposition"),
        Arguments.of("Content-Disposition: form-data\r\n\r\n", "must have a name"),
        Arguments.of(
            "Content-Disposition: x; name\r\n\r\n", "must have a valid Content-Disposition"),
        Arguments.of(named + "colon\r\n\r\n", "must be lines of 'name: value'"),
        Arguments.of(named + ": x\r\n\r\n", "must be lines of 'name: value'"),
        Arguments.of(named + "a b: x\r\n\r\n", "must be lines of 'name: value'"),
        Arguments.of(" " + named + "\r\n", "must be lines of 'name: value'"),
        Arguments.of(named + "a: x\ny: z\r\n\r\n", "must have no control characters"),
        Arguments.of(named + "a: x\ry: z\r\n\r\n", "must have no control characters"),
        Arguments.of(named + "a: \0\r\n\r\n", "must have no control characters"),
        Arguments.of(named + "Content-Type: x\r\n\r\n", "must be a media type"),
        Arguments.of(
            named + "Content-Type: text/plain; charset=x\r\n\r\n", "must be a media type"));
  }

  @ParameterizedTest
  @MethodSource("malformedHeads")
  void aMalformedHeadIsRefused(String head, String rule) {
    assertThatThrownBy(() -> scanned.scan("b", bytes("--b\r\n" + head + "x\r\n--b--"), 7))
        .isInstanceOf(MalformedMultipartException.class)
        .hasMessageContaining(rule);
  }

  /** As many bytes as it may have, the blank line included, and one more; at once, and cut. */
  @Test
  void aHeadHasALimit() {
    String filler = "x".repeat(PartScanner.MAX_HEAD_BYTES - HEAD.length() - "a: \r\n".length());
    String allowed = "--b\r\na: " + filler + "\r\n" + HEAD + "1\r\n--b--";
    String tooLong = "--b\r\na: x" + filler + "\r\n" + HEAD + "1\r\n--b--";
    for (int cut : new int[] {0, 3, 100, 10_230}) {
      assertThat(scanned.scan("b", bytes(allowed), cut)).containsExactly(part("a", "1"));
      assertThatThrownBy(() -> scanned.scan("b", bytes(tooLong), cut))
          .isInstanceOf(ContentLimitException.class)
          .hasMessageContaining("the head of a part must have at most 10240 bytes, has more");
    }
  }

  /** Each limit as it just holds, and one less. What looks like a delimiter counts as content. */
  @Test
  void limitsHoldToTheByte() {
    byte[] body =
        bytes("--b\r\n" + HEAD + "\r\n--\r\n--a\r\n--b\r\n" + HEAD + "123456789\r\n--b--\r\n");
    for (int cut = 0; cut < body.length; cut++) {
      int at = cut;
      assertThat(scanned.scan("b", new PartLimits(9, body.length, 2), body, at)).hasSize(2);
      assertThatThrownBy(() -> scanned.scan("b", new PartLimits(8, body.length, 2), body, at))
          .hasMessageContaining("a part must have at most 8 bytes, 'a' has more");
      assertThatThrownBy(() -> scanned.scan("b", new PartLimits(9, body.length - 1, 2), body, at))
          .hasMessageContaining("a multipart body must have at most %d bytes", body.length - 1);
      assertThatThrownBy(() -> scanned.scan("b", new PartLimits(9, body.length, 1), body, at))
          .hasMessageContaining("a multipart body must have at most 1 parts, has more");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "multipart/form-data; boundary=b-1",
        "multipart/form-data; charset=UTF-8; boundary=\"b-1\"",
        "Multipart/Mixed; BOUNDARY=\"b\\-1\"",
      })
  void aBoundaryIsRead(String contentType) {
    assertThat(new String(delimiter(contentType), StandardCharsets.US_ASCII))
        .isEqualTo("\r\n--b-1");
  }

  @Test
  void aBoundaryHasARule() {
    delimiter("multipart/form-data; boundary=" + "b".repeat(70));
    isRefused("multipart/form-data; boundary=" + "b".repeat(71), "must have 1 to 70 characters");
    isRefused("multipart/form-data; boundary=\"\"", "must have 1 to 70 characters, has 0");
    isRefused("multipart/form-data; boundary=\"b \"", "and not end in a space, was 'b '");
    isRefused("multipart/form-data; boundary=\"ß\"", "must be of printable US-ASCII");
    isRefused("multipart/form-data", "must be multipart with a boundary, was multipart/form-data");
    isRefused("text/plain; boundary=b", "must be multipart with a boundary, was text/plain");
    isRefused("multipart", "must be a media type");
    assertThatThrownBy(() -> MultipartBoundary.delimiter(new HttpHeaders()))
        .hasMessageContaining("must be multipart with a boundary, was null");
  }

  private static byte[] delimiter(String contentType) {
    HttpHeaders headers = new HttpHeaders();
    headers.add(HttpHeaders.CONTENT_TYPE, contentType);
    return MultipartBoundary.delimiter(headers);
  }

  private static void isRefused(String contentType, String rule) {
    assertThatThrownBy(() -> delimiter(contentType))
        .isInstanceOf(MalformedMultipartException.class)
        .hasMessageContaining(rule);
  }
}
