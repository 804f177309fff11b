package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.rsa.CrtHalf;
import io.github.lanewise.kernel.rsa.PendingSignature;
import io.github.lanewise.kernel.rsa.RsaCrt;
import io.github.lanewise.kernel.rsa.SignatureScheme;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.Exceptions;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Scheduler;
import reactor.util.context.Context;

/**
 * One signature on its way over two workers: the first encodes and blinds, then each computes a
 * half, and whichever is last finishes. Neither waits for the other.
 *
 * <p>Once ended (cancelled, failed, closed) it does nothing in what is still queued. The queued
 * steps are not disposed: that would interrupt a worker that has begun one.
 */
final class SigningTask {

  private final RsaCrt crt;
  private final SignatureScheme scheme;
  private final FaultFallback fallback;
  private final Sha256Digest digest;
  private final Scheduler first;
  private final Scheduler second;
  private final MonoSink<RsaSignature> sink;
  private final AtomicInteger halvesLeft = new AtomicInteger(2);
  private final AtomicBoolean ended = new AtomicBoolean();

  SigningTask(
      RsaCrt crt,
      SignatureScheme scheme,
      FaultFallback fallback,
      Sha256Digest digest,
      Scheduler first,
      Scheduler second,
      MonoSink<RsaSignature> sink) {
    this.crt = crt;
    this.scheme = scheme;
    this.fallback = fallback;
    this.digest = digest;
    this.first = first;
    this.second = second;
    this.sink = sink;
  }

  void start() {
    schedule(first, this::begin);
  }

  /** No signal and no new step from here on; what runs now runs to its end. */
  void cancel() {
    ended.set(true);
  }

  /** Whether the subscriber was told; not if this had ended before. */
  boolean fail(Throwable error) {
    boolean running = ended.compareAndSet(false, true);
    if (running) {
      sink.error(error);
    }
    return running;
  }

  private void begin() {
    PendingSignature pending = crt.begin(digest, scheme);
    schedule(second, () -> compute(pending.halfQ(), pending));
    compute(pending.halfP(), pending);
  }

  private void compute(CrtHalf half, PendingSignature pending) {
    half.run();
    if (halvesLeft.decrementAndGet() == 0 && !ended.get()) {
      byte[] signature = fallback.finish(pending, () -> crt.signByJca(digest, scheme));
      if (ended.compareAndSet(false, true)) {
        sink.success(RsaSignature.of(signature, crt.key().keyId(), scheme));
      }
    }
  }

  private void schedule(Scheduler worker, Runnable step) {
    try {
      worker.schedule(() -> run(step));
    } catch (RuntimeException rejected) {
      fail(rejected);
    }
  }

  private void run(Runnable step) {
    if (ended.get()) {
      return;
    }
    try {
      step.run();
    } catch (Throwable error) {
      Exceptions.throwIfJvmFatal(error);
      if (!fail(error)) {
        Operators.onErrorDropped(error, Context.of(sink.contextView()));
      }
    }
  }
}
