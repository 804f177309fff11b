package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.rsa.PowerEngine.Session;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Working memory for halves that run one at a time, on whatever thread: as many sessions as run at
 * the same time, each with what it has derived from the key's primes. For any number of threads.
 */
final class Sessions implements AutoCloseable {

  private final Map<PowerEngine, Queue<Session>> idle = new ConcurrentHashMap<>();
  private volatile boolean closed;

  void power(PowerEngine engine, Exponentiation task) {
    Queue<Session> ofEngine = idle.computeIfAbsent(engine, e -> new ConcurrentLinkedQueue<>());
    Session free = ofEngine.poll();
    Session session = free == null ? engine.open() : free;
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
