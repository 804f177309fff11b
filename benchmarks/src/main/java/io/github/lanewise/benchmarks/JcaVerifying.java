package io.github.lanewise.benchmarks;

import java.security.Signature;
import java.security.SignatureException;
import java.util.List;

/** One signature after the other by a {@link Signature} that is used again and again. */
final class JcaVerifying implements Contestant {

  private final String name;
  private final Signature verifier;
  private final RsaMessages messages;
  private final List<byte[]> signatures;
  private final boolean[] confirmed;

  /**
   * @param verifier initialized for verifying
   */
  JcaVerifying(String name, Signature verifier, RsaMessages messages, List<byte[]> signatures) {
    this.name = name;
    this.verifier = verifier;
    this.messages = messages;
    this.signatures = signatures;
    this.confirmed = new boolean[messages.count()];
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void batch() {
    for (int i = 0; i < confirmed.length; i++) {
      confirmed[i] = verifies(messages.message(i), signatures.get(i));
    }
  }

  private boolean verifies(byte[] message, byte[] signature) {
    try {
      verifier.update(message);
      return verifier.verify(signature);
    } catch (SignatureException e) {
      return false; // how some providers tell of a padding that is wrong
    }
  }

  @Override
  public byte[] results() {
    return Bytes.of(confirmed);
  }
}
