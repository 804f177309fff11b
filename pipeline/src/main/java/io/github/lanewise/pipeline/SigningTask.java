package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.rsa.CrtHalf;
import io.github.lanewise.kernel.rsa.PendingSignature;
import io.github.lanewise.kernel.rsa.RsaCrt;
import io.github.lanewise.kernel.rsa.SignatureScheme;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Scheduler;
import reactor.util.context.Context;

/**
 * One signature on its way. Its steps are called by the workers that compute it; whichever ends the
 * second half finishes it.
 *
 * <p>Once ended (cancelled, failed, closed) it does nothing in what is still queued.
 */
final class SigningTask {

  private final RsaCrt crt;
  private final SignatureScheme scheme;
  private final FaultFallback fallback;
  private final SigningMeters meters;
  private final Sha256Digest digest;
  private final MonoSink<RsaSignature> sink;
  private final Scheduler signals;

  private final AtomicInteger halvesLeft = new AtomicInteger(2);
  private final AtomicBoolean secondHalfTaken = new AtomicBoolean();
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile @Nullable PendingSignature pending;
  private volatile SigningRoad road = SigningRoad.ONE_WORKER;

  /**
   * @param signals where the signature is signalled
   */
  SigningTask(
      RsaCrt crt,
      SignatureScheme scheme,
      FaultFallback fallback,
      SigningMeters meters,
      Sha256Digest digest,
      MonoSink<RsaSignature> sink,
      Scheduler signals) {
    this.crt = crt;
    this.scheme = scheme;
    this.fallback = fallback;
    this.meters = meters;
    this.digest = digest;
    this.sink = sink;
    this.signals = signals;
  }

  /** No signal and no new step from here on; what runs now runs to its end. */
  void cancel() {
    ended.set(true);
  }

  boolean hasEnded() {
    return ended.get();
  }

  /** Tells the subscriber, on the calling thread, unless this has ended. */
  void fail(Throwable error) {
    if (ended.compareAndSet(false, true)) {
      sink.error(error);
    } else {
      Operators.onErrorDropped(error, Context.of(sink.contextView()));
    }
  }

  /** The same without a word about one that had ended before: nothing is lost with it. */
  void close(Throwable error) {
    if (ended.compareAndSet(false, true)) {
      sink.error(error);
    }
  }

  /** On which road it is; before the step that may be its last. */
  void takes(SigningRoad taken) {
    road = taken;
  }

  /** Encodes and blinds. */
  PendingSignature begin() {
    PendingSignature begun = crt.begin(digest, scheme);
    pending = begun;
    return begun;
  }

  /** Computes the first half. */
  void firstHalf(PendingSignature begun) {
    compute(begun.halfP());
  }

  /** Whether the caller is the first who wants to compute the second half, and has to. */
  boolean takeSecondHalf() {
    return secondHalfTaken.compareAndSet(false, true);
  }

  /** Computes the second half, after {@link #begin}, for who has taken it. */
  void secondHalf() {
    PendingSignature begun = pending;
    if (begun != null) {
      compute(begun.halfQ());
    }
  }

  private void compute(CrtHalf half) {
    if (ended.get()) {
      return;
    }
    half.run();
    if (halvesLeft.decrementAndGet() == 0 && !ended.get()) {
      finish();
    }
  }

  /** Recombines, checks and signals, after both halves are computed. */
  void finish() {
    PendingSignature begun = pending;
    if (begun == null) {
      throw new IllegalStateException("a signature must have begun before it is finished");
    }
    byte[] octets = fallback.finish(begun, this::signByJca);
    meters.signed(crt.key().keyId(), road);
    RsaSignature signature = RsaSignature.of(octets, crt.key().keyId(), scheme);
    try {
      signals.schedule(() -> succeed(signature));
    } catch (RejectedExecutionException closed) {
      // The signer's own thread for signals ends when it is closed, which ends all signatures.
      close(closed);
    }
  }

  private byte[] signByJca() {
    road = SigningRoad.JCA;
    return crt.signByJca(digest, scheme);
  }

  private void succeed(RsaSignature signature) {
    if (ended.compareAndSet(false, true)) {
      sink.success(signature);
    }
  }
}
