package io.github.lanewise.pipeline;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What the workers of a signer count. From any thread. */
final class SigningMeters {

  private final Map<String, Map<SigningRoad, LongAdder>> byKey = new ConcurrentHashMap<>();

  void signed(String keyId, SigningRoad road) {
    Map<SigningRoad, LongAdder> roads = byKey.get(keyId);
    if (roads == null) {
      roads = byKey.computeIfAbsent(keyId, key -> roads());
    }
    LongAdder count = roads.get(road);
    if (count != null) {
      count.increment();
    }
  }

  /** All roads, so that nothing is put in later. */
  private static Map<SigningRoad, LongAdder> roads() {
    Map<SigningRoad, LongAdder> roads = new EnumMap<>(SigningRoad.class);
    for (SigningRoad road : SigningRoad.values()) {
      roads.put(road, new LongAdder());
    }
    return roads;
  }

  SigningStatistics snapshot(long faults, int underWay) {
    Map<String, Map<SigningRoad, Long>> signatures = new HashMap<>();
    byKey.forEach(
        (key, roads) -> {
          Map<SigningRoad, Long> counts = new EnumMap<>(SigningRoad.class);
          roads.forEach((road, count) -> counts.put(road, count.sum()));
          signatures.put(key, counts);
        });
    return new SigningStatistics(signatures, faults, underWay);
  }
}
