package io.github.lanewise.sample.logs;

import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashedMessage;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.sample.SampleProperties;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;

/** Hashes log records while they arrive. */
@RestController
class LogController {

  private final HashingPipeline pipeline;
  private final BufferAccess<LogRecord> access;
  private final RecentAddresses recent;
  private final int maxRecordBytes;

  LogController(
      HashingPipeline pipeline,
      BufferAccess<LogRecord> access,
      RecentAddresses recent,
      SampleProperties properties) {
    this.pipeline = pipeline;
    this.access = access;
    this.recent = recent;
    this.maxRecordBytes = Math.toIntExact(properties.maxRecordSize().toBytes());
  }

  /**
   * Newline-delimited records in, one line of JSON for each out, in order, as it goes: a client
   * that reads no answers is sent none, and its records stay in its socket.
   *
   * <p>A record over the limit is answered by 413 if it comes before the first answer; later, when
   * the status is on its way, the connection breaks.
   */
  @PostMapping(path = "/logs", produces = MediaType.APPLICATION_NDJSON_VALUE)
  Flux<LogReceipt> hash(ServerHttpRequest request) {
    return RecordSplitter.split(request.getBody(), maxRecordBytes)
        .transform(pipeline.messages(access))
        .map(this::receipt);
  }

  private LogReceipt receipt(HashedMessage<LogRecord> hashed) {
    LogRecord record = hashed.message();
    return new LogReceipt(
        record.line(),
        hashed.digest().contentAddress(),
        record.bytes().remaining(),
        recent.seenBefore(hashed.digest()));
  }
}
