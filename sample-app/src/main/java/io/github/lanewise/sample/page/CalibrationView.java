package io.github.lanewise.sample.page;

import io.github.lanewise.kernel.sha256.CalibrationReport;
import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.pipeline.HashingPipeline;
import java.util.List;

/**
 * The break-even curve as the page draws it.
 *
 * @param description what is used and why
 * @param calibrating whether engines are being measured now
 * @param table which engine is used from how many messages on
 * @param engines each engine, refused ones too
 */
record CalibrationView(
    String description, boolean calibrating, String table, List<Engine> engines) {

  /**
   * One engine.
   *
   * @param name its name
   * @param lanes how many it has; 0 where it could not be made
   * @param verdict why it is used, or is not
   * @param points the curve; empty if it was not measured
   */
  record Engine(String name, int lanes, String verdict, List<Point> points) {}

  /**
   * One point.
   *
   * @param messages at a time
   * @param ratio throughput ÷ that of {@code jdk} on the same messages
   */
  record Point(int messages, double ratio) {}

  static CalibrationView of(HashingPipeline pipeline) {
    EngineChoice choice = pipeline.engine();
    return new CalibrationView(
        choice.description(),
        pipeline.isCalibrating(),
        choice.table(),
        choice.report().rows().stream().map(CalibrationView::engine).toList());
  }

  private static Engine engine(CalibrationReport.Row row) {
    return new Engine(
        row.engine(),
        row.lanes(),
        row.verdict(),
        row.loads().stream().map(load -> new Point(load.messages(), load.ratio())).toList());
  }
}
