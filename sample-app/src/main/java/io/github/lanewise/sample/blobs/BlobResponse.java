package io.github.lanewise.sample.blobs;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Answers a request for a blob: preconditions first, then ranges (RFC 9110 §13.2.2), and says that
 * what an address names never changes.
 */
final class BlobResponse {

  private static final String IMMUTABLE = "max-age=31536000, immutable";

  private BlobResponse() {}

  static Mono<Void> write(ServerWebExchange exchange, BlobContent blob) {
    ServerHttpRequest request = exchange.getRequest();
    ServerHttpResponse response = exchange.getResponse();
    String entityTag = '"' + blob.address().contentAddress() + '"';
    HttpHeaders headers = response.getHeaders();
    headers.setETag(entityTag);
    headers.setCacheControl(IMMUTABLE);
    headers.set(HttpHeaders.ACCEPT_RANGES, "bytes");
    headers.set("X-Content-Type-Options", "nosniff");
    if (DigestFields.wantsSha256(request.getHeaders().getOrEmpty(DigestFields.WANT_REPR_DIGEST))) {
      headers.set(DigestFields.REPR_DIGEST, DigestFields.of(blob.digest()));
    }
    HttpStatus instead = Preconditions.evaluate(request.getHeaders(), entityTag);
    if (instead == HttpStatus.PRECONDITION_FAILED) {
      throw new ResponseStatusException(
          instead, "If-Match must name " + entityTag + ", the one version that is here");
    }
    if (instead != null) {
      response.setStatusCode(instead);
      return response.setComplete();
    }
    if (HttpMethod.HEAD.equals(request.getMethod())) {
      describe(headers, MediaType.APPLICATION_OCTET_STREAM, blob.size());
      return response.setComplete();
    }
    return body(request, response, entityTag, blob);
  }

  private static Mono<Void> body(
      ServerHttpRequest request, ServerHttpResponse response, String entityTag, BlobContent blob) {
    List<ByteRange> ranges =
        Optional.ofNullable(request.getHeaders().getFirst(HttpHeaders.RANGE))
            .filter(header -> Preconditions.rangeApplies(request.getHeaders(), entityTag))
            .flatMap(header -> ByteRange.parse(header, blob.size()))
            .orElse(null);
    HttpHeaders headers = response.getHeaders();
    if (ranges == null) {
      describe(headers, MediaType.APPLICATION_OCTET_STREAM, blob.size());
      return blob.send(response, 0, blob.size());
    }
    if (ranges.isEmpty()) {
      throw unsatisfiable(blob.size());
    }
    response.setStatusCode(HttpStatus.PARTIAL_CONTENT);
    if (ranges.size() == 1) {
      ByteRange range = ranges.getFirst();
      describe(headers, MediaType.APPLICATION_OCTET_STREAM, range.count());
      headers.set(HttpHeaders.CONTENT_RANGE, range.contentRange(blob.size()));
      return blob.send(response, range.first(), range.count());
    }
    return multipart(response, ranges, blob);
  }

  private static void describe(HttpHeaders headers, MediaType type, long length) {
    headers.setContentType(type);
    headers.setContentLength(length);
  }

  /** RFC 9110 §14.6: each part with its range, between boundaries. */
  private static Mono<Void> multipart(
      ServerHttpResponse response, List<ByteRange> ranges, BlobContent blob) {
    String boundary = Long.toHexString(ThreadLocalRandom.current().nextLong());
    byte[] end = ("\r\n--" + boundary + "--\r\n").getBytes(US_ASCII);
    List<byte[]> heads =
        ranges.stream().map(range -> head(boundary, range.contentRange(blob.size()))).toList();
    long length =
        end.length
            + heads.stream().mapToLong(head -> head.length).sum()
            + ranges.stream().mapToLong(ByteRange::count).sum();
    describe(
        response.getHeaders(),
        MediaType.parseMediaType("multipart/byteranges; boundary=" + boundary),
        length);
    return response.writeWith(
        Flux.range(0, ranges.size())
            .concatMap(
                i ->
                    Flux.concat(
                        Mono.just(wrap(heads.get(i))),
                        blob.read(ranges.get(i).first(), ranges.get(i).count())),
                1)
            .concatWith(Mono.just(wrap(end))));
  }

  private static byte[] head(String boundary, String contentRange) {
    return ("\r\n--%s\r\nContent-Type: application/octet-stream\r\nContent-Range: %s\r\n\r\n"
            .formatted(boundary, contentRange))
        .getBytes(US_ASCII);
  }

  /** On the heap: nobody has to release it. */
  private static DataBuffer wrap(byte[] bytes) {
    return DefaultDataBufferFactory.sharedInstance.wrap(bytes);
  }

  private static ErrorResponseException unsatisfiable(long size) {
    ErrorResponseException exception =
        new ErrorResponseException(HttpStatus.REQUESTED_RANGE_NOT_SATISFIABLE);
    exception.setDetail("a range must begin within the blob's %d bytes".formatted(size));
    exception.setType(URI.create("about:blank"));
    exception.getHeaders().set(HttpHeaders.CONTENT_RANGE, "bytes */" + size);
    return exception;
  }
}
