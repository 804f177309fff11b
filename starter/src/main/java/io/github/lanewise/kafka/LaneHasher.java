package io.github.lanewise.kafka;

import io.github.lanewise.kernel.merkle.MerkleTree;
import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.MultiBufferSha256;
import io.github.lanewise.kernel.sha256.Sha256Digest;
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

  private final Supplier<EngineChoice> engine;
  private final int crossCheckEvery;
  private final MessageDigest jdk = sha256();
  private @Nullable EngineChoice choice;
  private @Nullable MultiBufferSha256 lanes;

  LaneHasher(Supplier<EngineChoice> engine, int crossCheckEvery) {
    this.engine = engine;
    this.crossCheckEvery = crossCheckEvery;
  }

  List<Sha256Digest> digests(List<byte[]> messages) {
    MultiBufferSha256 sha256 = openLanes();
    if (sha256 != null) {
      return sha256.digest(messages.stream().map(ByteBuffer::wrap).toList());
    }
    List<Sha256Digest> digests = new ArrayList<>(messages.size());
    for (byte[] message : messages) {
      digests.add(Sha256Digest.of(jdk.digest(message)));
    }
    return digests;
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
