package dev.mimeo.report.plot;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes plots. Thread-safe. */
public final class PlotWriter {

    private static final int LEAST = 200;
    private static final int MOST = 8000;

    private PlotWriter() {}

    /**
     * Writes a plot.
     *
     * @param width of pictures in pixels, from 200 to 8000; PNG has twice as many dots
     * @param height likewise
     * @param out left open
     * @throws IllegalArgumentException if the size is out of range
     */
    public static void write(Plot plot, Plot.PlotFormat format, int width, int height, OutputStream out)
            throws IOException {
        if (width < LEAST || height < LEAST || width > MOST || height > MOST) {
            throw new IllegalArgumentException(
                    "width and height must be from " + LEAST + " to " + MOST + ", got " + width + "x" + height);
        }
        switch (format) {
            case SVG, PNG -> {
                Canvas canvas =
                        format == Plot.PlotFormat.SVG ? new SvgCanvas(width, height) : new ImageCanvas(width, height);
                new PlotDrawing(plot, canvas, width, height).draw();
                canvas.write(out);
            }
            case GNUPLOT -> out.write(PlotText.gnuplot(plot).getBytes(StandardCharsets.UTF_8));
            case VEGA_LITE -> out.write(PlotText.vegaLite(plot, width, height).getBytes(StandardCharsets.UTF_8));
        }
    }
}
