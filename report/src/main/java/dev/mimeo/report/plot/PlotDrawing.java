package dev.mimeo.report.plot;

import dev.mimeo.report.plot.Canvas.Shape;
import java.time.Instant;
import java.util.List;

/** Draws a plot: axes with a grid, lines that differ by colours and dashes, marks that differ by shapes, and a legend. */
final class PlotDrawing {

    /** Height of the space that a mark on the vertical axis needs, pixels. */
    private static final int TICK_HEIGHT = 38;

    /** Points of a line from which they are not described one by one, which would double the size of a page. */
    private static final int DESCRIBED = 2000;

    private final Plot plot;
    private final Canvas canvas;
    private final ChartFrame frame;
    private final Axis across;
    private final Axis up;

    private PlotDrawing(Plot plot, Canvas canvas, int width, int height) {
        this.plot = plot;
        this.canvas = canvas;
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
        if (range[0] > range[1]) {
            range = new double[] {1, 2, 1, 2};
        }
        up = Axis.of(plot.y(), range[2], range[3], Math.max(2, height / TICK_HEIGHT - 2));
        List<String> labels = up.ticks().stream().map(up::text).toList();
        double left = ChartFrame.leftBesideTitleAndLabels(labels, width);
        frame = new ChartFrame(canvas, width, height, plot.title(), names(plot), left);
        across = Axis.of(plot.x(), range[0], range[1], frame.stepsAcross());
    }

    /** Returns the height at which the data has as much room as if the legend had one line. */
    static int height(Plot plot, int width, int height) {
        return height + ChartFrame.furtherLegendLines(names(plot), ChartFrame.USUAL_LEFT, width);
    }

    private static List<String> names(Plot plot) {
        return plot.lines().stream().map(Plot.Line::name).toList();
    }

    static void draw(Plot plot, Canvas canvas, int width, int height) {
        new PlotDrawing(plot, canvas, width, height).draw();
    }

    private void draw() {
        frame.across(across, plot.x().title());
        if (plot.lines().isEmpty()) {
            frame.noData();
        }
        for (double tick : up.ticks()) {
            canvas.line(
                    new double[] {frame.left, frame.right},
                    new double[] {y(tick), y(tick)},
                    Paint.GRID,
                    1,
                    Canvas.UNBROKEN);
            frame.label(y(tick) + 4, up.text(tick));
        }
        frame.up(plot.y().title());
        canvas.line(
                new double[] {frame.left, frame.left, frame.right},
                new double[] {frame.top, frame.bottom, frame.bottom},
                Paint.FAINT,
                1,
                Canvas.UNBROKEN);
        for (int i = 0; i < plot.lines().size(); i++) {
            line(plot.lines().get(i), i);
        }
        frame.legend(this::legendMark);
    }

    private void line(Plot.Line line, int series) {
        boolean steps = plot.style() == Plot.Style.STEPS;
        int points = steps ? Math.max(0, 2 * line.size() - 1) : line.size();
        double[] x = new double[points];
        double[] y = new double[points];
        for (int i = 0; i < points; i++) {
            x[i] = frame.x(across, line.x(steps ? (i + 1) / 2 : i));
            y[i] = y(line.y(steps ? i / 2 : i));
        }
        if (hasLine(line)) {
            canvas.described(
                    line.name(), () -> canvas.line(x, y, Paint.series(series), width(series), ChartFrame.dash(series)));
        }
        if (hasMarks(line)) {
            for (int i = 0; i < points; i++) {
                int point = i;
                canvas.described(
                        points <= DESCRIBED ? description(line, i) : line.name(),
                        () -> canvas.mark(x[point], y[point], Shape.series(series), Paint.series(series)));
            }
        }
    }

    /** Returns whether the points of a line are joined: a single one cannot be. */
    private boolean hasLine(Plot.Line line) {
        return plot.style() != Plot.Style.POINTS && line.size() > 1;
    }

    /** Returns whether the points of a line have marks; a single one would not be seen without. */
    private boolean hasMarks(Plot.Line line) {
        return plot.style() == Plot.Style.POINTS || plot.style() == Plot.Style.MARKED_LINES || line.size() == 1;
    }

    /** Returns what the pointer shows of a point. */
    private String description(Plot.Line line, int point) {
        return line.name() + ": " + plot.x().title() + " " + text(plot.x(), line.x(point)) + ", "
                + plot.y().title() + " " + text(plot.y(), line.y(point));
    }

    private static String text(PlotAxis axis, double value) {
        return axis.scale() == PlotAxis.Scale.TIME
                ? Instant.ofEpochMilli(Math.round(1000 * value)).toString()
                : PlotText.number(value);
    }

    /** Returns the width of a line: the first, which mostly is the original, lies below the others and is thinner. */
    private static double width(int series) {
        return series == 0 ? 1.5 : 2;
    }

    private void legendMark(int series, double from, double to, double y) {
        Plot.Line line = plot.lines().get(series);
        if (hasLine(line)) {
            canvas.line(
                    new double[] {from, to},
                    new double[] {y, y},
                    Paint.series(series),
                    width(series),
                    ChartFrame.dash(series));
        }
        if (hasMarks(line)) {
            canvas.mark((from + to) / 2, y, Shape.series(series), Paint.series(series));
        }
    }

    private double y(double value) {
        return frame.bottom - up.place(value) * (frame.bottom - frame.top);
    }
}
