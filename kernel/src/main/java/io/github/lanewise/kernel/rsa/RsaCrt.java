package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.security.SecureRandom;
import java.util.function.Supplier;

/**
 * Signs digests with one key: RSASSA-PKCS1-v1_5 or RSASSA-PSS over SHA-256 (RFC 8017 §8) by the
 * Chinese remainder theorem (§5.1.2), blinded, and checked before anything leaves.
 *
 * <p>The steps: encode, blind, two halves, recombine, unblind, check, release. {@link #begin} does
 * the first two and hands out the halves, {@link PendingSignature#finish()} does the rest; {@link
 * #sign} does all of them on the calling thread. By RSASSA-PKCS1-v1_5 the result is the octet
 * string that {@code SHA256withRSA} of the JCA and {@code openssl dgst -sha256 -sign} give for the
 * message of the digest; by RSASSA-PSS it is another one each time, which both verify.
 *
 * <p>Safe for any number of threads, without locks. Starts none. All of it computes; keep it off
 * threads that must not be held up for a millisecond. One instance per key serves best: drawing the
 * first blinding costs as much as half a signature.
 */
public final class RsaCrt implements AutoCloseable {

  private final RsaKey key;
  private final BlindingSequence blindings;
  private final SecureRandom random;
  private final Supplier<PowerEngine> engines;
  private final Sessions sessions = new Sessions();
  private final Recombination recombination;

  /**
   * @param engines asked for every signature
   */
  RsaCrt(
      RsaKey key, SecureRandom random, Supplier<PowerEngine> engines, Recombination recombination) {
    this.key = key;
    this.blindings = new BlindingSequence(key.publicKey(), random);
    this.random = random;
    this.engines = engines;
    this.recombination = recombination;
  }

  /**
   * Signatures by this key, computed by the {@code scalar} engine and blinded from the platform's
   * {@link SecureRandom}. Need not be closed.
   */
  public static RsaCrt of(RsaKey key) {
    return new RsaCrt(key, new SecureRandom(), () -> RsaEngines.SCALAR, Recombination.GARNER);
  }

  /**
   * Signatures by this key, blinded from the platform's {@link SecureRandom}.
   *
   * @param choices asked for every signature for the engine of its halves
   */
  public static RsaCrt of(RsaKey key, Supplier<RsaEngineChoice> choices) {
    int halfBits = key.crt().p().modulus().bits();
    return new RsaCrt(
        key, new SecureRandom(), () -> choices.get().singleFor(halfBits), Recombination.GARNER);
  }

  /**
   * Encodes and blinds, and hands out the halves, which are nearly all of the work;
   * RSASSA-PKCS1-v1_5.
   */
  public PendingSignature begin(Sha256Digest digest) {
    return begin(digest, SignatureScheme.PKCS1_V1_5);
  }

  /** As {@link #begin(Sha256Digest)}, by the given scheme. */
  public PendingSignature begin(Sha256Digest digest, SignatureScheme scheme) {
    return new PendingSignature(
        key, digest, scheme, blindings.next(), random, engines.get(), sessions, recombination);
  }

  /**
   * A signature from beginning to end on the calling thread.
   *
   * @return the signature, as long as the modulus; nobody else holds the array
   * @throws FaultySignatureException if the public key does not confirm the signature, which is
   *     then not released
   */
  public byte[] sign(Sha256Digest digest) {
    return sign(digest, SignatureScheme.PKCS1_V1_5);
  }

  /** As {@link #sign(Sha256Digest)}, by the given scheme. */
  public byte[] sign(Sha256Digest digest, SignatureScheme scheme) {
    PendingSignature pending = begin(digest, scheme);
    pending.halfP().run();
    pending.halfQ().run();
    return pending.finish();
  }

  /**
   * The same octets by {@code NONEwithRSA} of the JCA, on the calling thread: the way out after a
   * {@link FaultySignatureException}, checked as every signature is. It computes with other code on
   * other memory, so it passes where a fault was passing or ours.
   *
   * @return the signature, as long as the modulus; nobody else holds the array
   * @throws FaultySignatureException if this one is not confirmed either
   */
  public byte[] signByJca(Sha256Digest digest) {
    return signByJca(digest, SignatureScheme.PKCS1_V1_5);
  }

  /**
   * As {@link #signByJca(Sha256Digest)}, by the given scheme. For RSASSA-PSS, which the JCA offers
   * only for messages that it hashes itself, the encoding is ours and the rest the JCA's.
   */
  public byte[] signByJca(Sha256Digest digest, SignatureScheme scheme) {
    return JcaSigning.sign(key, digest, scheme, random);
  }

  /** The key that signs. */
  public RsaKey key() {
    return key;
  }

  /**
   * Zeroes and frees the engines' working memory: of halves that run now, when they have run. What
   * begins later works, with memory that is freed after each half.
   */
  @Override
  public void close() {
    sessions.close();
  }
}
