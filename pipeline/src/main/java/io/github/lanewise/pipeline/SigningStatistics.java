package io.github.lanewise.pipeline;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a signer has done since it was made. Immutable. The figures are read one after the other, so
 * under load they may be apart by a signature.
 *
 * @param signatures how many were made, by the id of the key and by the road; a key that has signed
 *     nothing is not there
 * @param faults how many were held back because the public key did not confirm them
 * @param underWay how many were asked for and are neither there nor given up
 */
public record SigningStatistics(
    Map<String, Map<SigningRoad, Long>> signatures, long faults, int underWay) {

  /** Makes the maps unmodifiable copies. */
  public SigningStatistics {
    Map<String, Map<SigningRoad, Long>> copy = new TreeMap<>();
    signatures.forEach((key, roads) -> copy.put(key, Map.copyOf(roads)));
    signatures = Collections.unmodifiableMap(copy);
  }

  /** By this key on this road; 0 if it has signed nothing. */
  public long signatures(String keyId, SigningRoad road) {
    return signatures.getOrDefault(keyId, Map.of()).getOrDefault(road, 0L);
  }
}
