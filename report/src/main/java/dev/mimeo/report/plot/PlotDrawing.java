package dev.mimeo.report.plot;

import dev.mimeo.report.plot.Canvas.Anchor;

/** Draws a plot: axes with a grid, lines told apart by colours and dashes, and a legend if there are several. */
final class PlotDrawing {

    private static final int LEFT = 80;
    private static final int RIGHT = 24;
    private static final int TOP = 44;
    private static final int BOTTOM = 56;
    private static final int LEGEND_LINE = 18;
    private static final int LEGEND_STROKE = 34;
    private static final int LETTER = 7;
    private static final int SMALL = 12;
    private static final int LARGE = 16;
    private static final int GRID = 0xd9dce1;
    private static final int INK = 0x1a1a1a;
    private static final float[] UNBROKEN = {};

    /** M. Okabe and K. Ito's palette, which people with any colour vision can tell apart. */
    private static final int[] COLORS = {INK, 0xd55e00, 0x0072b2, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9, 0x8d95a1};

    private static final float[][] DASHES = {UNBROKEN, {7, 4}, {2, 3}, {10, 3, 2, 3}, {4, 2}};

    private final Plot plot;
    private final Canvas canvas;
    private final int width;
    private final int height;
    private final int top;
    private final Axis across;
    private final Axis up;

    PlotDrawing(Plot plot, Canvas canvas, int width, int height) {
        this.plot = plot;
        this.canvas = canvas;
        this.width = width;
        this.height = height;
        this.top = TOP + (plot.lines().size() > 1 ? legendLines() * LEGEND_LINE : 0);
        double[] range = {
            Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY
        };
        for (Plot.Line line : plot.lines()) {
            for (int i = 0; i < line.size(); i++) {
                range[0] = Math.min(range[0], line.x(i));
                range[1] = Math.max(range[1], line.x(i));
                range[2] = Math.min(range[2], line.y(i));
                range[3] = Math.max(range[3], line.y(i));
            }
        }
        boolean empty = range[0] > range[1];
        this.across = empty ? Axis.of(1, 2, plot.logX()) : Axis.of(range[0], range[1], plot.logX());
        this.up = empty ? Axis.of(1, 2, plot.logY()) : Axis.of(range[2], range[3], plot.logY());
    }

    void draw() {
        canvas.text(LEFT, TOP - 18, plot.title(), LARGE, Anchor.START, false);
        grid();
        canvas.text((LEFT + width - RIGHT) / 2.0, height - 14, plot.xTitle(), SMALL, Anchor.MIDDLE, false);
        canvas.text(18, (top + height - BOTTOM) / 2.0, plot.yTitle(), SMALL, Anchor.MIDDLE, true);
        for (int i = 0; i < plot.lines().size(); i++) {
            Plot.Line line = plot.lines().get(i);
            double[] x = new double[line.size()];
            double[] y = new double[line.size()];
            for (int point = 0; point < x.length; point++) {
                x[point] = x(line.x(point));
                y[point] = y(line.y(point));
            }
            canvas.line(x, y, color(i), 2, dash(i));
        }
        if (plot.lines().size() > 1) {
            legend();
        }
    }

    private static int color(int line) {
        return COLORS[line % COLORS.length];
    }

    private static float[] dash(int line) {
        return DASHES[line % DASHES.length];
    }

    private double x(double value) {
        return LEFT + across.place(value) * (width - LEFT - RIGHT);
    }

    private double y(double value) {
        return height - BOTTOM - up.place(value) * (height - BOTTOM - top);
    }

    private void grid() {
        int bottom = height - BOTTOM;
        for (double tick : across.ticks()) {
            canvas.line(new double[] {x(tick), x(tick)}, new double[] {top, bottom}, GRID, 1, UNBROKEN);
            canvas.text(x(tick), bottom + 18, Axis.text(tick), SMALL, Anchor.MIDDLE, false);
        }
        for (double tick : up.ticks()) {
            canvas.line(new double[] {LEFT, width - RIGHT}, new double[] {y(tick), y(tick)}, GRID, 1, UNBROKEN);
            canvas.text(LEFT - 8, y(tick) + 4, Axis.text(tick), SMALL, Anchor.END, false);
        }
        canvas.line(new double[] {LEFT, LEFT, width - RIGHT}, new double[] {top, bottom, bottom}, INK, 1, UNBROKEN);
    }

    /** Takes about as much place as letters do, whatever the font. */
    private static int legendWidth(Plot.Line line) {
        return LEGEND_STROKE + LETTER * line.name().length() + 2 * LETTER;
    }

    private int legendLines() {
        int lines = 1;
        int x = LEFT;
        for (Plot.Line line : plot.lines()) {
            if (x > LEFT && x + legendWidth(line) > width - RIGHT) {
                lines++;
                x = LEFT;
            }
            x += legendWidth(line);
        }
        return lines;
    }

    private void legend() {
        int x = LEFT;
        int y = TOP;
        for (int i = 0; i < plot.lines().size(); i++) {
            Plot.Line line = plot.lines().get(i);
            if (x > LEFT && x + legendWidth(line) > width - RIGHT) {
                x = LEFT;
                y += LEGEND_LINE;
            }
            double[] ends = {x, x + LEGEND_STROKE - LETTER};
            canvas.line(ends, new double[] {y - 4, y - 4}, color(i), 2, dash(i));
            canvas.text(x + LEGEND_STROKE, y, line.name(), SMALL, Anchor.START, false);
            x += legendWidth(line);
        }
    }
}
