package io.github.lanewise.kernel.sha256;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Whether the lane engines are believed. A wrong digest ends that for all of them, in the whole
 * process and for good: whatever made it, a compiler's error or a defective core, is not known to
 * stay with one message or one engine.
 */
final class EngineTrust {

  private static final Logger LOG = System.getLogger(EngineTrust.class.getName());

  private final AtomicReference<@Nullable String> betrayal = new AtomicReference<>();

  /** What was found, or null while all is well. */
  @Nullable String betrayal() {
    return betrayal.get();
  }

  boolean isLost() {
    return betrayal.get() != null;
  }

  /** A message came out otherwise than with {@code jdk}. */
  void lose(long messageBytes) {
    String what =
        "cross-check failed: a message of %d bytes has another digest in lanes than with jdk"
            .formatted(messageBytes);
    if (betrayal.compareAndSet(null, what)) {
      LOG.log(
          Level.ERROR,
          what
              + ". No lane engine is used any more in this process, and no digest that one made is"
              + " released; those released before have to be doubted");
    } else {
      LOG.log(Level.ERROR, what);
    }
  }
}
