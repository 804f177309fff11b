package io.github.lanewise.sample.logs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashedMessage;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.sample.ClientConnection;
import io.github.lanewise.sample.SampleProperties;
import java.util.Arrays;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import tools.jackson.databind.json.JsonMapper;

/** Hashes log records while they arrive. */
@RestController
class LogController {

  /** Records lie on the heap, so there is nothing to give back. */
  private static final BufferAccess<LogRecord> RECORDS =
      BufferAccess.of(record -> record.bytes().duplicate());

  private final HashingPipeline pipeline;
  private final RecentAddresses recent;
  private final JsonMapper json;
  private final int maxRecordBytes;

  LogController(
      HashingPipeline pipeline,
      RecentAddresses recent,
      JsonMapper json,
      SampleProperties properties) {
    this.pipeline = pipeline;
    this.recent = recent;
    this.json = json;
    this.maxRecordBytes = Math.toIntExact(properties.maxRecordSize().toBytes());
  }

  /**
   * Newline-delimited records in, one line of JSON for each out, in order, as it goes: a client
   * that reads no answers is sent none, and its records stay in its socket.
   *
   * <p>A record over the limit is answered by 413 if it comes before the first answer; later, when
   * the status is on its way, the connection breaks.
   *
   * <p>Lines are made on the connection's event loop, to which they have to go anyway: a hashing
   * worker that made them would keep its lanes waiting. What waits for the hop needs no release on
   * a cancel, since records are on the heap.
   *
   * <p>The stream ends with the connection, since WebFlux tells it nothing of an end that comes
   * before the first answer is committed: it has taken that answer by then, requests no other and
   * cancels nothing.
   */
  @PostMapping(path = "/logs", produces = MediaType.APPLICATION_NDJSON_VALUE)
  Flux<DataBuffer> hash(ServerHttpRequest request, ServerHttpResponse response) {
    ClientConnection client = ClientConnection.of(request);
    return RecordSplitter.split(request.getBody(), maxRecordBytes)
        .transform(pipeline.messages(RECORDS))
        .map(Hashed::of)
        .publishOn(client.eventLoop())
        .map(this::receipt)
        .map(this::line)
        .onErrorResume(
            RecordTooLargeException.class,
            e -> response.isCommitted() ? client.breakOff(e.getMessage()) : Flux.error(e))
        .takeUntilOther(client.gone());
  }

  private LogReceipt receipt(Hashed record) {
    return new LogReceipt(
        record.line(),
        record.digest().contentAddress(),
        record.size(),
        recent.seenBefore(record.digest()));
  }

  /**
   * A line in a buffer of the heap, which nobody has to release. Left to itself, WebFlux flushes
   * the connection after each element of NDJSON; buffers it leaves to Netty, which flushes when no
   * further one is there, and so sends what was hashed together in one packet.
   */
  private DataBuffer line(LogReceipt receipt) {
    byte[] object = json.writeValueAsBytes(receipt);
    byte[] line = Arrays.copyOf(object, object.length + 1);
    line[object.length] = '\n';
    return DefaultDataBufferFactory.sharedInstance.wrap(line);
  }

  /** A record without its bytes, so that answers which wait for the event loop hold none. */
  private record Hashed(long line, Sha256Digest digest, int size) {

    static Hashed of(HashedMessage<LogRecord> hashed) {
      LogRecord record = hashed.message();
      return new Hashed(record.line(), hashed.digest(), record.bytes().remaining());
    }
  }
}
