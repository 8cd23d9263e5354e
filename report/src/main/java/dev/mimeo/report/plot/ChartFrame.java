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

    private static final int LEGEND_LINE = TEXT_SIZE + 6;

    /** Height that a legend leaves to the data, pixels. */
    private static final int LEAST_DATA = 100;

    /** Most lines of a legend for which a chart is made higher. */
    private static final int MOST_LEGEND_LINES = 15;

    /** Largest share of the width that labels on the left take. */
    private static final double MOST_LABEL = 0.4;

    /** Space between labels on the left and the data, pixels. */
    private static final double LABEL_GAP = 8;

    /** Space on the left of labels, without and with a title of the vertical axis, pixels. */
    private static final int LEFT_MARGIN = 2;

    private static final int UP_TITLE = TEXT_SIZE + 10;

    /** Left end of the data of most charts that have a title of the vertical axis, pixels. */
    static final double USUAL_LEFT = UP_TITLE + 39 + LABEL_GAP;

    private static final float[][] DASHES = {Canvas.UNBROKEN, {7, 4}, {2, 3}, {10, 3, 2, 3}, {4, 2}, {12, 4}, {1, 2}};

    private final Canvas canvas;
    private final Legend legend;
    private final int titleSize;
    private final int width;

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
     * @param left left end of the area of the data, pixels
     */
    ChartFrame(Canvas canvas, int width, int height, String title, List<String> names, double left) {
        this.canvas = canvas;
        this.width = width;
        boolean narrow = width < NARROW;
        titleSize = narrow ? 13 : 15;
        this.left = left;
        right = width - RIGHT;
        legendTop = title.isEmpty() ? TEXT_SIZE + 2.0 : 2.0 * titleSize + 2;
        bottom = height - 3.4 * TEXT_SIZE;
        int lines = (int) Math.max(1, (bottom - legendTop - LEAST_DATA) / LEGEND_LINE);
        legend = Legend.of(names, left, width, lines);
        top = legendTop + legend.lines() * LEGEND_LINE - (title.isEmpty() ? 4 : 8);
        text(left, titleSize, title, titleSize, Anchor.START, width - left);
    }

    /** Returns the left end of the data beside labels. */
    static double leftBesideLabels(List<String> labels, int width) {
        return LEFT_MARGIN + labelWidth(labels, width) + LABEL_GAP;
    }

    /** Returns the left end of the data beside labels and the title of the vertical axis. */
    static double leftBesideTitleAndLabels(List<String> labels, int width) {
        return UP_TITLE + labelWidth(labels, width) + LABEL_GAP;
    }

    private static double labelWidth(List<String> labels, int width) {
        double widest = labels.stream()
                .mapToDouble(label -> TextWidth.of(label, TEXT_SIZE))
                .max()
                .orElse(0);
        return Math.min(widest, MOST_LABEL * width);
    }

    /** Writes a text, shortened to a width; the pointer shows all of it. */
    private void text(double x, double y, String text, int size, Anchor anchor, double most) {
        String shown = TextWidth.shortened(text, size, most);
        if (shown.equals(text)) {
            canvas.text(x, y, text, size, anchor);
        } else {
            canvas.described(text, () -> canvas.text(x, y, shown, size, anchor));
        }
    }

    /** Writes a label on the left of the data. */
    void label(double y, String label) {
        text(left - 6, y, label, TEXT_SIZE, Anchor.END, left - 8);
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
        double free = 0;
        for (double tick : axis.ticks()) {
            double x = x(axis, tick);
            canvas.line(new double[] {x, x}, new double[] {top, bottom}, Paint.GRID, 1, Canvas.UNBROKEN);
            String label = axis.text(tick);
            double half = TextWidth.of(label, TEXT_SIZE) / 2;
            // The label of a mark at the end is wider than the margin.
            double middle = Math.max(half, Math.min(x, width - half));
            if (middle - half >= free) {
                canvas.text(middle, bottom + TEXT_SIZE + 4, label, TEXT_SIZE, Anchor.MIDDLE);
                free = middle + half + LETTER;
            }
        }
        text((left + right) / 2, bottom + 2.9 * TEXT_SIZE, axis.title(title), TEXT_SIZE, Anchor.MIDDLE, right - left);
    }

    /** Writes that the chart has no data, in the middle of its area. */
    void noData() {
        canvas.text((left + right) / 2, (top + bottom) / 2, "no values", TEXT_SIZE, Anchor.MIDDLE);
    }

    /** Writes the title of the vertical axis, upwards. */
    void up(String title) {
        double middle = (top + bottom) / 2;
        String shown = TextWidth.shortened(title, TEXT_SIZE, 2 * Math.min(middle, bottom + 3 * TEXT_SIZE - middle));
        canvas.described(title, () -> canvas.upwardText(TEXT_SIZE + 1.0, middle, shown, TEXT_SIZE, Anchor.MIDDLE));
    }

    /** Returns the position of a value on the horizontal axis. */
    double x(Axis axis, double value) {
        return left + axis.place(value) * (right - left);
    }

    /** Draws the legend, whose marks the caller knows. */
    void legend(LegendMark mark) {
        for (Legend.Entry entry : legend.entries()) {
            double y = legendTop + entry.line() * LEGEND_LINE;
            mark.draw(entry.series(), entry.x(), entry.x() + Legend.STROKE - LETTER, y - 0.35 * TEXT_SIZE);
            double start = entry.x() + Legend.STROKE;
            if (entry.shown().equals(entry.name())) {
                canvas.text(start, y, entry.name(), TEXT_SIZE, Anchor.START);
            } else {
                canvas.described(entry.name(), () -> canvas.text(start, y, entry.shown(), TEXT_SIZE, Anchor.START));
            }
        }
        if (legend.hidden() > 0) {
            double y = legendTop + (legend.lines() - 1) * LEGEND_LINE;
            String count = "and " + legend.hidden() + " more";
            canvas.text(legend.countAt(left), y, count, TEXT_SIZE, Anchor.START);
        }
    }

    /**
     * Returns the height that the legend of a chart takes beyond its first line, about.
     *
     * @param left left end of the area of the data, pixels
     */
    static int furtherLegendLines(List<String> names, double left, int width) {
        return Math.max(0, Legend.of(names, left, width, MOST_LEGEND_LINES).lines() - 1) * LEGEND_LINE;
    }

    /** Draws the mark of an entry of the legend. */
    @FunctionalInterface
    interface LegendMark {
        void draw(int series, double from, double to, double y);
    }
}
