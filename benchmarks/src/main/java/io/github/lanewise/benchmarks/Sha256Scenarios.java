package io.github.lanewise.benchmarks;

import static io.github.lanewise.benchmarks.Sha256Workload.CHOSEN;
import static io.github.lanewise.benchmarks.Sha256Workload.WIDEST;

import io.github.lanewise.benchmarks.Scenario.Effort;
import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.FixedLengthSha256;
import io.github.lanewise.kernel.sha256.MultiBufferSha256;
import io.github.lanewise.kernel.sha256.Sha256Engines;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What the suite measures. */
final class Sha256Scenarios {

  /** The points of sweeps over sizes, with their bytes. */
  static final Map<String, Integer> SIZES = sizes();

  static final int MAX_OCCUPANCY = 16;

  /** The family, and the one point, of scenarios that fill the lanes. */
  static final String FULL = "full";

  private static final String PAIRS = "jdk-pairs";

  static final String OCCUPANCY = "occupancy";
  static final String PEERS = "peers";
  static final String WITHOUT_SHA_NI = "noshani.avx2.64KiB.full";

  private static final int KIB_64 = 64 * 1024;

  /** So many short messages come at once where all are of one length. */
  private static final int RECORDS = 1024;

  private Sha256Scenarios() {}

  private static Map<String, Integer> sizes() {
    Map<String, Integer> sizes = new LinkedHashMap<>();
    for (int bytes : new int[] {32, 64, 256, 1 << 10, 4 << 10, KIB_64, 1 << 20}) {
      sizes.put(sizeName(bytes), bytes);
    }
    return sizes;
  }

  private static String sizeName(int bytes) {
    return bytes < 1 << 10 ? bytes + "B" : bytes < 1 << 20 ? (bytes >> 10) + "KiB" : "1MiB";
  }

  /** One engine against {@code MessageDigest} in one shape, a figure each. */
  static List<Scenario> shapes() {
    List<Scenario> shapes = new ArrayList<>();
    shapes.add(full("64KiB.full.direct", KIB_64, KIB_64, true));
    shapes.add(full("64KiB.full.heap", KIB_64, KIB_64, false));
    shapes.add(full("4KiB.full.direct", 4 << 10, 4 << 10, true));
    shapes.add(full("256B.full.heap", 200, 300, false));
    shapes.add(fixed("32B.fixed", 32));
    shapes.add(single("64KiB.single", KIB_64));
    shapes.add(pairs("64KiB.pairs", KIB_64));
    if (Set.of("amd64", "x86_64").contains(System.getProperty("os.arch"))) {
      shapes.add(withoutShaNi());
    }
    return shapes;
  }

  /** A batch that fills the lanes of the widest engine. */
  private static Scenario full(String name, int minBytes, int maxBytes, boolean direct) {
    return new Scenario(
        name, FULL, WIDEST, List.of(), Effort.KERNEL, () -> full(minBytes, maxBytes, direct));
  }

  private static Sha256Workload full(int minBytes, int maxBytes, boolean direct) {
    Sha256Workload workload = new Sha256Workload(direct);
    EngineChoice choice = Sha256Workload.choice(WIDEST);
    MultiBufferSha256 sha256 = workload.open(choice);
    return workload.point(
        FULL,
        choice.lanes(),
        minBytes,
        maxBytes,
        (bytes, segments) -> List.of(new EngineContestant(WIDEST, sha256, segments)));
  }

  /** Short messages of one length that are all there: leaves of a tree, keys of a store. */
  private static Scenario fixed(String name, int bytes) {
    return new Scenario(
        name,
        FULL,
        WIDEST,
        List.of(),
        Effort.KERNEL,
        () -> {
          Sha256Workload workload = new Sha256Workload(false);
          FixedLengthSha256 sha256 = workload.openFixed(Sha256Workload.choice(WIDEST), bytes);
          return workload.point(
              FULL,
              RECORDS,
              bytes,
              bytes,
              (messages, segments) -> List.of(new FixedLengthContestant(WIDEST, sha256, messages)));
        });
  }

  /** One message alone, by the engine that calibration chooses for it. */
  private static Scenario single(String name, int bytes) {
    return new Scenario(
        name,
        CHOSEN,
        CHOSEN,
        List.of(),
        Effort.KERNEL,
        () -> {
          Sha256Workload workload = new Sha256Workload(false);
          MultiBufferSha256 sha256 = workload.open(Sha256Workload.choice(CHOSEN));
          return workload.point(
              FULL,
              1,
              bytes,
              bytes,
              (messages, segments) -> List.of(new EngineContestant(CHOSEN, sha256, segments)));
        });
  }

  /** Two messages at a time by {@code MessageDigest}, in turn. */
  private static Scenario pairs(String name, int bytes) {
    return new Scenario(
        name,
        "pairs",
        PAIRS,
        List.of(),
        Effort.KERNEL,
        () -> {
          Sha256Workload workload = new Sha256Workload(false);
          EngineChoice choice = Sha256Workload.choice(PAIRS);
          MultiBufferSha256 sha256 = workload.open(choice);
          return workload.point(
              FULL,
              choice.lanes(),
              bytes,
              bytes,
              (messages, segments) -> List.of(new EngineContestant(PAIRS, sha256, segments)));
        });
  }

  /** A CPU of before SHA-NI, as near as flags get: they take the JDK's AVX2 code away as well. */
  private static Scenario withoutShaNi() {
    return new Scenario(
        WITHOUT_SHA_NI,
        "noshani",
        WIDEST,
        List.of("-XX:UseAVX=2", "-XX:-UseSHA"),
        Effort.KERNEL,
        () -> full(KIB_64, KIB_64, true));
  }

  /** Each engine by itself with full lanes, over all sizes: a regression names its engine. */
  static Scenario engine(String engine) {
    return new Scenario(
        "engine." + engine,
        "engines",
        engine,
        List.of(),
        Effort.SWEEP,
        () -> {
          Sha256Workload workload = new Sha256Workload(false);
          EngineChoice choice = Sha256Workload.choice(engine);
          MultiBufferSha256 sha256 = workload.open(choice);
          SIZES.forEach(
              (name, bytes) ->
                  workload.point(
                      name,
                      choice.lanes(),
                      bytes,
                      bytes,
                      (messages, segments) ->
                          List.of(new EngineContestant(engine, sha256, segments))));
          return workload;
        });
  }

  /** The public entry beside the peers, 16 messages at a time, over all sizes. */
  static Scenario peers() {
    return new Scenario(
        PEERS,
        CHOSEN,
        CHOSEN,
        List.of(),
        Effort.SWEEP,
        () -> {
          Sha256Workload workload = new Sha256Workload(false);
          MultiBufferSha256 sha256 = workload.open(Sha256Workload.choice(CHOSEN));
          Peers peers = Peers.load();
          SIZES.forEach(
              (name, bytes) ->
                  workload.point(
                      name,
                      MAX_OCCUPANCY,
                      bytes,
                      bytes,
                      (messages, segments) -> {
                        List<Contestant> contestants = new ArrayList<>();
                        contestants.add(new EngineContestant(CHOSEN, sha256, segments));
                        addPeers(peers, messages, contestants);
                        return contestants;
                      }));
          return workload;
        });
  }

  /** The public entry beside every single engine, for 1 to 16 whole messages. */
  static Scenario occupancy() {
    return new Scenario(
        OCCUPANCY,
        CHOSEN,
        CHOSEN,
        List.of(),
        Effort.SWEEP,
        () -> {
          Sha256Workload workload = new Sha256Workload(false);
          Peers peers = Peers.load();
          Map<String, MultiBufferSha256> open = new LinkedHashMap<>();
          open.put(CHOSEN, workload.open(Sha256Workload.choice(CHOSEN)));
          for (String engine : Sha256Workload.usableEngines()) {
            open.put(engine, workload.open(Sha256Engines.discover().force(engine)));
          }
          for (int count = 1; count <= MAX_OCCUPANCY; count++) {
            workload.point(
                occupancyName(count),
                count,
                KIB_64,
                KIB_64,
                (messages, segments) -> {
                  List<Contestant> contestants = new ArrayList<>();
                  open.forEach(
                      (name, sha256) ->
                          contestants.add(new EngineContestant(name, sha256, segments)));
                  addPeers(peers, messages, contestants);
                  return contestants;
                });
          }
          return workload;
        });
  }

  private static void addPeers(Peers peers, byte[][] messages, List<Contestant> contestants)
      throws GeneralSecurityException {
    for (String peer : peers.names()) {
      contestants.add(new DigestContestant(peer, peers.sha256(peer), messages));
    }
  }

  static String occupancyName(int messages) {
    return String.format(Locale.ROOT, "%d at a time", messages);
  }
}
