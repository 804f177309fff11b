package io.github.lanewise.kernel.rsa;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Another blinding for every signature, for any number of threads.
 *
 * <p>A new r needs an inverse, which takes 60 % of the time of a half at 2,048 bits and 27 % at
 * 4,096 (BigInteger, JDK 25). So r is squared from one signature to the next, as Kocher proposes,
 * and drawn anew after 32 of them, as often as OpenSSL does (BN_BLINDING_COUNTER).
 */
final class BlindingSequence {

  static final int USES = 32;

  private final RsaPublicKey key;
  private final SecureRandom random;
  private final AtomicReference<@Nullable Blinding> current = new AtomicReference<>();

  BlindingSequence(RsaPublicKey key, SecureRandom random) {
    this.key = key;
    this.random = random;
  }

  /**
   * The next one: no two calls get the same, since each sets what it returns in place of the last.
   */
  Blinding next() {
    while (true) {
      Blinding last = current.get();
      Blinding next =
          last == null || last.uses() == USES ? Blinding.fresh(key, random) : last.squared();
      if (current.compareAndSet(last, next)) {
        return next;
      }
    }
  }
}
