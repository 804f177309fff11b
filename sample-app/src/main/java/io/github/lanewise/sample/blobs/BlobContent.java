package io.github.lanewise.sample.blobs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The bytes behind an address, wherever they lie. */
interface BlobContent {

  /** Under which it was asked for; names these bytes and no others, so it is their entity tag. */
  Sha256Digest address();

  /** The SHA-256 digest of the bytes. */
  Sha256Digest digest();

  /** How many bytes there are. */
  long size();

  /** Bytes from {@code position} on, as they are asked for; the subscriber releases them. */
  Flux<DataBuffer> read(long position, long count);

  /** Sends bytes as the whole body of a response. */
  default Mono<Void> send(ServerHttpResponse response, long position, long count) {
    return response.writeWith(read(position, count));
  }
}
