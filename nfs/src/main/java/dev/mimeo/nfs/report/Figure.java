package dev.mimeo.nfs.report;

import dev.mimeo.nfs.analyze.ResultTable;
import dev.mimeo.report.ChartPage.Chart;
import dev.mimeo.report.ChartPage.Kind;
import dev.mimeo.report.ChartPage.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A figure: rows with an x and a y, in lines by a label. Not thread-safe.
 */
final class Figure {

    private final String title;
    private final ResultTable table;
    private final List<ResultRow> rows = new ArrayList<>();
    private Function<ResultRow, String> label = row -> row.text("dataset");
    private DoubleUnaryOperator place = x -> x;
    private String xTitle = "share of the values that are at most so large";
    private String yTitle = "";
    private String y = "";
    private boolean logarithmic;
    private final Map<String, Double> marks = new LinkedHashMap<>();

    /** @param table its first column is the data set, the last but one of the others x where nothing else is said */
    Figure(String title, ResultTable table) {
        this.title = title;
        this.table = table;
    }

    /** Says what stands upwards: a column, and what it is. */
    Figure y(String column, String axisTitle, boolean log) {
        y = column;
        yTitle = axisTitle;
        logarithmic = log;
        return this;
    }

    /** Says where values of x are drawn. */
    Figure x(String axisTitle, DoubleUnaryOperator drawnAt) {
        xTitle = axisTitle;
        place = drawnAt;
        return this;
    }

    /** Says what the lines are called; a line for each label. */
    Figure lines(Function<ResultRow, String> labels) {
        label = labels;
        return this;
    }

    /** Draws a line at a height. */
    Figure mark(String name, double height) {
        marks.put(name, height);
        return this;
    }

    void add(@Nullable Object... values) {
        rows.add(new ResultRow(table, values));
    }

    String title() {
        return title;
    }

    ResultTable table() {
        return table;
    }

    List<ResultRow> rows() {
        return rows;
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    Chart chart() {
        Map<String, Series> lines = new LinkedHashMap<>();
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (ResultRow row : rows) {
            double x = place.applyAsDouble(row.number("quantile"));
            double value = row.number(y);
            // A logarithmic axis has no 0.
            if (Double.isFinite(x) && Double.isFinite(value) && (!logarithmic || value > 0)) {
                Series line = lines.computeIfAbsent(
                        label.apply(row), name -> new Series(name, new ArrayList<>(), new ArrayList<>()));
                line.x().add(x);
                line.y().add(value);
                least = Math.min(least, x);
                most = Math.max(most, x);
            }
        }
        List<Series> series = new ArrayList<>(lines.values());
        // A single line has no legend.
        String shown = series.size() == 1 ? title + ": " + series.get(0).label() : title;
        if (least <= most) {
            for (Map.Entry<String, Double> mark : marks.entrySet()) {
                series.add(new Series(mark.getKey(), List.of(least, most), List.of(mark.getValue(), mark.getValue())));
            }
        }
        return new Chart(shown, Kind.CURVES, xTitle, yTitle, logarithmic, List.of(), series);
    }
}
