package io.github.lanewise.sample.logs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashedMessage;
import io.github.lanewise.pipeline.HashedRecord;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.sample.ClientConnection;
import io.github.lanewise.sample.SampleProperties;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** Hashes log records while they arrive. */
@RestController
class LogController {

  /** Records lie on the heap, so there is nothing to give back. */
  private static final BufferAccess<LogRecord> RECORDS =
      BufferAccess.of(record -> record.bytes().duplicate());

  private final HashingPipeline pipeline;
  private final RecentAddresses recent;
  private final @Nullable SignedLog signedLog;
  private final JsonMapper json;
  private final int maxRecordBytes;

  LogController(
      HashingPipeline pipeline,
      RecentAddresses recent,
      ObjectProvider<SignedLog> signedLog,
      JsonMapper json,
      SampleProperties properties) {
    this.pipeline = pipeline;
    this.recent = recent;
    this.signedLog = signedLog.getIfAvailable();
    this.json = json;
    this.maxRecordBytes = Math.toIntExact(properties.maxRecordSize().toBytes());
  }

  /**
   * Newline-delimited records in, one line of JSON for each out, in order, as it goes: a client
   * that reads no answers is sent none, and its records stay in its socket.
   *
   * <p>Where logs are signed, the answer ends when all its records are in a signed window on the
   * disk, and with {@code ?windows=true} a line tells each window that has some. A record is
   * answered when the log has taken it, and the log takes no more than it can sign.
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
  Flux<DataBuffer> hash(
      ServerHttpRequest request,
      ServerHttpResponse response,
      @RequestParam(defaultValue = "false") boolean windows) {
    ClientConnection client = ClientConnection.of(request);
    return RecordSplitter.split(request.getBody(), maxRecordBytes)
        .transform(pipeline.messages(RECORDS))
        .map(Hashed::of)
        .publishOn(client.eventLoop())
        .transform(records -> answers(records, windows, client))
        .map(this::line)
        .onErrorResume(
            ResponseStatusException.class,
            e -> response.isCommitted() ? client.breakOff(e.getMessage()) : Flux.error(e))
        .takeUntilOther(client.gone());
  }

  private Flux<Object> answers(Flux<Hashed> records, boolean windows, ClientConnection client) {
    SignedLog signed = signedLog;
    if (signed == null) {
      return records.map(this::receipt);
    }
    return Flux.defer(
        () -> {
          Submission submission = new Submission(windows);
          Flux<Object> receipts =
              records
                  .concatMap(record -> append(signed, record, submission))
                  .map(this::receipt)
                  .cast(Object.class)
                  .concatWith(submission.end().cast(Object.class));
          // What follows a window comes from the thread that kept it.
          return Flux.merge(receipts, submission.windows()).publishOn(client.eventLoop());
        });
  }

  private static Mono<Hashed> append(SignedLog signed, Hashed record, Submission submission) {
    HashedRecord hashed = new HashedRecord(record.digest(), record.size());
    return signed.append(hashed, submission, record);
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
  private DataBuffer line(Object receipt) {
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
