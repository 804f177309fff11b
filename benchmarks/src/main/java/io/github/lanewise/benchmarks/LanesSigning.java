package io.github.lanewise.benchmarks;

import io.github.lanewise.kernel.rsa.PendingSignature;
import io.github.lanewise.kernel.rsa.RsaCrt;
import io.github.lanewise.kernel.rsa.RsaLanes;
import java.util.ArrayList;
import java.util.List;

/**
 * All messages signed together by {@link RsaLanes}: encoded, blinded, computed, recombined, checked
 * and released.
 */
final class LanesSigning implements Contestant {

  private final String name;
  private final RsaCrt crt;
  private final RsaLanes lanes;
  private final RsaMessages messages;
  private final byte[][] signatures;

  LanesSigning(String name, RsaCrt crt, RsaLanes lanes, RsaMessages messages) {
    this.name = name;
    this.crt = crt;
    this.lanes = lanes;
    this.messages = messages;
    this.signatures = new byte[messages.count()][];
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void batch() {
    List<PendingSignature> pending = new ArrayList<>(signatures.length);
    for (int i = 0; i < signatures.length; i++) {
      pending.add(crt.begin(messages.digest(i)));
    }
    lanes.compute(pending);
    for (int i = 0; i < signatures.length; i++) {
      signatures[i] = pending.get(i).finish();
    }
  }

  @Override
  public byte[] results() {
    return Bytes.concatenated(signatures);
  }
}
