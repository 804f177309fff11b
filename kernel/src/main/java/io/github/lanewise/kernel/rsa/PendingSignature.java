package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * A signature that is under way: encoded and blinded, its two halves ready to be run.
 *
 * <p>Run {@link #halfP()} and {@link #halfQ()}, in any order, on any threads, at the same time or
 * not; or let {@link RsaLanes#compute} do it together with other signatures. Then call {@link
 * #finish()} once, on any thread.
 */
public final class PendingSignature {

  private final RsaKey key;
  private final Sha256Digest digest;
  private final SignatureScheme scheme;
  private final Blinding blinding;
  private final Recombination recombination;
  private final CrtHalf halfP;
  private final CrtHalf halfQ;

  // Both are set by the thread that computes this signature together with others.
  private long @Nullable [] recovered;
  private volatile byte @Nullable [] checkedOctets;

  PendingSignature(
      RsaKey key,
      Sha256Digest digest,
      SignatureScheme scheme,
      Blinding blinding,
      SecureRandom random,
      PowerEngine engine,
      Sessions sessions,
      Recombination recombination) {
    this.key = key;
    this.digest = digest;
    this.scheme = scheme;
    this.blinding = blinding;
    this.recombination = recombination;
    CrtKey crt = key.crt();
    byte[] encoded = scheme.encode(digest, key.bits(), random);
    long[] blinded = blinding.blind(Words.ofOctets(encoded, crt.n().length()));
    this.halfP = new CrtHalf(crt.p(), blinded, engine, sessions, random);
    this.halfQ = new CrtHalf(crt.q(), blinded, engine, sessions, random);
    Words.erase(blinded);
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
    byte[] together = checkedOctets;
    return together == null
        ? Release.checked(key.publicKey(), scheme, digest, octets())
        : Release.checked(key.publicKey(), scheme, digest, together, recovered);
  }

  /** The signature as it would leave: not checked yet, so it must not. */
  byte[] octets() {
    long[] sP = halfP.result();
    long[] sQ = halfQ.result();
    long[] blindSignature = recombination.recombine(key.crt(), sP, sQ);
    long[] signature = blinding.unblind(blindSignature);
    Words.erase(sP);
    Words.erase(sQ);
    Words.erase(blindSignature);
    return Words.toOctets(signature, key.publicKey().signatureBytes());
  }

  /**
   * Takes the check that was made together with those of other signatures.
   *
   * @param power what the public exponent made of the octets; null if they are no signature
   */
  void checked(byte[] octets, long @Nullable [] power) {
    recovered = power;
    checkedOctets = octets; // the volatile write comes last
  }

  RsaPublicKey publicKey() {
    return key.publicKey();
  }
}
