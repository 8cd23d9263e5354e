package dev.mimeo.report.plot;

import dev.mimeo.MimeoException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes charts. Thread-safe. */
public final class PlotWriter {

    private static final int LEAST = 200;
    private static final int MOST = 8000;

    private PlotWriter() {}

    /**
     * Writes a chart.
     *
     * @param width width of pictures in pixels, from 200 to 8000; PNG has twice as many dots
     * @param height likewise
     * @param out left open
     * @throws IllegalArgumentException if the size is out of range
     * @throws MimeoException if this Java cannot write PNG, or has no fonts for it
     * @throws IOException if writing fails
     */
    public static void write(Chart chart, Plot.PlotFormat format, int width, int height, OutputStream out)
            throws IOException {
        if (width < LEAST || height < LEAST || width > MOST || height > MOST) {
            throw new IllegalArgumentException(
                    "width and height must be from " + LEAST + " to " + MOST + ", got " + width + "x" + height);
        }
        switch (format) {
            case SVG, PNG -> {
                Canvas canvas =
                        format == Plot.PlotFormat.SVG ? new SvgCanvas(width, height) : new ImageCanvas(width, height);
                draw(chart, canvas, width, height);
                canvas.write(out);
            }
            case GNUPLOT -> out.write(PlotText.gnuplot(chart).getBytes(StandardCharsets.UTF_8));
            case VEGA_LITE -> out.write(PlotText.vegaLite(chart, width, height).getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void draw(Chart chart, Canvas canvas, int width, int height) {
        if (chart instanceof CategoryPlot categories) {
            CategoryDrawing.draw(categories, canvas, width, height);
        } else {
            PlotDrawing.draw((Plot) chart, canvas, width, height);
        }
    }

    /**
     * Returns the height at which a chart is legible: that of a plot whose legend has one line, to which each further line adds;
     * a chart of categories is as high as these and its legend need. A legend has at most 15 lines, the last of which counts the entries
     * that are left out.
     *
     * @param width width in pixels
     * @param height height of a plot whose legend has one line, in pixels
     */
    public static int height(Chart chart, int width, int height) {
        return chart instanceof CategoryPlot categories
                ? CategoryDrawing.height(categories, width)
                : PlotDrawing.height((Plot) chart, width, height);
    }

    /**
     * Returns a chart as an SVG element of an HTML page, which scales with its place. The colours are those for paper; classes
     * {@code line-NAME} and {@code area-NAME} let a style sheet replace them, where NAME is {@code ink}, {@code faint}, {@code
     * grid}, {@code shade}, or {@code s0} to {@code s7} for the series.
     *
     * @param width width in pixels at which texts have their size
     * @param height as for {@link #height}
     * @param cssClass class of the element
     */
    public static String element(Chart chart, int width, int height, String cssClass) {
        int needed = height(chart, width, height);
        SvgCanvas canvas = new SvgCanvas(width, needed);
        draw(chart, canvas, width, needed);
        return canvas.element(label(chart), cssClass);
    }

    /** Returns what a reader hears who does not see the chart: its title, and its quantities. */
    private static String label(Chart chart) {
        String quantities = chart instanceof Plot plot
                ? plot.y().title() + " by " + plot.x().title()
                : ((CategoryPlot) chart).axis().title();
        return chart.title().isEmpty() ? quantities : chart.title() + ": " + quantities;
    }
}
