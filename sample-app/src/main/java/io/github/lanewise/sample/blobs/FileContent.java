package io.github.lanewise.sample.blobs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.sample.FileThreads;
import java.nio.file.Path;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.ZeroCopyHttpOutputMessage;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A blob in a file of its own. */
record FileContent(Sha256Digest address, Path file, long size, FileThreads threads)
    implements BlobContent {

  @Override
  public Sha256Digest digest() {
    return address;
  }

  @Override
  public Flux<DataBuffer> read(long position, long count) {
    return threads.read(file, position, count);
  }

  /** Where the server allows it, the kernel moves the bytes from the file to the socket. */
  @Override
  public Mono<Void> send(ServerHttpResponse response, long position, long count) {
    return response instanceof ZeroCopyHttpOutputMessage zeroCopy
        ? zeroCopy.writeWith(file, position, count)
        : BlobContent.super.send(response, position, count);
  }
}
