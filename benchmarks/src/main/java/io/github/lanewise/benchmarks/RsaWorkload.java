package io.github.lanewise.benchmarks;

import io.github.lanewise.kernel.rsa.RsaCrt;
import io.github.lanewise.kernel.rsa.RsaEngineChoice;
import io.github.lanewise.kernel.rsa.RsaEngines;
import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.kernel.rsa.RsaLanes;
import io.github.lanewise.kernel.rsa.RsaPublicKey;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.util.ArrayList;
import java.util.List;

/**
 * Signatures by one key, and who makes or verifies them: every engine that there is here, the
 * peers, and the JDK's own provider as the reference.
 */
final class RsaWorkload implements Workload {

  /** The reference of all ratios: {@code SHA256withRSA} of the JDK. */
  static final String REFERENCE = "jca";

  /** So many signatures fill eight lanes with halves twice, and once with checks. */
  static final int BATCH = 8;

  /** Verifying takes a tenth of the time of signing, so several batches are timed together. */
  private static final int VERIFY_BATCHES = 8;

  private final RsaMessages messages = new RsaMessages(BATCH);
  private final Peers peers = Peers.load();
  private final List<Point> points = new ArrayList<>();
  private final List<Runnable> closing = new ArrayList<>();
  private final KeyPair pair;

  /** Makes a contestant of an engine. */
  private interface Entrant {
    Contestant of(String engine, RsaEngineChoice choice);
  }

  /** Makes a contestant of the JDK's provider or a peer. */
  private interface PeerEntrant {
    Contestant of(String name, Signature signature) throws GeneralSecurityException;
  }

  private RsaWorkload(int bits) {
    this.pair = RsaKeys.of(bits);
  }

  static RsaWorkload signing(String point, int bits) {
    RsaWorkload workload = new RsaWorkload(bits);
    RsaKey key = RsaKey.of(workload.pair.getPrivate());
    workload.point(
        point,
        bits,
        1,
        (engine, choice) ->
            new LanesSigning(
                engine,
                workload.opened(RsaCrt.of(key, () -> choice)),
                workload.opened(choice.open()),
                workload.messages),
        (name, signature) -> {
          signature.initSign(workload.pair.getPrivate());
          return new JcaSigning(name, signature, workload.messages);
        });
    return workload;
  }

  static RsaWorkload verifying(String point, int bits) {
    RsaWorkload workload = new RsaWorkload(bits);
    RsaPublicKey key = RsaPublicKey.of(workload.pair.getPublic());
    List<byte[]> signatures = workload.signaturesAndOneForged();
    workload.point(
        point,
        bits,
        VERIFY_BATCHES,
        (engine, choice) ->
            new LanesVerifying(
                engine, key, workload.opened(choice.open()), workload.messages, signatures),
        (name, signature) -> {
          signature.initVerify(workload.pair.getPublic());
          return new JcaVerifying(name, signature, workload.messages, signatures);
        });
    return workload;
  }

  /** All must tell the same one from the others. */
  private List<byte[]> signaturesAndOneForged() {
    RsaCrt crt = RsaCrt.of(RsaKey.of(pair.getPrivate()));
    List<byte[]> signatures = new ArrayList<>();
    for (int i = 0; i < messages.count(); i++) {
      signatures.add(crt.sign(messages.digest(i)));
    }
    byte[] forged = signatures.get(BATCH / 2);
    forged[forged.length - 1] ^= 1;
    return signatures;
  }

  private void point(String name, int bits, int batches, Entrant ours, PeerEntrant theirs) {
    List<Contestant> contestants = new ArrayList<>();
    for (String engine : engines(bits)) {
      contestants.add(ours.of(engine, RsaEngines.discover().force(engine)));
    }
    try {
      for (String peer : peers.names()) {
        contestants.add(theirs.of(peer, peers.sha256WithRsa(peer)));
      }
      contestants.add(theirs.of(REFERENCE, Signature.getInstance("SHA256withRSA", "SunRsaSign")));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot make the contestants of " + name, e);
    }
    points.add(new Point(name, BATCH, batches, contestants));
  }

  /** The engines that compute signatures by keys of this size here. */
  static List<String> engines(int bits) {
    return RsaEngines.discover().candidates().stream()
        .filter(candidate -> candidate.serves(bits))
        .map(RsaEngines.Candidate::name)
        .toList();
  }

  private RsaLanes opened(RsaLanes lanes) {
    closing.add(lanes::close);
    return lanes;
  }

  private RsaCrt opened(RsaCrt crt) {
    closing.add(crt::close);
    return crt;
  }

  @Override
  public List<Point> points() {
    return points;
  }

  @Override
  public void close() {
    closing.forEach(Runnable::run);
  }
}
