package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.rsa.PowerEngine.Session;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Working memory for halves that run one at a time, on whatever thread: as many sessions as run at
 * the same time, each with what it has derived from the key's primes. For any number of threads.
 */
final class Sessions implements AutoCloseable {

  private final Map<PowerEngine, Queue<Session>> idle = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** Computes one power; with the {@code scalar} engine if the given one opens no more sessions. */
  void power(PowerEngine engine, Exponentiation task) {
    Queue<Session> ofEngine = ofEngine(engine);
    Session session = ofEngine.poll();
    if (session == null) {
      session = openOrNull(engine);
    }
    if (session == null) {
      power(RsaEngines.SCALAR, task);
      return;
    }
    boolean whole = false;
    try {
      session.power(new Exponentiation[] {task}, 1);
      whole = true;
    } finally {
      if (whole) {
        ofEngine.add(session);
      } else {
        session.close(); // what it holds after an error is in doubt
      }
      if (closed) {
        close();
      }
    }
  }

  private Queue<Session> ofEngine(PowerEngine engine) {
    return idle.computeIfAbsent(engine, e -> new ConcurrentLinkedQueue<>());
  }

  /**
   * A session of the engine; null if it has as many open as it can have. That is never so of the
   * scalar engine.
   */
  static @Nullable Session openOrNull(PowerEngine engine) {
    try {
      return engine.open();
    } catch (IllegalStateException exhausted) {
      return null;
    }
  }

  /** Closes what is idle, and what is not as soon as it is. */
  @Override
  public void close() {
    closed = true;
    for (Queue<Session> ofEngine : idle.values()) {
      for (Session session = ofEngine.poll(); session != null; session = ofEngine.poll()) {
        session.close();
      }
    }
  }
}
