package dev.mimeo.report.plot;

import dev.mimeo.report.plot.Canvas.Anchor;
import java.util.List;

/** Divides the area of a chart: title, legend, labels of the axes, and the rest for the data. For one drawing. */
final class ChartFrame {

    /** Size of labels and legends, pixels. */
    static final int TEXT_SIZE = 12;

    private static final int NARROW = 600;
    private static final int RIGHT = 18;

    /** Width of a letter, about, whatever the font. */
    private static final double LETTER = 6.5;

    private static final int LEGEND_STROKE = 30;
    private static final int LEGEND_LINE = TEXT_SIZE + 6;

    /** Letters of the labels on the left of most charts. */
    private static final int USUAL_LABEL = 6;

    private static final float[][] DASHES = {Canvas.UNBROKEN, {7, 4}, {2, 3}, {10, 3, 2, 3}, {4, 2}, {12, 4}, {1, 2}};

    private final Canvas canvas;
    private final List<String> names;
    private final int width;
    private final int titleSize;

    /** Left end of the area of the data. */
    final double left;

    /** Right end of the area of the data. */
    final double right;

    /** Upper end of the area of the data. */
    final double top;

    /** Lower end of the area of the data. */
    final double bottom;

    private final double legendTop;

    /**
     * Divides an area.
     *
     * @param names entries of the legend; no legend if there are fewer than two
     * @param labelLetters letters of the longest label on the left
     * @param upTitle whether there is a title beside these
     */
    ChartFrame(
            Canvas canvas, int width, int height, String title, List<String> names, int labelLetters, boolean upTitle) {
        this.canvas = canvas;
        this.names = names;
        this.width = width;
        boolean narrow = width < NARROW;
        titleSize = narrow ? 13 : 15;
        left = left(labelLetters, upTitle);
        right = width - RIGHT;
        legendTop = title.isEmpty() ? TEXT_SIZE + 2.0 : 2.0 * titleSize + 2;
        top = legendTop + legendLines(names, left, width) * LEGEND_LINE - (title.isEmpty() ? 4 : 8);
        bottom = height - 3.4 * TEXT_SIZE;
        canvas.text(left, titleSize, title, titleSize, Anchor.START, false);
    }

    static float[] dash(int series) {
        return DASHES[series % DASHES.length];
    }

    /** Returns the number of steps between marks on the horizontal axis that there is room for. */
    int stepsAcross() {
        return (int) Math.max(2, (right - left) / (9.0 * LETTER));
    }

    /** Draws the horizontal axis with its grid and labels. */
    void across(Axis axis, String title) {
        for (double tick : axis.ticks()) {
            double x = x(axis, tick);
            canvas.line(new double[] {x, x}, new double[] {top, bottom}, Paint.GRID, 1, Canvas.UNBROKEN);
            canvas.text(x, bottom + TEXT_SIZE + 4, axis.text(tick), TEXT_SIZE, Anchor.MIDDLE, false);
        }
        canvas.text((left + right) / 2, bottom + 2.9 * TEXT_SIZE, title, TEXT_SIZE, Anchor.MIDDLE, false);
    }

    /** Returns the position of a value on the horizontal axis. */
    double x(Axis axis, double value) {
        return left + axis.place(value) * (right - left);
    }

    /** Draws the legend, whose marks the caller knows. */
    void legend(LegendMark mark) {
        if (names.size() < 2) {
            return;
        }
        double x = left;
        double y = legendTop;
        for (int i = 0; i < names.size(); i++) {
            if (x > left && x + legendWidth(names.get(i)) > width) {
                x = left;
                y += LEGEND_LINE;
            }
            mark.draw(i, x, x + LEGEND_STROKE - LETTER, y - 0.35 * TEXT_SIZE);
            canvas.text(x + LEGEND_STROKE, y, names.get(i), TEXT_SIZE, Anchor.START, false);
            x += legendWidth(names.get(i));
        }
    }

    /** Returns the height that the legend of a chart with a title on the left takes beyond its first line, about. */
    static int furtherLegendLines(List<String> names, int width) {
        return Math.max(0, legendLines(names, left(USUAL_LABEL, true), width) - 1) * LEGEND_LINE;
    }

    private static double left(int labelLetters, boolean upTitle) {
        return (upTitle ? TEXT_SIZE + 10 : 2) + labelLetters * LETTER + 8.0;
    }

    private static int legendLines(List<String> names, double left, int width) {
        if (names.size() < 2) {
            return 0;
        }
        int lines = 1;
        double x = left;
        for (String name : names) {
            if (x > left && x + legendWidth(name) > width) {
                lines++;
                x = left;
            }
            x += legendWidth(name);
        }
        return lines;
    }

    /** Takes about as much place as LETTERs do, whatever the font. */
    private static double legendWidth(String name) {
        return LEGEND_STROKE + LETTER * name.length() + 2.0 * LETTER;
    }

    /** Draws the mark of an entry of the legend. */
    @FunctionalInterface
    interface LegendMark {
        void draw(int series, double from, double to, double y);
    }
}
