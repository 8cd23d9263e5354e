package dev.mimeo.report.plot;

import dev.mimeo.report.plot.Canvas.Anchor;
import dev.mimeo.report.plot.Canvas.Shape;
import dev.mimeo.report.plot.CategoryPlot.Marks;
import dev.mimeo.report.plot.CategoryPlot.Values;
import java.util.List;

/** Draws values by category, a row for each. */
final class CategoryDrawing {

    private static final double ROW_FILL = 0.72;
    private static final int VALUE_DIGITS = 3;

    /** Values below this are shown to the unit. */
    private static final double WHOLE = 1e6;

    /** Share of the width that is free for the values beside the bars. */
    private static final double ROOM_FOR_VALUES = 0.12;

    private final CategoryPlot plot;
    private final Canvas canvas;
    private final ChartFrame frame;
    private final Axis axis;

    private CategoryDrawing(CategoryPlot plot, Canvas canvas, int width, int height) {
        this.plot = plot;
        this.canvas = canvas;
        double least = -plot.limit();
        double most = plot.limit();
        for (Values values : plot.series()) {
            for (int i = 0; i < plot.labels().size(); i++) {
                double value = values.values().get(i);
                if (!Double.isNaN(value)) {
                    least = Math.min(least, value - values.error(i));
                    most = Math.max(most, value + values.error(i));
                }
            }
        }
        PlotAxis shown = plot.axis();
        if (plot.marks() == Marks.BARS) {
            most += ROOM_FOR_VALUES * (most - least);
            // Bars to the left of 0 do not fit on an axis that begins there.
            shown = least < shown.least() ? PlotAxis.linear(shown.title()) : shown;
        }
        double left = ChartFrame.leftBesideLabels(plot.labels(), width);
        frame = new ChartFrame(canvas, width, height, plot.title(), names(plot), left);
        axis = Axis.of(shown, least, most, frame.stepsAcross());
    }

    static void draw(CategoryPlot plot, Canvas canvas, int width, int height) {
        new CategoryDrawing(plot, canvas, width, height).draw();
    }

    private static List<String> names(CategoryPlot plot) {
        return plot.series().stream().map(Values::name).toList();
    }

    /** Returns the height that leaves enough room for each category. */
    static int height(CategoryPlot plot, int width) {
        int row = plot.marks() == Marks.BARS
                ? 8 + 15 * plot.series().size()
                : 10 + 12 * plot.series().size();
        double left = ChartFrame.leftBesideLabels(plot.labels(), width);
        return 96 + plot.labels().size() * row + ChartFrame.furtherLegendLines(names(plot), left, width);
    }

    private void draw() {
        if (plot.limit() > 0) {
            double from = frame.x(axis, -plot.limit());
            canvas.rectangle(
                    from, frame.top, frame.x(axis, plot.limit()) - from, frame.bottom - frame.top, Paint.SHADE);
        }
        frame.across(axis, plot.axis().title());
        double zero = frame.x(axis, 0);
        double row = (frame.bottom - frame.top) / Math.max(1, plot.labels().size());
        double part = ROW_FILL * row / Math.max(1, plot.series().size());
        for (int i = 0; i < plot.labels().size(); i++) {
            double start = frame.top + row * (i + (1 - ROW_FILL) / 2);
            frame.label(frame.top + row * (i + 0.5) + 4, plot.labels().get(i));
            for (int series = 0; series < plot.series().size(); series++) {
                if (!Double.isNaN(plot.series().get(series).values().get(i))) {
                    int category = i;
                    int at = series;
                    canvas.described(description(series, i), () -> value(at, category, zero, start + part * at, part));
                }
            }
        }
        canvas.line(new double[] {zero, zero}, new double[] {frame.top, frame.bottom}, Paint.FAINT, 1, Canvas.UNBROKEN);
        frame.legend((series, from, to, y) -> {
            if (plot.marks() == Marks.BARS) {
                canvas.rectangle(from + 8, y - 5, to - from - 8, 10, paint(series));
            } else {
                canvas.mark((from + to) / 2, y, Shape.series(color(series)), paint(series));
            }
        });
    }

    /** Returns what the pointer shows of a value. */
    private String description(int series, int category) {
        Values values = plot.series().get(series);
        String text = values.name() + ", " + plot.labels().get(category) + ": "
                + PlotText.number(values.values().get(category));
        double error = values.error(category);
        return (error > 0 ? text + " ± " + PlotText.number(error) : text) + " ("
                + plot.axis().title() + ")";
    }

    private int color(int series) {
        return plot.firstColor() + series;
    }

    private Paint paint(int series) {
        return Paint.series(color(series));
    }

    private void value(int series, int category, double zero, double y, double height) {
        Values values = plot.series().get(series);
        double value = values.values().get(category);
        double x = frame.x(axis, value);
        if (plot.marks() == Marks.BARS) {
            canvas.rectangle(Math.min(zero, x), y + 1, Math.abs(x - zero), height - 2, paint(series));
            canvas.text(Math.max(zero, x) + 5, y + height / 2 + 4, text(value), ChartFrame.TEXT_SIZE, Anchor.START);
            return;
        }
        double middle = y + height / 2;
        double error = values.error(category);
        if (error > 0) {
            double[] ends = {frame.x(axis, value - error), frame.x(axis, value + error)};
            canvas.line(ends, new double[] {middle, middle}, paint(series), 1, Canvas.UNBROKEN);
        }
        canvas.mark(x, middle, Shape.series(color(series)), paint(series));
    }

    private static String text(double value) {
        double size = Math.rint(Math.abs(value));
        return Axis.number(value, size < WHOLE ? Math.max(VALUE_DIGITS, (int) Math.log10(size) + 1) : VALUE_DIGITS);
    }
}
