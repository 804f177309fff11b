package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.rsa.FaultySignatureException;
import io.github.lanewise.kernel.rsa.PendingSignature;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finishes signatures; where one is faulty, counts it, tells it and computes it another way, once.
 */
final class FaultFallback {

  private static final Logger LOGGER = LoggerFactory.getLogger(RsaSigner.class);

  private final LongAdder faults = new LongAdder();

  /**
   * @param otherWay checks its result too, and throws rather than return a faulty one
   */
  byte[] finish(PendingSignature pending, Supplier<byte[]> otherWay) {
    try {
      return pending.finish();
    } catch (FaultySignatureException fault) {
      faults.increment();
      LOGGER.error(
          "{}; it was held back and is computed again by the JCA. Look at this machine.",
          fault.getMessage());
      return computeTheOtherWay(otherWay, fault);
    }
  }

  private static byte[] computeTheOtherWay(
      Supplier<byte[]> otherWay, FaultySignatureException first) {
    try {
      return otherWay.get();
    } catch (RuntimeException second) {
      second.addSuppressed(first);
      throw second;
    }
  }

  long faults() {
    return faults.sum();
  }
}
