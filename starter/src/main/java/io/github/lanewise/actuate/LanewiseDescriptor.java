package io.github.lanewise.actuate;

import io.github.lanewise.kernel.sha256.CalibrationReport;
import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.PipelineStatistics;
import io.github.lanewise.pipeline.RsaSigner;
import io.github.lanewise.pipeline.cpu.PhysicalCore;
import io.github.lanewise.pipeline.cpu.WorkerPlacement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What the endpoint answers.
 *
 * @param engine what hashes now
 * @param engines all engines there might be here, refused ones too
 * @param calibration what was measured
 * @param workers the threads that hash; empty if they are not the pipeline's own
 * @param workersAlive how many workers take streams
 * @param statistics what was done so far
 * @param signing the signer, if there is one
 * @param properties those of {@code lanewise} that are set, by name, sanitised
 * @since 0.1
 */
public record LanewiseDescriptor(
    Engine engine,
    List<EngineRow> engines,
    Calibration calibration,
    List<Worker> workers,
    int workersAlive,
    PipelineStatistics statistics,
    @Nullable Signing signing,
    Map<String, Object> properties)
    implements OperationResponseBody {

  /**
   * What hashes now.
   *
   * @param name of the engine for full batches
   * @param lanes how many it has
   * @param table each engine with the number of messages from which it is used
   * @param reason why it was chosen
   * @param collapse why lanes are not used any more, or null
   */
  public record Engine(
      String name, int lanes, String table, String reason, @Nullable String collapse) {}

  /**
   * One engine that there might be.
   *
   * @param name such as {@code vector-256}
   * @param lanes how many it has; 0 where it could not be made
   * @param usedFrom the number of messages from which it is used; null if never
   * @param verdict why it is used, is not, or is refused
   * @param gigabytesPerSecond with all lanes used; null if it was not measured
   * @param ratio throughput with all lanes used ÷ that of {@code jdk}; null if not measured
   */
  public record EngineRow(
      String name,
      int lanes,
      @Nullable Integer usedFrom,
      String verdict,
      @Nullable Double gigabytesPerSecond,
      @Nullable Double ratio) {}

  /**
   * What was measured.
   *
   * @param underWay whether engines are being measured, or will be after a collapse
   * @param seconds how long it took; 0 where nothing was measured
   * @param settled whether the table would be the same wherever in their bounds the figures are
   */
  public record Calibration(boolean underWay, double seconds, boolean settled) {}

  /**
   * One thread that hashes.
   *
   * @param thread its name
   * @param state {@code pinned}, {@code not started} or {@code not pinned}
   * @param core the cpus of the physical core that it has, or null if it is not pinned
   * @param node the NUMA node of that core
   * @param reason why it is not pinned, or null
   */
  public record Worker(
      String thread,
      String state,
      @Nullable List<Integer> core,
      @Nullable Integer node,
      @Nullable String reason) {

    static Worker of(WorkerPlacement placement) {
      if (placement instanceof WorkerPlacement.Unpinned unpinned) {
        return new Worker(unpinned.threadName(), "not pinned", null, null, unpinned.reason());
      }
      if (placement instanceof WorkerPlacement.Pinned pinned) {
        return on(pinned.core(), pinned.threadName(), "pinned");
      }
      WorkerPlacement.NotStarted waiting = (WorkerPlacement.NotStarted) placement;
      return on(waiting.core(), waiting.threadName(), "not started");
    }

    private static Worker on(PhysicalCore core, String thread, String state) {
      return new Worker(thread, state, core.cpus(), core.node(), null);
    }
  }

  /**
   * The signer.
   *
   * @param keyId of the key that signs now
   * @param scheme of the signatures
   * @param engines what computes them, and why
   * @param faults signatures that were held back
   */
  public record Signing(String keyId, String scheme, String engines, long faults) {

    static Signing of(RsaSigner signer) {
      return new Signing(
          signer.keyId(), signer.scheme().algorithm(), signer.engines(), signer.faults());
    }
  }

  static LanewiseDescriptor of(
      HashingPipeline pipeline, @Nullable RsaSigner signer, Map<String, Object> properties) {
    EngineChoice choice = pipeline.engine();
    CalibrationReport report = choice.report();
    return new LanewiseDescriptor(
        new Engine(
            choice.engine(),
            choice.lanes(),
            choice.table(),
            choice.description(),
            choice.collapse()),
        report.rows().stream().map(LanewiseDescriptor::row).toList(),
        new Calibration(
            pipeline.isCalibrating(), report.took().toMillis() / 1000.0, report.isSettled()),
        pipeline.workers().stream().map(Worker::of).toList(),
        pipeline.workersAlive(),
        pipeline.statistics(),
        signer == null ? null : Signing.of(signer),
        properties);
  }

  private static EngineRow row(CalibrationReport.Row row) {
    boolean measured = !row.loads().isEmpty();
    return new EngineRow(
        row.engine(),
        row.lanes(),
        row.from().orElse(null),
        row.verdict(),
        row.gigabytesPerSecond() > 0 ? row.gigabytesPerSecond() : null,
        measured ? row.ratio() : null);
  }
}
