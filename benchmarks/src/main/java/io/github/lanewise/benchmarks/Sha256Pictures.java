package io.github.lanewise.benchmarks;

import static io.github.lanewise.benchmarks.Sha256Workload.CHOSEN;
import static io.github.lanewise.benchmarks.Sha256Workload.REFERENCE;

import io.github.lanewise.benchmarks.Picture.Look;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Throughput against occupancy, and against size. */
final class Sha256Pictures {

  /**
   * The choice is a broad band on which the engine that was chosen lies; engines are solid lines,
   * peers dashed ones. Colours by Okabe and Ito, told apart by eyes of all kinds.
   */
  private static final Map<String, Look> LOOKS =
      Map.ofEntries(
          Map.entry(CHOSEN, new Look(new Color(0xf5e6a8), 9, false)),
          Map.entry("jdk", new Look(new Color(0x0072b2), 2, false)),
          Map.entry("jdk-pairs", new Look(new Color(0x004c7f), 2, false)),
          Map.entry("scalar", new Look(new Color(0x888888), 2, false)),
          Map.entry("vector-128", new Look(new Color(0xe69f00), 2, false)),
          Map.entry("vector-256", new Look(new Color(0xd55e00), 2, false)),
          Map.entry("vector-512", new Look(new Color(0xcc79a7), 2, false)),
          Map.entry(REFERENCE, new Look(new Color(0x000000), 1, true)),
          Map.entry("corretto", new Look(new Color(0x009e73), 2, true)),
          Map.entry("conscrypt", new Look(new Color(0x56b4e9), 2, true)),
          Map.entry("bouncycastle", new Look(new Color(0x8c564b), 2, true)));

  private final Measurements measured;
  private final List<String> peers = Peers.load().names();

  Sha256Pictures(Measurements measured) {
    this.measured = measured;
  }

  void draw(Path folder) throws IOException {
    occupancy().write(folder.resolve("sha256-occupancy.svg"));
    sizes().write(folder.resolve("sha256-sizes.svg"));
  }

  private Picture occupancy() {
    Measurement measurement = measured.of(Sha256Scenarios.OCCUPANCY);
    int[] counts = IntStream.rangeClosed(1, Sha256Scenarios.MAX_OCCUPANCY).toArray();
    List<String> points = IntStream.of(counts).mapToObj(Sha256Scenarios::occupancyName).toList();
    Picture picture =
        Picture.overCounts("SHA-256, whole messages of 64 KiB, one thread", "messages at a time");
    line(picture, CHOSEN, counts, points, measurement);
    for (String engine : Sha256Workload.usableEngines()) {
      line(picture, engine, counts, points, measurement);
    }
    peers.forEach(peer -> line(picture, peer, counts, points, measurement));
    return picture;
  }

  private Picture sizes() {
    List<String> points = List.copyOf(Sha256Scenarios.SIZES.keySet());
    int[] bytes = Sha256Scenarios.SIZES.values().stream().mapToInt(size -> size).toArray();
    Picture picture =
        Picture.overSizes("SHA-256, full lanes, heap memory, one thread", "size of a message");
    Measurement together = measured.of(Sha256Scenarios.PEERS);
    line(picture, CHOSEN, bytes, points, together);
    for (String engine : Sha256Workload.usableEngines()) {
      Measurement alone = measured.of(Sha256Scenarios.engine(engine));
      line(picture, engine, bytes, points, alone);
    }
    line(picture, REFERENCE, bytes, points, together);
    peers.forEach(peer -> line(picture, peer, bytes, points, together));
    return picture;
  }

  private static void line(
      Picture picture, String name, int[] x, List<String> points, Measurement measurement) {
    double[] speeds =
        points.stream().mapToDouble(point -> measurement.speed(point, name)).toArray();
    Look look = LOOKS.get(name);
    if (look == null) {
      throw new IllegalStateException("no colour for " + name);
    }
    picture.line(name, look, x, speeds);
  }
}
