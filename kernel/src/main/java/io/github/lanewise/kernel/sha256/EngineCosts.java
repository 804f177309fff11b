package io.github.lanewise.kernel.sha256;

import io.github.lanewise.kernel.sha256.Samples.Estimate;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * What a batch of an engine costs by the number of messages in it. The unit is the time that {@code
 * jdk} takes for one of these messages.
 */
final class EngineCosts {

  private final Sha256Engine engine;
  private final NavigableMap<Integer, Estimate> byMessages;

  /**
   * @param byMessages measured costs, for one message and for full lanes at least
   */
  EngineCosts(Sha256Engine engine, Map<Integer, Estimate> byMessages) {
    this.engine = engine;
    this.byMessages = new TreeMap<>(byMessages);
  }

  Sha256Engine engine() {
    return engine;
  }

  /** How many times the throughput of {@code jdk} full lanes have. */
  double ratio() {
    return engine.lanes() / batch(engine.lanes(), Estimate::median);
  }

  NavigableMap<Integer, Estimate> byMessages() {
    return byMessages;
  }

  /**
   * What so many messages cost at least once each: as many as there are lanes in a batch, what is
   * more than that with {@code jdk}. Of pairs there are as many as can be made.
   *
   * @param bound of the estimates
   */
  double cost(int messages, ToDoubleFunction<Estimate> bound) {
    if (engine instanceof JdkPairsEngine) {
      int alone = messages % engine.lanes();
      int pairs = messages / engine.lanes();
      return pairs * batch(engine.lanes(), bound) + alone;
    }
    int inLanes = Math.min(messages, engine.lanes());
    return batch(inLanes, bound) + messages - inLanes;
  }

  /** Of a batch with so many messages: between two numbers measured, on the line. */
  double batch(int messages, ToDoubleFunction<Estimate> bound) {
    Map.Entry<Integer, Estimate> below = byMessages.floorEntry(messages);
    Map.Entry<Integer, Estimate> above = byMessages.ceilingEntry(messages);
    double from = bound.applyAsDouble(below.getValue());
    double to = bound.applyAsDouble(above.getValue());
    int width = above.getKey() - below.getKey();
    return width == 0 ? from : from + (to - from) * (messages - below.getKey()) / width;
  }
}
