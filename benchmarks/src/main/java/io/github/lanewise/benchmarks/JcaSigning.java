package io.github.lanewise.benchmarks;

import java.security.Signature;
import java.security.SignatureException;

/** One message after the other by a {@link Signature} that is used again and again. */
final class JcaSigning implements Contestant {

  private final String name;
  private final Signature signer;
  private final RsaMessages messages;
  private final byte[][] signatures;

  /**
   * @param signer initialized for signing
   */
  JcaSigning(String name, Signature signer, RsaMessages messages) {
    this.name = name;
    this.signer = signer;
    this.messages = messages;
    this.signatures = new byte[messages.count()][];
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void batch() {
    try {
      for (int i = 0; i < signatures.length; i++) {
        signer.update(messages.message(i));
        signatures[i] = signer.sign();
      }
    } catch (SignatureException e) {
      throw new IllegalStateException(name + " cannot sign", e);
    }
  }

  @Override
  public byte[] results() {
    return Bytes.concatenated(signatures);
  }
}
