package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.merkle.InclusionProof;
import io.github.lanewise.kernel.merkle.WindowStatement;
import io.github.lanewise.kernel.rsa.RsaPublicKey;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Tells whether a record was signed in a window, from the record, its proof, the signed root and
 * the public key alone, and whether windows follow one another without a gap.
 *
 * <p>Immutable, safe for any number of threads. Computes on the calling thread, for about a tenth
 * of a millisecond a signature at 2,048 bits.
 */
public final class WindowVerifier {

  private final Map<String, RsaVerifier> verifiers;

  private WindowVerifier(Map<String, RsaVerifier> verifiers) {
    this.verifiers = verifiers;
  }

  /**
   * For the keys that may have signed: one, or several where the key was changed on the way.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static WindowVerifier of(RsaPublicKey... keys) {
    if (keys.length == 0) {
      throw new IllegalArgumentException("a verifier must have a key, was given 0");
    }
    return new WindowVerifier(
        Arrays.stream(keys)
            .distinct()
            .collect(Collectors.toUnmodifiableMap(RsaPublicKey::keyId, RsaVerifier::of)));
  }

  /** Whether a key that this verifier has confirms the statement. */
  public boolean verify(SignedRoot root) {
    RsaVerifier verifier = verifiers.get(root.signature().keyId());
    return verifier != null && verifier.verify(root.statement().digest(), root.signature());
  }

  /**
   * Whether the record is in a window that is signed.
   *
   * @param record its SHA-256 digest, computed from the record itself and not taken from whoever
   *     brought the proof
   */
  public boolean verify(Sha256Digest record, InclusionProof proof, SignedRoot root) {
    return root.statement().covers(record, proof) && verify(root);
  }

  /** Whether the record is in a window that is signed, from its bytes. */
  public boolean verify(byte[] record, InclusionProof proof, SignedRoot root) {
    return verify(sha256(record), proof, root);
  }

  /**
   * Whether the digest that this names is in the window that it names. It says nothing of a record
   * until that is seen to have the digest.
   */
  public boolean verify(SignedRecord record) {
    return verify(record.digest(), record.proof(), record.root());
  }

  /**
   * What is wrong with consecutive windows; empty if each is signed and follows the one before. The
   * first of them need not be the first of its chain, and what is missing after the last cannot be
   * seen.
   */
  public Optional<String> firstBreak(List<SignedRoot> windows) {
    WindowStatement before = null;
    for (SignedRoot window : windows) {
      WindowStatement statement = window.statement();
      if (!verify(window)) {
        return Optional.of("window %s must be signed, is not".formatted(name(statement)));
      }
      if (before != null && !before.isFollowedBy(statement)) {
        return Optional.of(
            "window %s must be followed by the next of its chain that repeats its hash, is followed"
                    .formatted(name(before))
                + " by window %s".formatted(name(statement)));
      }
      before = statement;
    }
    return Optional.empty();
  }

  private static String name(WindowStatement statement) {
    return statement.sequence() + " of " + statement.chain();
  }

  private static Sha256Digest sha256(byte[] record) {
    try {
      return Sha256Digest.of(MessageDigest.getInstance("SHA-256").digest(record));
    } catch (NoSuchAlgorithmException cause) {
      throw new IllegalStateException("every JDK has SHA-256, this one has not", cause);
    }
  }
}
