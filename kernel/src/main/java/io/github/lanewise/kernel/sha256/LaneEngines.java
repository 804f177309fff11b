package io.github.lanewise.kernel.sha256;

import io.github.lanewise.kernel.sha256.BlockEngine.Compressor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The engines of a table with working memory, one for each occupancy, and {@code scalar} for when
 * none of the others may be used any more.
 */
final class LaneEngines implements AutoCloseable {

  private final int lanes;
  private final OpenEngine scalar;
  private final List<OpenEngine> open = new ArrayList<>();

  /** Index: how many lanes are occupied. */
  private final OpenEngine[] forOccupancy;

  private LaneEngines(int lanes) {
    this.lanes = lanes;
    this.scalar = openScalar();
    this.forOccupancy = new OpenEngine[lanes + 1];
    useScalarOnly();
  }

  /** With {@code scalar} alone, and places for so many messages. */
  static LaneEngines scalarOnly(int lanes) {
    return new LaneEngines(lanes);
  }

  /** With the engines of a table; null if one of them has no working memory left. */
  static @Nullable LaneEngines open(EngineTable table, SpeedWatch watch) {
    LaneEngines engines = new LaneEngines(table.lanes());
    for (int occupied = 1; occupied <= table.lanes(); occupied++) {
      BlockEngine engine = table.forOccupancy(occupied);
      OpenEngine found = engine instanceof ScalarEngine ? engines.scalar : engines.find(engine);
      if (found == null) {
        Compressor compressor = engine.open();
        if (compressor == null) {
          engines.close();
          return null;
        }
        found = new OpenEngine(engine, compressor, watch.window(engine.name()));
        engines.open.add(found);
      }
      engines.forOccupancy[occupied] = found;
    }
    return engines;
  }

  private OpenEngine openScalar() {
    ScalarEngine engine = Sha256Engines.SCALAR;
    OpenEngine opened = new OpenEngine(engine, engine.open(lanes), null);
    open.add(opened);
    return opened;
  }

  private @Nullable OpenEngine find(BlockEngine engine) {
    for (OpenEngine each : open) {
      if (each.name().equals(engine.name())) {
        return each;
      }
    }
    return null;
  }

  int lanes() {
    return lanes;
  }

  OpenEngine forOccupancy(int occupied) {
    return forOccupancy[occupied];
  }

  /** From the next run on, the lane engines are not used any more. */
  void useScalarOnly() {
    Arrays.fill(forOccupancy, scalar);
  }

  @Override
  public void close() {
    open.forEach(OpenEngine::close);
  }
}
