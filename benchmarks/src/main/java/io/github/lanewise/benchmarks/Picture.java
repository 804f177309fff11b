package io.github.lanewise.benchmarks;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Lines of GB/s over an axis, as an SVG file. */
final class Picture {

  /** How a line is drawn. */
  record Look(Color colour, float width, boolean dashed) {

    private BasicStroke stroke() {
      float[] dashes = dashed ? new float[] {7, 5} : null;
      return new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, dashes, 0);
    }
  }

  private static final int WIDTH = 860;
  private static final int HEIGHT = 460;
  private static final String FONT = Font.SANS_SERIF;
  private static final Color GRID = new Color(0xe4e4e4);
  private static final Color TEXT = new Color(0x333333);

  private final XYChart chart;
  private final DoubleUnaryOperator xScale;

  private Picture(String title, String xAxis, DoubleUnaryOperator xScale) {
    this.xScale = xScale;
    chart =
        new XYChartBuilder()
            .title(title)
            .xAxisTitle(xAxis)
            .yAxisTitle("GB/s")
            .width(WIDTH)
            .height(HEIGHT)
            .build();
    XYStyler style = chart.getStyler();
    style.setChartBackgroundColor(Color.WHITE);
    style.setChartFontColor(TEXT);
    style.setPlotBorderVisible(false);
    style.setPlotGridLinesColor(GRID);
    style.setPlotGridLinesStroke(new BasicStroke(1));
    style.setAxisTickMarksColor(GRID);
    style.setAxisTickLabelsColor(TEXT);
    style.setChartTitleFont(new Font(FONT, Font.BOLD, 15));
    style.setAxisTitleFont(new Font(FONT, Font.PLAIN, 13));
    style.setAxisTickLabelsFont(new Font(FONT, Font.PLAIN, 12));
    style.setLegendFont(new Font(FONT, Font.PLAIN, 12));
    style.setLegendPosition(LegendPosition.OutsideE);
    style.setLegendBorderColor(Color.WHITE);
    style.setYAxisMin(0.0);
    style.setYAxisDecimalPattern("0.0");
  }

  /** Over whole numbers, evenly. */
  static Picture overCounts(String title, String xAxis) {
    Picture picture = new Picture(title, xAxis, x -> x);
    picture.chart.getStyler().setXAxisDecimalPattern("0");
    return picture;
  }

  /** Over numbers of bytes, each twice as much as far as the one before. */
  static Picture overSizes(String title, String xAxis) {
    Picture picture = new Picture(title, xAxis, x -> Math.log(x) / Math.log(2));
    picture.chart.setCustomXAxisTickLabelsFormatter(Picture::powerOfTwo);
    return picture;
  }

  private static String powerOfTwo(double exponent) {
    if (exponent != Math.rint(exponent)) {
      return "";
    }
    String[] units = {" B", " KiB", " MiB", " GiB"};
    return (1L << (int) exponent % 10) + units[(int) exponent / 10];
  }

  /** Adds a line, under a name for the legend. */
  void line(String name, Look look, int[] x, double[] y) {
    double[] scaled = Arrays.stream(x).asDoubleStream().map(xScale).toArray();
    XYSeries series = chart.addSeries(name, scaled, y);
    series.setLineColor(look.colour());
    series.setLineStyle(look.stroke());
    series.setMarker(SeriesMarkers.NONE);
  }

  void write(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    VectorGraphicsEncoder.saveVectorGraphic(chart, file.toString(), VectorGraphicsFormat.SVG);
    System.out.println("drew " + file.normalize());
  }
}
