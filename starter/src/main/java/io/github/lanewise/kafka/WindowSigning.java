package io.github.lanewise.kafka;

import io.github.lanewise.kernel.merkle.WindowStatement;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.RsaSignature;
import io.github.lanewise.pipeline.RsaSigner;
import io.github.lanewise.pipeline.SignedDigest;
import io.github.lanewise.pipeline.SignedRoot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import reactor.core.publisher.Flux;

/**
 * Makes the windows of a poll: for each partition one, over the values that go to the output topic.
 * Trees are built on the calling thread, in lanes; it then waits for the signatures, which are
 * computed together.
 */
final class WindowSigning {

  private final RsaSigner signer;
  private final LanePool lanes;
  private final PartitionChains chains;
  private final Duration timeout;

  /**
   * @param timeout how long the signatures of one poll may take
   */
  WindowSigning(RsaSigner signer, LanePool lanes, PartitionChains chains, Duration timeout) {
    this.signer = signer;
    this.lanes = lanes;
    this.chains = chains;
    this.timeout = timeout;
  }

  /** What goes to the output topic for one partition; offsets of the first and last record. */
  record Unsigned(TopicPartition partition, long from, long to, List<byte[]> values) {}

  /** The windows, in the order of what they are over. */
  List<PartitionWindow> sign(List<Unsigned> parts) {
    chains.prepare(parts.stream().map(Unsigned::partition).toList());
    List<WindowStatement> statements = new ArrayList<>(parts.size());
    for (Unsigned part : parts) {
      statements.add(chains.next(part.partition(), lanes.tree(lanes.digests(part.values()))));
    }
    List<SignedDigest> signatures = signatures(statements);
    List<PartitionWindow> windows = new ArrayList<>(parts.size());
    for (int i = 0; i < parts.size(); i++) {
      Unsigned part = parts.get(i);
      RsaSignature signature = signatures.get(i).signature();
      windows.add(
          new PartitionWindow(
              part.partition().topic(),
              part.partition().partition(),
              part.from(),
              part.to(),
              new SignedRoot(statements.get(i), signature)));
    }
    return windows;
  }

  private List<SignedDigest> signatures(List<WindowStatement> statements) {
    List<Sha256Digest> digests = statements.stream().map(WindowStatement::digest).toList();
    return Flux.fromIterable(digests)
        .transform(signer.signatures())
        .collectList()
        .blockOptional(timeout)
        .orElseThrow();
  }
}
