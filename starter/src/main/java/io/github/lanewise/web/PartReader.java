package io.github.lanewise.web;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * Reads a body as its parts are asked for: the subscription of {@link BodyParts}.
 *
 * <p>Every signal, from whichever thread, is left where {@link #drain} finds it, and one thread at
 * a time does what is to be done. So a cancel never meets the scanner at work, and what is held is
 * released by that thread. One buffer is asked for when the one before is used up and somebody
 * wants more.
 */
final class PartReader implements CoreSubscriber<DataBuffer>, Subscription {

  private final CoreSubscriber<? super BodyPart> parts;
  private final PartScanner scanner;
  private final AtomicInteger signals = new AtomicInteger();
  private final AtomicLong wantedParts = new AtomicLong();
  private final AtomicReference<@Nullable DataBuffer> arrived = new AtomicReference<>();
  private volatile @Nullable Subscription upstream;
  private volatile boolean closed;

  /** Set when upstream has ended. */
  private volatile boolean ended;

  /** What upstream ended in; written before {@link #ended}. */
  private @Nullable Throwable endedIn;

  // What follows is touched in drain() only.
  private @Nullable BodyPart current;
  private boolean asked;
  private @Nullable Throwable failure;
  private boolean whole;

  PartReader(CoreSubscriber<? super BodyPart> parts, PartScanner scanner) {
    this.parts = parts;
    this.scanner = scanner;
  }

  @Override
  public Context currentContext() {
    return parts.currentContext();
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    upstream = subscription;
    parts.onSubscribe(this);
  }

  @Override
  public void onNext(DataBuffer buffer) {
    arrived.set(buffer);
    drain();
  }

  @Override
  public void onError(Throwable error) {
    endedIn = error;
    ended = true;
    drain();
  }

  @Override
  public void onComplete() {
    ended = true;
    drain();
  }

  /** Asks for the next part, and ends the one before. */
  @Override
  public void request(long n) {
    if (Operators.validate(n)) {
      wantedParts.accumulateAndGet(n, Operators::addCap);
      drain();
    }
  }

  /** Upstream is cancelled before this returns, the rest is done by whoever drains. */
  @Override
  public void cancel() {
    closed = true;
    cancelUpstream();
    drain();
  }

  private void cancelUpstream() {
    Subscription subscription = upstream;
    if (subscription != null) {
      subscription.cancel();
    }
  }

  /** Does what is to be done, if no other thread is at it; that one does it then. */
  void drain() {
    if (signals.getAndIncrement() != 0) {
      return;
    }
    int seen = 1;
    do {
      boolean more = true;
      while (more && !closed) {
        more = step();
      }
      if (closed) {
        release();
      }
      seen = signals.addAndGet(-seen);
    } while (seen != 0);
  }

  private void release() {
    leaveCurrent();
    scanner.close();
    DataBufferUtils.release(arrived.getAndSet(null));
  }

  private void leaveCurrent() {
    BodyPart part = current;
    current = null;
    if (part != null) {
      part.leave();
    }
  }

  /** Whether there may be more to do. */
  private boolean step() {
    BodyPart part = current;
    if (wantedParts.get() > 0) {
      leaveCurrent();
    } else if (part == null || !part.isWanted()) {
      return false;
    }
    Throwable failed = failure;
    if (failed != null) {
      close();
      parts.onError(failed);
      return false;
    }
    if (whole) {
      close();
      parts.onComplete();
      return false;
    }
    PartToken token;
    try {
      token = scanner.next();
      if (token == null) {
        return feed();
      }
    } catch (RuntimeException e) {
      fail(e);
      return true;
    }
    pass(token);
    return true;
  }

  private void pass(PartToken token) {
    BodyPart part = current;
    if (token instanceof PartHead head) {
      BodyPart next = new BodyPart(head, this);
      current = next;
      wantedParts.getAndUpdate(PartReader::less);
      parts.onNext(next);
    } else if (token instanceof PartToken.Content content) {
      if (part == null) {
        DataBufferUtils.release(content.buffer());
      } else {
        part.next(content.buffer());
      }
    } else if (part != null) {
      current = null;
      part.complete();
    }
  }

  static long less(long demand) {
    return demand == Long.MAX_VALUE ? demand : demand - 1;
  }

  /** Gives the scanner what has arrived, or asks for more: whether there is something new. */
  private boolean feed() {
    // Looked at first: the last buffer is there before the end is.
    boolean last = ended;
    DataBuffer buffer = arrived.getAndSet(null);
    if (buffer != null) {
      asked = false;
      scanner.feed(buffer);
    } else if (last) {
      end();
    } else {
      ask();
      return false;
    }
    return true;
  }

  private void end() {
    Throwable error = endedIn;
    if (error != null) {
      fail(error);
    } else {
      scanner.end();
      whole = true;
    }
  }

  /** What arrives while this asks is a signal, too, and is seen when {@link #drain} goes round. */
  private void ask() {
    Subscription subscription = upstream;
    if (!asked && subscription != null) {
      asked = true;
      subscription.request(1);
    }
  }

  /**
   * Told to whoever reads content, and then, whatever is made of it, to who wants the next part.
   */
  private void fail(Throwable error) {
    failure = error;
    cancelUpstream();
    scanner.close();
    BodyPart part = current;
    current = null;
    if (part != null) {
      part.fail(error);
    }
  }

  private void close() {
    closed = true;
    cancelUpstream();
  }
}
