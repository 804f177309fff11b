package io.github.lanewise.sample.blobs;

import io.github.lanewise.sample.FileThreads;
import io.github.lanewise.sample.blobs.Turns.Turn;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * One request's part in an upload: its turn, and the writer that it opened in it. Begun, then
 * settled once; a cancel can bring both at the same moment, in either order.
 */
final class UploadAppend {

  /** Puts on record how far a writer came. */
  interface Settlement {
    void settle(UploadWriter writer) throws IOException;
  }

  private final Turn turn;
  private final FileThreads threads;
  private @Nullable UploadWriter writer;
  private boolean settled;

  UploadAppend(Turn turn, FileThreads threads) {
    this.turn = turn;
    this.threads = threads;
  }

  Mono<Void> superseded() {
    return turn.superseded();
  }

  /** Opens the writer when the turn has come; empty if the request is settled by then. */
  Mono<UploadWriter> begin(Callable<UploadWriter> open) {
    return turn.ready().then(threads.call(() -> beginNow(open)));
  }

  private synchronized @Nullable UploadWriter beginNow(Callable<UploadWriter> open)
      throws Exception {
    if (!settled) {
      writer = open.call();
    }
    return writer;
  }

  /** Whatever ended the request. The next turn begins when this has completed. */
  Mono<Void> settle(Settlement settlement) {
    return turn.ready()
        .then(threads.call(() -> settleNow(settlement)))
        .doFinally(signal -> turn.end());
  }

  private synchronized @Nullable Void settleNow(Settlement settlement) throws IOException {
    settled = true;
    if (writer != null) {
      settlement.settle(writer);
    }
    return null;
  }
}
