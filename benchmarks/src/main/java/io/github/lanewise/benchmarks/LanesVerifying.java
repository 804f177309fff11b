package io.github.lanewise.benchmarks;

import io.github.lanewise.kernel.rsa.RsaLanes;
import io.github.lanewise.kernel.rsa.RsaPublicKey;
import io.github.lanewise.kernel.rsa.SignatureScheme;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.ArrayList;
import java.util.List;

/** All signatures verified together by {@link RsaLanes}. */
final class LanesVerifying implements Contestant {

  private final String name;
  private final RsaPublicKey key;
  private final RsaLanes lanes;
  private final RsaMessages messages;
  private final List<byte[]> signatures;
  private boolean[] confirmed = {};

  LanesVerifying(
      String name,
      RsaPublicKey key,
      RsaLanes lanes,
      RsaMessages messages,
      List<byte[]> signatures) {
    this.name = name;
    this.key = key;
    this.lanes = lanes;
    this.messages = messages;
    this.signatures = signatures;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void batch() {
    List<Sha256Digest> digests = new ArrayList<>(messages.count());
    for (int i = 0; i < messages.count(); i++) {
      digests.add(messages.digest(i));
    }
    confirmed = lanes.verify(key, SignatureScheme.PKCS1_V1_5, digests, signatures);
  }

  @Override
  public byte[] results() {
    return Bytes.of(confirmed);
  }
}
