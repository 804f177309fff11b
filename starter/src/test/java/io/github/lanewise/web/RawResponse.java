package io.github.lanewise.web;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A response of HTTP/1.1 as it comes over the wire, which no client has decoded or given up.
 *
 * @param headers by lower-case name
 * @param isComplete whether it ended as its framing says
 * @param trailers by lower-case name
 */
record RawResponse(
    int status,
    Map<String, String> headers,
    Bytes body,
    boolean isComplete,
    Map<String, String> trailers) {

  /** An array in a record is not equal to its like. */
  private static final class Bytes {
    private final byte[] bytes;

    Bytes(byte[] bytes) {
      this.bytes = bytes;
    }
  }

  static RawResponse get(int port, String path, String... fields) throws IOException {
    try (Socket socket = new Socket("localhost", port)) {
      socket.setSoTimeout((int) WebServer.LIMIT.toMillis());
      StringBuilder request = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n");
      for (String field : fields) {
        request.append(field).append("\r\n");
      }
      socket
          .getOutputStream()
          .write(request.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
      return read(new DataInputStream(socket.getInputStream()));
    }
  }

  private static RawResponse read(DataInputStream in) throws IOException {
    int status = Integer.parseInt(line(in).substring(9, 12));
    Map<String, String> headers = fields(in);
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    Map<String, String> trailers = Map.of();
    boolean complete = true;
    try {
      if ("chunked".equals(headers.get("transfer-encoding"))) {
        for (int size = chunk(in); size > 0; size = chunk(in)) {
          content.writeBytes(in.readNBytes(size));
          line(in);
        }
        trailers = fields(in);
      } else {
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        content.writeBytes(in.readNBytes(length));
        complete = content.size() == length;
      }
    } catch (EOFException e) {
      complete = false;
    }
    return new RawResponse(status, headers, new Bytes(content.toByteArray()), complete, trailers);
  }

  private static int chunk(DataInputStream in) throws IOException {
    return Integer.parseInt(line(in), 16);
  }

  private static Map<String, String> fields(DataInputStream in) throws IOException {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      fields.merge(
          line.substring(0, colon).toLowerCase(Locale.ROOT),
          line.substring(colon + 1).strip(),
          (a, b) -> a + ", " + b);
    }
    return fields;
  }

  private static String line(DataInputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    int c;
    while ((c = in.readUnsignedByte()) != '\n') {
      line.append((char) c);
    }
    return line.toString().strip();
  }

  byte[] content() {
    return body.bytes;
  }

  String text() {
    return new String(body.bytes, StandardCharsets.UTF_8);
  }

  /** Content-Digest, in the head or behind the body. */
  @Nullable String digest() {
    String head = headers.get("content-digest");
    return head == null ? trailers.get("content-digest") : head;
  }
}
