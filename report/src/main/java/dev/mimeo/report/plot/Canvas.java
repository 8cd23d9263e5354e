package dev.mimeo.report.plot;

import java.io.IOException;
import java.io.OutputStream;

/** Surface that a plot is drawn on. Places are in pixels from the top left corner. */
interface Canvas {

    /** Alignment of a text relative to its position. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    /**
     * Draws a line through points.
     *
     * @param color 0xRRGGBB
     * @param dash lengths of strokes and gaps; none for an unbroken line
     */
    void line(double[] x, double[] y, int color, double width, float[] dash);

    /** Writes a text; upwards if {@code turned}. */
    void text(double x, double y, String text, int size, Anchor anchor, boolean turned);

    /** Writes the picture. */
    void write(OutputStream out) throws IOException;
}
