package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.math.BigInteger;
import java.security.SecureRandom;

/**
 * A signature that is under way: encoded and blinded, its two halves ready to be run.
 *
 * <p>Run {@link #halfP()} and {@link #halfQ()}, in any order, on any threads, at the same time or
 * not; after both have returned call {@link #finish()} on any thread.
 */
public final class PendingSignature {

  private final RsaKey key;
  private final Sha256Digest digest;
  private final SignatureScheme scheme;
  private final Blinding blinding;
  private final Recombination recombination;
  private final CrtHalf halfP;
  private final CrtHalf halfQ;

  PendingSignature(
      RsaKey key,
      Sha256Digest digest,
      SignatureScheme scheme,
      Blinding blinding,
      SecureRandom random,
      ModularPower power,
      Recombination recombination) {
    this.key = key;
    this.digest = digest;
    this.scheme = scheme;
    this.blinding = blinding;
    this.recombination = recombination;
    BigInteger encoded = Octets.toInteger(scheme.encode(digest, key.bits(), random));
    BigInteger blinded = blinding.blind(encoded);
    CrtValues values = key.values();
    this.halfP = new CrtHalf(power, blinded, values.dP(), values.p(), random);
    this.halfQ = new CrtHalf(power, blinded, values.dQ(), values.q(), random);
  }

  /** The half modulo p. */
  public CrtHalf halfP() {
    return halfP;
  }

  /** The half modulo q. */
  public CrtHalf halfQ() {
    return halfQ;
  }

  /**
   * Recombines the halves, unblinds, checks and releases.
   *
   * <p>The check comes last, over the very octets that are returned and against the digest, not
   * against the encoding that was signed. A check before the unblinding would be as good against a
   * fault in a half, but would let one in the unblinding, or in the octets, out.
   *
   * @return the signature, as long as the modulus; nobody else holds the array
   * @throws FaultySignatureException if the public key does not confirm the signature, which is
   *     then not released
   * @throws IllegalStateException if a half has not run
   */
  public byte[] finish() {
    BigInteger blindSignature =
        recombination.recombine(key.values(), halfP.result(), halfQ.result());
    BigInteger signature = blinding.unblind(blindSignature);
    return Release.checked(key.publicKey(), scheme, digest, signature);
  }
}
