package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.MultiBufferSha256;
import io.github.lanewise.kernel.sha256.MultiBufferSha256.ShortListener;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Pieces that are short messages as a whole, log records above all, where there are lanes. They
 * gather here and are hashed together, without a stream for each. Confined to the worker.
 */
final class ShortPieces {

  /** The most that are hashed together: enough to find some of one length among them. */
  private static final int MAX_PIECES = 64;

  private final WholeMessages whole;
  private final LaneMeters meters;
  private final List<LanePiece> pieces = new ArrayList<>();
  private final List<ByteBuffer> messages = new ArrayList<>();
  private final byte[] digests = new byte[MAX_PIECES * Sha256Digest.BYTES];
  private final ShortListener listener = new Listener();

  ShortPieces(WholeMessages whole, LaneMeters meters) {
    this.whole = whole;
    this.meters = meters;
  }

  static boolean takes(ByteBuffer message) {
    return message.remaining() <= MultiBufferSha256.MAX_SHORT_BYTES;
  }

  int size() {
    return pieces.size();
  }

  boolean isEmpty() {
    return pieces.isEmpty();
  }

  boolean isFull() {
    return pieces.size() == MAX_PIECES;
  }

  void add(LanePiece piece, ByteBuffer message) {
    pieces.add(piece);
    messages.add(message);
  }

  /** Lets go of the pieces of a task. */
  void drop(LaneTask task) {
    for (int i = pieces.size() - 1; i >= 0; i--) {
      if (pieces.get(i).task().equals(task)) {
        pieces.remove(i);
        messages.remove(i);
      }
    }
  }

  /**
   * Hashes all that are here.
   *
   * @param through gets each in turn, when it has its digest or its task has failed
   */
  void hash(MultiBufferSha256 sha256, Consumer<LanePiece> through) {
    try {
      sha256.digestShort(messages, digests, listener);
      for (int i = 0; i < pieces.size(); i++) {
        resolve(i, Sha256Digest.of(digests, i * Sha256Digest.BYTES));
      }
    } catch (Throwable e) {
      // The memory of one of them: only that one's stream is to hear of it.
      hashOneByOne(sha256);
    }
    pieces.forEach(through);
    pieces.clear();
    messages.clear();
  }

  private void hashOneByOne(MultiBufferSha256 sha256) {
    for (int i = 0; i < pieces.size(); i++) {
      try {
        Sha256Digest digest = sha256.digest(messages.get(i));
        listener.ran("jdk", 1, 1, messages.get(i).remaining());
        resolve(i, digest);
      } catch (Throwable e) {
        pieces.get(i).task().fail(e);
      }
    }
  }

  private void resolve(int i, Sha256Digest digest) {
    LanePiece piece = pieces.get(i);
    ByteBuffer message = messages.get(i);
    whole.keep(piece, message, digest);
    meters.segment(message.remaining());
    piece.resolve(digest);
  }

  private final class Listener implements ShortListener {

    @Override
    public void ran(String engine, int count, int lanes, long bytes) {
      meters.batch(engine, count, lanes, bytes);
      meters.messages(engine, count);
    }

    @Override
    public void crossChecked(boolean agreed) {
      meters.crossChecked(agreed);
      if (!agreed) {
        whole.forget();
      }
    }
  }
}
