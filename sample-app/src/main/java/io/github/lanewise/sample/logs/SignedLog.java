package io.github.lanewise.sample.logs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.HashedRecord;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaSigner;
import io.github.lanewise.pipeline.SignedWindow;
import io.github.lanewise.pipeline.WindowChain;
import io.github.lanewise.pipeline.WindowPolicy;
import io.github.lanewise.sample.FileThreads;
import io.github.lanewise.sample.keys.PublicKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * The log of this store: one chain of signed windows over the records of all requests, which goes
 * on after a restart, and the proof of each record. After a window that could not be kept, a full
 * disk say, the next record begins a new run behind the last one that was.
 */
final class SignedLog implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(SignedLog.class);

  /** Enough to keep the signer busy, and some megabytes of digests at most. */
  private static final int MIN_UNSIGNED = 65_536;

  private static final int WINDOWS_UNSIGNED = 4;

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

  private final RecordIndex index = new RecordIndex();
  private final WindowFolder folder;
  private final RsaSigner signer;
  private final PublicKeys keys;
  private final FileThreads threads;
  private final WindowPolicy policy;
  private final int maxUnsigned;
  private @Nullable OpenLog open;
  private boolean closed;

  SignedLog(
      Path root,
      RsaSigner signer,
      PublicKeys keys,
      FileThreads threads,
      HashingPipeline pipeline,
      LogProperties properties)
      throws IOException {
    this.folder = new WindowFolder(root, index::add);
    this.signer = signer;
    this.keys = keys;
    this.threads = threads;
    this.policy = properties.policy().engine(pipeline::engine);
    this.maxUnsigned = Math.max(MIN_UNSIGNED, WINDOWS_UNSIGNED * properties.windowRecords());
    keys.keep(signer.publicKey());
    log.info(
        "{} log records in {} can be proved; windows are signed with key {}",
        index.size(),
        root,
        signer.keyId());
  }

  /** Takes a record; see {@link OpenLog#append}. */
  <T> Mono<T> append(HashedRecord record, Submission submission, T answer) {
    return run().append(record, submission, answer);
  }

  private synchronized OpenLog run() {
    if (closed) {
      throw new LogUnavailableException(new IllegalStateException("the service is stopping"));
    }
    OpenLog running = open;
    if (running == null) {
      running = new OpenLog(maxUnsigned, this::failed);
      running.run(
          signer.windows(
              policy, folder.last().map(WindowChain::after).orElseGet(WindowChain::random)),
          this::keep);
      open = running;
    }
    return running;
  }

  private synchronized void failed(Throwable cause) {
    log.error("a window could not be signed or kept", cause);
    open = null;
  }

  private Mono<Void> keep(SignedWindow signed) {
    return threads.call(
        () -> {
          StoredWindow window = new StoredWindow(signed.root(), signed.digests());
          keys.keep(signer.publicKey());
          folder.append(window);
          index.add(window);
          return null;
        });
  }

  /** The proof of a record; empty if no window that is kept has it. */
  Mono<RecordProof> proof(Sha256Digest record) {
    return threads.call(
        () -> {
          OptionalLong location = index.find(record);
          if (location.isEmpty()) {
            return null;
          }
          StoredWindow window = folder.read(RecordIndex.sequence(location.getAsLong()));
          int place = RecordIndex.place(location.getAsLong());
          if (!window.records().get(place).equals(record)) {
            return null;
          }
          return RecordProof.of(record, window.proof(place), window.root());
        });
  }

  /** Signs and keeps what was accepted. */
  @Override
  public void close() {
    OpenLog running;
    synchronized (this) {
      closed = true;
      running = open;
    }
    try {
      if (running != null) {
        running.close(CLOSE_LIMIT);
      }
    } finally {
      signer.close();
    }
  }
}
