package dev.mimeo.nfs.report;

import dev.mimeo.nfs.analyze.ResultTable;
import dev.mimeo.report.PageFigure;
import dev.mimeo.report.plot.Plot;
import dev.mimeo.report.plot.PlotAxis;
import dev.mimeo.report.plot.PlotAxis.Scale;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
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
    private PlotAxis across = PlotAxis.between("cumulative fraction of values", 0, 1);
    private PlotAxis up = PlotAxis.linear("");
    private String y = "";
    private final Map<String, Double> marks = new LinkedHashMap<>();

    /** @param table its first column is the data set, the last but one of the others x where nothing else is said */
    Figure(String title, ResultTable table) {
        this.title = title;
        this.table = table;
    }

    /** Says what stands upwards, from zero on: a column, and what it is. */
    Figure y(String column, String axisTitle) {
        y = column;
        up = PlotAxis.fromZero(axisTitle);
        return this;
    }

    /** Says what stands upwards, on a logarithmic axis: a column, and what it is. */
    Figure yLogarithmic(String column, String axisTitle) {
        y = column;
        up = PlotAxis.of(axisTitle, Scale.LOGARITHMIC);
        return this;
    }

    /** Says that sizes stand upwards: a column, and what it is. */
    Figure yBytes(String column, String axisTitle) {
        y = column;
        up = PlotAxis.of(axisTitle, Scale.BYTES);
        return this;
    }

    /** Says what the distribution is of: {@code files}. */
    Figure of(String values) {
        across = PlotAxis.between("cumulative fraction of " + values, 0, 1);
        return this;
    }

    /** Says where values of x are drawn. */
    Figure x(String axisTitle, DoubleUnaryOperator drawnAt) {
        across = PlotAxis.linear(axisTitle);
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

    /** Returns the figure as a page shows it. */
    PageFigure shown() {
        Map<String, List<double[]>> points = new LinkedHashMap<>();
        Map<String, Double> zeros = new LinkedHashMap<>();
        boolean logarithmic = up.scale() != Scale.LINEAR;
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (ResultRow row : rows) {
            double x = place.applyAsDouble(row.number("quantile"));
            double value = row.number(y);
            if (logarithmic && value <= 0) {
                zeros.merge(label.apply(row), row.number("quantile"), Math::max);
            } else if (Double.isFinite(x) && Double.isFinite(value)) {
                points.computeIfAbsent(label.apply(row), name -> new ArrayList<>())
                        .add(new double[] {x, value});
                least = Math.min(least, x);
                most = Math.max(most, x);
            }
        }
        List<Plot.Line> lines = new ArrayList<>();
        points.forEach((name, line) -> lines.add(new Plot.Line(
                name,
                line.stream().mapToDouble(point -> point[0]).toArray(),
                line.stream().mapToDouble(point -> point[1]).toArray())));
        // A single line has no legend.
        String caption = lines.size() == 1 ? title + ", " + lines.get(0).name() : title;
        if (!zeros.isEmpty()) {
            caption += ". Values of 0 have no place on the axis: at least "
                    + zeros.entrySet().stream()
                            .map(zero -> ReportTable.percent(zero.getValue()) + " of " + zero.getKey())
                            .collect(Collectors.joining("; "));
        }
        if (least <= most) {
            for (Map.Entry<String, Double> mark : marks.entrySet()) {
                double height = mark.getValue();
                lines.add(new Plot.Line(mark.getKey(), new double[] {least, most}, new double[] {height, height}));
            }
        }
        Plot plot = Plot.of("", across, up, Plot.Style.LINES, lines);
        return PageFigure.wide(caption + ".", plot);
    }
}
