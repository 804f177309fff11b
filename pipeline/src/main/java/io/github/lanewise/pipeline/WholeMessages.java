package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.MultiBufferSha256;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Messages that are here as a whole and need no lane: those that were hashed lately, and, where
 * there are no lanes, those that are short. Confined to the worker.
 */
final class WholeMessages {

  /** Larger ones are hashed by quanta, so that others get their turn. */
  static final int MAX_BYTES_AT_ONCE = 64 * 1024;

  /**
   * Longer ones are hashed two at a time, where that is the choice: a stream and its entry cost
   * about 140 ns a message, and company saves it some 80 ns a KiB.
   */
  static final int MAX_BYTES_ALONE = 2 * 1024;

  private final @Nullable RecentHashes cache;
  private final LaneMeters meters;
  private int calls;

  /**
   * @param cache null for none
   */
  WholeMessages(@Nullable RecentHashes cache, LaneMeters meters) {
    this.cache = cache;
    this.meters = meters;
  }

  /**
   * Finds the digest of a piece that is a whole message.
   *
   * @param jdk hashes what is short; null where there are lanes for it
   * @return whether the piece is through: it has its digest, or its task has failed
   */
  boolean resolve(LanePiece piece, ByteBuffer message, @Nullable MultiBufferSha256 jdk) {
    try {
      return isKnown(piece, message) || (jdk != null && isHashedAtOnce(piece, message, jdk));
    } catch (Throwable e) {
      // Its memory cannot be read, or went away: that is one stream's trouble.
      piece.task().fail(e);
      return true;
    }
  }

  private boolean isKnown(LanePiece piece, ByteBuffer message) {
    if (cache == null || !cache.takes(message.remaining())) {
      return false;
    }
    piece.fingerprint = cache.fingerprint(message);
    Sha256Digest digest = cache.find(piece.fingerprint, message);
    if (digest != null) {
      piece.resolve(digest);
    }
    return digest != null;
  }

  private boolean isHashedAtOnce(LanePiece piece, ByteBuffer message, MultiBufferSha256 jdk) {
    int bytes = message.remaining();
    if (bytes > (jdk.lanes() == 1 ? MAX_BYTES_AT_ONCE : MAX_BYTES_ALONE)) {
      return false;
    }
    Sha256Digest digest = timed(jdk, message);
    keep(piece, message, digest);
    meters.hashedAtOnce("jdk", bytes);
    piece.resolve(digest);
    return true;
  }

  private Sha256Digest timed(MultiBufferSha256 jdk, ByteBuffer message) {
    if (calls++ % LaneMeters.TIMED_CALLS != 0) {
      return jdk.digest(message);
    }
    long start = System.nanoTime();
    Sha256Digest digest = jdk.digest(message);
    meters.ranFor(LaneMeters.TIMED_CALLS * (System.nanoTime() - start));
    return digest;
  }

  /** A piece has been hashed in lanes. */
  void remember(LanePiece piece) {
    ByteBuffer message = piece.whole();
    if (message != null && piece.isFinished()) {
      keep(piece, message, piece.digest());
    }
    piece.dropSegment();
  }

  /** A message has been hashed: the next of the same bytes need not be. */
  void keep(LanePiece piece, ByteBuffer message, Sha256Digest digest) {
    if (cache != null && cache.takes(message.remaining())) {
      cache.put(piece.fingerprint, message, digest);
    }
  }

  /** Digests made so far are not to be given any more: the lanes that made them are in doubt. */
  void forget() {
    if (cache != null) {
      cache.clear();
    }
  }
}
