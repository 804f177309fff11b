package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.rsa.PowerEngine.Session;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Advances several signatures together, of one key or of different ones: a lane holds one half of
 * one of them, and then the check of one of them. Made by {@link RsaEngineChoice#open()}.
 *
 * <p>Used by one thread at a time; close it.
 */
public final class RsaLanes implements AutoCloseable {

  private final RsaEngineChoice choice;
  private final Session single; // the scalar engine's where the chosen one opens no more
  private final Session scalar;
  private final @Nullable Session lanes;

  RsaLanes(RsaEngineChoice choice) {
    this.choice = choice;
    Session ofEngine = Sessions.openOrNull(choice.single());
    this.single = ofEngine == null ? RsaEngines.SCALAR.open() : ofEngine;
    this.scalar = RsaEngines.SCALAR.open();
    PowerEngine engine = choice.laneEngine();
    this.lanes = engine == null ? null : Sessions.openOrNull(engine);
  }

  /**
   * Computes both halves of each signature, recombines them and checks the results with the public
   * keys. After that {@link PendingSignature#finish()} of each releases its signature, or tells
   * that it is faulty; one that is faulty does not concern the others.
   *
   * @param signatures begun, none of their halves run
   */
  public void compute(List<PendingSignature> signatures) {
    List<Exponentiation> halves = new ArrayList<>(2 * signatures.size());
    for (PendingSignature signature : signatures) {
      halves.add(signature.halfP().task());
      halves.add(signature.halfQ().task());
    }
    power(halves, choice.breakEven(), this::powerAlone);
    for (PendingSignature signature : signatures) {
      signature.halfP().isComputed();
      signature.halfQ().isComputed();
    }
    check(signatures);
  }

  private void check(List<PendingSignature> signatures) {
    List<byte[]> octets = new ArrayList<>(signatures.size());
    List<RsaPublicKey> keys = new ArrayList<>(signatures.size());
    for (PendingSignature signature : signatures) {
      octets.add(signature.octets());
      keys.add(signature.publicKey());
    }
    List<long @Nullable []> recovered = recover(keys, octets);
    for (int i = 0; i < signatures.size(); i++) {
      signatures.get(i).checked(octets.get(i), recovered.get(i));
    }
  }

  /**
   * Whether the key confirms each signature, as {@link RsaPublicKey#verifies} tells it of one.
   *
   * @param digests as many as signatures
   * @param signatures any bytes; what has not the length of the modulus is no signature
   */
  public boolean[] verify(
      RsaPublicKey key,
      SignatureScheme scheme,
      List<Sha256Digest> digests,
      List<byte[]> signatures) {
    if (digests.size() != signatures.size()) {
      throw new IllegalArgumentException(
          "there must be one signature for each digest, were %d for %d"
              .formatted(signatures.size(), digests.size()));
    }
    List<RsaPublicKey> keys = new ArrayList<>();
    signatures.forEach(signature -> keys.add(key));
    List<long @Nullable []> recovered = recover(keys, signatures);
    boolean[] confirmed = new boolean[signatures.size()];
    for (int i = 0; i < confirmed.length; i++) {
      long[] value = recovered.get(i);
      confirmed[i] = value != null && key.confirms(digests.get(i), value, scheme);
    }
    return confirmed;
  }

  /** What the public exponents make of the octets; null where they are no signature. */
  private List<long @Nullable []> recover(List<RsaPublicKey> keys, List<byte[]> signatures) {
    List<long @Nullable []> recovered = new ArrayList<>(signatures.size());
    List<Exponentiation> powers = new ArrayList<>(signatures.size());
    for (int i = 0; i < signatures.size(); i++) {
      long[] s = keys.get(i).representative(signatures.get(i));
      recovered.add(s);
      if (s != null) {
        powers.add(keys.get(i).power(s));
      }
    }
    power(powers, choice.checkBreakEven(), RsaPublicKey::powerAlone);
    return recovered;
  }

  /**
   * Fills lanes with numbers of the same length. What is left over and is not worth a call of the
   * lane engine goes one by one.
   */
  private void power(List<Exponentiation> tasks, int breakEven, Consumer<Exponentiation> alone) {
    Map<Integer, List<Exponentiation>> byLength = new TreeMap<>();
    for (Exponentiation task : tasks) {
      byLength.computeIfAbsent(task.modulus().length(), n -> new ArrayList<>()).add(task);
    }
    for (List<Exponentiation> sameLength : byLength.values()) {
      int done = 0;
      if (lanes != null && lanesServe(sameLength)) {
        Exponentiation[] batch = new Exponentiation[choice.lanes()];
        while (sameLength.size() - done >= breakEven) {
          int count = Math.min(batch.length, sameLength.size() - done);
          for (int i = 0; i < count; i++) {
            batch[i] = sameLength.get(done + i);
          }
          lanes.power(batch, count);
          done += count;
        }
      }
      sameLength.subList(done, sameLength.size()).forEach(alone);
    }
  }

  private boolean lanesServe(List<Exponentiation> tasks) {
    PowerEngine engine = choice.laneEngine();
    return engine != null && tasks.stream().allMatch(task -> engine.serves(task.modulus().bits()));
  }

  private void powerAlone(Exponentiation task) {
    boolean served = choice.single().serves(task.modulus().bits());
    (served ? single : scalar).power(new Exponentiation[] {task}, 1);
  }

  /** Zeroes and frees the working memory. */
  @Override
  public void close() {
    single.close();
    scalar.close();
    if (lanes != null) {
      lanes.close();
    }
  }
}
