package dev.mimeo.report.plot;

import java.io.IOException;
import java.io.OutputStream;

/** Surface that a chart is drawn on. Positions are in pixels from the top left corner. */
interface Canvas {

    /** Alignment of a text relative to its position. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    /** Shape of a mark, by which series differ as well. */
    enum Shape {
        CIRCLE,
        SQUARE,
        TRIANGLE,
        DIAMOND,
        CROSS,
        PLUS;

        private static final double RADIUS = 3.2;
        private static final int CIRCLE_CORNERS = 16;

        static Shape series(int index) {
            return values()[index % values().length];
        }

        /** Returns the strokes around a point, each as the x and the y of its corners. */
        private double[][][] strokes(double x, double y) {
            double r = RADIUS;
            return switch (this) {
                case CIRCLE -> new double[][][] {circle(x, y)};
                case SQUARE ->
                    new double[][][] {{{x - r, x + r, x + r, x - r, x - r}, {y - r, y - r, y + r, y + r, y - r}}};
                case TRIANGLE -> new double[][][] {{{x, x + r, x - r, x}, {y - r, y + r, y + r, y - r}}};
                case DIAMOND -> new double[][][] {{{x, x + r, x, x - r, x}, {y - r, y, y + r, y, y - r}}};
                case CROSS -> new double[][][] {{{x - r, x + r}, {y - r, y + r}}, {{x - r, x + r}, {y + r, y - r}}};
                case PLUS -> new double[][][] {{{x - r, x + r}, {y, y}}, {{x, x}, {y - r, y + r}}};
            };
        }

        private static double[][] circle(double x, double y) {
            double[][] corners = new double[2][CIRCLE_CORNERS + 1];
            for (int i = 0; i <= CIRCLE_CORNERS; i++) {
                corners[0][i] = x + RADIUS * Math.cos(2 * Math.PI * i / CIRCLE_CORNERS);
                corners[1][i] = y + RADIUS * Math.sin(2 * Math.PI * i / CIRCLE_CORNERS);
            }
            return corners;
        }
    }

    /** Dashes of an unbroken line. */
    float[] UNBROKEN = {};

    /**
     * Draws a line through points.
     *
     * @param dash lengths of strokes and gaps; none for an unbroken line
     */
    void line(double[] x, double[] y, Paint paint, double width, float[] dash);

    /** Fills a rectangle. */
    void rectangle(double x, double y, double width, double height, Paint paint);

    /** Draws the outline of a mark around a point. */
    default void mark(double x, double y, Shape shape, Paint paint) {
        for (double[][] stroke : shape.strokes(x, y)) {
            line(stroke[0], stroke[1], paint, 1.5, UNBROKEN);
        }
    }

    /** Draws something that the pointer shows a text of, where pictures can do so. */
    default void described(String description, Runnable drawing) {
        drawing.run();
    }

    /** Writes a text from left to right. */
    void text(double x, double y, String text, int size, Anchor anchor);

    /** Writes a text from bottom to top. */
    void upwardText(double x, double y, String text, int size, Anchor anchor);

    /** Writes the picture. */
    void write(OutputStream out) throws IOException;
}
