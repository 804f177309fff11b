package io.github.lanewise.benchmarks;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.FixedLengthSha256;
import io.github.lanewise.kernel.sha256.MultiBufferSha256;
import io.github.lanewise.kernel.sha256.Sha256Engines;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Messages, and who hashes them. {@code MessageDigest} is among them at every point. */
final class Sha256Workload implements Workload {

  /** The reference of all ratios: the JDK's {@code MessageDigest}, with nothing around it. */
  static final String REFERENCE = "MessageDigest";

  /** The public entry: the engine that a calibration chooses. */
  static final String CHOSEN = "chosen";

  /** The widest engine that is usable here, whether it pays or not. */
  static final String WIDEST = "widest";

  private static final int CACHE_LINE = 64;

  /** Smaller batches are timed several together. */
  private static final long MIN_TIMED_BYTES = 256 * 1024;

  private final Arena arena = Arena.ofConfined();
  private final List<MultiBufferSha256> open = new ArrayList<>();
  private final List<FixedLengthSha256> openFixed = new ArrayList<>();
  private final List<Point> points = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(42);
  private final boolean direct;

  /**
   * @param direct whether engines get the messages off the heap
   */
  Sha256Workload(boolean direct) {
    this.direct = direct;
  }

  /** Makes contestants for a set of messages. */
  interface Entrants {
    List<Contestant> of(byte[][] messages, MemorySegment[] segments)
        throws GeneralSecurityException;
  }

  /** Adds messages of a length between two, and the reference to those who hash them. */
  Sha256Workload point(String name, int count, int minBytes, int maxBytes, Entrants entrants) {
    byte[][] messages = new byte[count][];
    MemorySegment[] segments = new MemorySegment[count];
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      messages[i] = new byte[random.nextInt(minBytes, maxBytes + 1)];
      random.nextBytes(messages[i]);
      bytes += messages[i].length;
      MemorySegment heap = MemorySegment.ofArray(messages[i]);
      segments[i] = direct ? arena.allocate(messages[i].length, CACHE_LINE).copyFrom(heap) : heap;
    }
    try {
      MessageDigest reference = MessageDigest.getInstance("SHA-256");
      List<Contestant> contestants = new ArrayList<>(entrants.of(messages, segments));
      contestants.add(new DigestContestant(REFERENCE, reference, messages));
      int batches = (int) Math.max(1, MIN_TIMED_BYTES / bytes);
      points.add(new Point(name, bytes, batches, contestants));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot make the contestants of " + name, e);
    }
    return this;
  }

  /** Working memory for an engine, shared by all points. */
  MultiBufferSha256 open(EngineChoice choice) {
    MultiBufferSha256 sha256 = choice.open();
    open.add(sha256);
    return sha256;
  }

  /** As {@link #open}, for messages of one length. */
  FixedLengthSha256 openFixed(EngineChoice choice, int messageBytes) {
    FixedLengthSha256 sha256 = choice.openFixed(messageBytes);
    openFixed.add(sha256);
    return sha256;
  }

  /** What {@link #CHOSEN}, {@link #WIDEST} or the name of an engine stands for here. */
  static EngineChoice choice(String engine) {
    Sha256Engines engines = Sha256Engines.discover();
    return switch (engine) {
      case CHOSEN -> Calibrated.CHOICE;
      case WIDEST -> engines.force(usableEngines().getLast());
      default -> engines.force(engine);
    };
  }

  /** Once for all scenarios that share a JVM. */
  private static final class Calibrated {
    static final EngineChoice CHOICE = Sha256Engines.discover().calibrate();
  }

  /** The engines that are not refused, narrow ones first. */
  static List<String> usableEngines() {
    return Sha256Engines.discover().candidates().stream()
        .filter(candidate -> candidate.refusal() == null)
        .map(Sha256Engines.Candidate::name)
        .toList();
  }

  @Override
  public List<Point> points() {
    return points;
  }

  @Override
  public void close() {
    open.forEach(MultiBufferSha256::close);
    openFixed.forEach(FixedLengthSha256::close);
    arena.close();
  }
}
