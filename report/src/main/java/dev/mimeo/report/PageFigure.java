package dev.mimeo.report;

import dev.mimeo.report.plot.Chart;
import java.util.List;

/**
 * A numbered figure of a page: charts side by side, and a caption below them.
 *
 * @param caption sentences that say what is shown, with the number of values; plain text
 * @param charts at least one; all have the same columns of data
 * @param wide whether a single chart takes the whole width
 */
public record PageFigure(String caption, List<Chart> charts, boolean wide) {

    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException if there is no chart, or a wide figure has several
     */
    public PageFigure {
        charts = List.copyOf(charts);
        if (charts.isEmpty() || (wide && charts.size() > 1)) {
            throw new IllegalArgumentException("a figure has a chart, a wide one only one, got " + charts.size());
        }
    }

    /** Returns a figure of charts of equal size. */
    public static PageFigure of(String caption, List<? extends Chart> charts) {
        return new PageFigure(caption, List.copyOf(charts), false);
    }

    /** Returns a figure of one chart as wide as the page. */
    public static PageFigure wide(String caption, Chart chart) {
        return new PageFigure(caption, List.of(chart), true);
    }
}
