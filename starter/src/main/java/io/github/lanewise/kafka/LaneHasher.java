package io.github.lanewise.kafka;

import io.github.lanewise.kernel.merkle.MerkleTree;
import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.MultiBufferSha256;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.kernel.sha256.Sha256Stream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Hashes whole messages on the calling thread, one thread at a time.
 *
 * <p>Where the choice uses no lanes, a bare {@link MessageDigest} does it: a stream and its entry
 * would cost about as much as hashing a small record does.
 */
final class LaneHasher implements AutoCloseable {

  /** Enough to fill lanes many times over, and little to keep. */
  private static final int STREAMS = 512;

  private final Supplier<EngineChoice> engine;
  private final int crossCheckEvery;
  private final MessageDigest jdk = sha256();
  private final List<Sha256Stream> streams = new ArrayList<>();
  private @Nullable EngineChoice choice;
  private @Nullable MultiBufferSha256 lanes;

  LaneHasher(Supplier<EngineChoice> engine, int crossCheckEvery) {
    this.engine = engine;
    this.crossCheckEvery = crossCheckEvery;
  }

  List<Sha256Digest> digests(List<byte[]> messages) {
    MultiBufferSha256 sha256 = openLanes();
    List<Sha256Digest> digests = new ArrayList<>(messages.size());
    if (sha256 == null) {
      for (byte[] message : messages) {
        digests.add(Sha256Digest.of(jdk.digest(message)));
      }
      return digests;
    }
    for (int from = 0; from < messages.size(); from += STREAMS) {
      hash(messages.subList(from, Math.min(from + STREAMS, messages.size())), sha256, digests);
    }
    return digests;
  }

  private void hash(List<byte[]> messages, MultiBufferSha256 sha256, List<Sha256Digest> digests) {
    while (streams.size() < messages.size()) {
      streams.add(new Sha256Stream());
    }
    List<Sha256Stream> used = streams.subList(0, messages.size());
    for (int i = 0; i < used.size(); i++) {
      used.get(i).segment(ByteBuffer.wrap(messages.get(i)), true);
    }
    sha256.advanceAll(used);
    for (Sha256Stream stream : used) {
      digests.add(stream.digest());
      stream.reset();
    }
  }

  MerkleTree tree(List<Sha256Digest> records) {
    return MerkleTree.of(records, engine.get());
  }

  /** Those of the choice of the moment; null where that uses no lanes. */
  private @Nullable MultiBufferSha256 openLanes() {
    EngineChoice latest = engine.get();
    if (!latest.equals(choice)) {
      closeLanes();
      choice = latest;
      lanes = latest.usesLanes() ? latest.open(crossCheckEvery) : null;
    }
    return lanes;
  }

  private void closeLanes() {
    MultiBufferSha256 open = lanes;
    lanes = null;
    choice = null;
    if (open != null) {
      open.close();
    }
  }

  @Override
  public void close() {
    closeLanes();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException cause) {
      throw new IllegalStateException("every JDK has SHA-256, this one has not", cause);
    }
  }
}
