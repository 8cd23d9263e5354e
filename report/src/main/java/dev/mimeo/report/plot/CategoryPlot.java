package dev.mimeo.report.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A chart of values by category: a row for each category, with a bar or a dot for each series.
 *
 * @param title title of the chart; may be empty
 * @param axis axis of the values, which is horizontal
 * @param labels names of the categories, from top to bottom
 * @param series values, in the order of the legend
 * @param firstColor number of the colour and shape of the first series, at least 0, for series that other charts have too
 * @param marks kind of the marks
 * @param limit values from -limit to limit are shaded; 0 for no shade
 */
public record CategoryPlot(
        String title,
        PlotAxis axis,
        List<String> labels,
        List<Values> series,
        int firstColor,
        Marks marks,
        double limit)
        implements Chart {

    /** Kind of the marks. */
    public enum Marks {
        /** Bars from 0, with their values beside them. */
        BARS,
        /** Dots, with a line to both sides for the uncertainty. */
        DOTS
    }

    /**
     * Values of one series.
     *
     * @param name in the legend
     * @param values a finite value for each category, or NaN where there is none
     * @param errors uncertainty of each value, at least 0; empty if there is none
     */
    public record Values(String name, List<Double> values, List<Double> errors) {

        /** Copies the lists, and checks that there is an error for each value if there are any. */
        public Values {
            values = List.copyOf(values);
            errors = List.copyOf(errors);
            if (!errors.isEmpty() && errors.size() != values.size()) {
                throw new IllegalArgumentException(values.size() + " values, " + errors.size() + " errors");
            }
        }

        /** Returns the uncertainty of a value, 0 if it is not known. */
        double error(int category) {
            return errors.isEmpty() ? 0 : errors.get(category);
        }
    }

    /**
     * A bar.
     *
     * @param series name in the legend
     * @param category name of the row
     * @param value its length, finite
     */
    public record Bar(String series, String category, double value) {}

    /**
     * Checks the numbers of values.
     *
     * @throws IllegalArgumentException if a series has not one value for each category
     */
    public CategoryPlot {
        labels = List.copyOf(labels);
        series = List.copyOf(series);
        for (Values values : series) {
            if (values.values().size() != labels.size()) {
                throw new IllegalArgumentException(
                        labels.size() + " categories, " + values.values().size() + " values of " + values.name());
            }
        }
    }

    /** Returns a chart of bars from 0. */
    public static CategoryPlot bars(String title, String axisTitle, List<String> labels, List<Values> series) {
        return new CategoryPlot(title, PlotAxis.fromZero(axisTitle), labels, series, 0, Marks.BARS, 0);
    }

    /**
     * Returns a chart of bars from 0. Categories and series are in the order of their first bars.
     *
     * @throws IllegalArgumentException if a series has two bars in a category
     */
    public static CategoryPlot bars(String title, String axisTitle, List<Bar> bars) {
        Map<String, Integer> rows = new LinkedHashMap<>();
        bars.forEach(bar -> rows.putIfAbsent(bar.category(), rows.size()));
        Map<String, Double[]> values = new LinkedHashMap<>();
        for (Bar bar : bars) {
            Double[] row = values.computeIfAbsent(bar.series(), name -> {
                Double[] none = new Double[rows.size()];
                Arrays.fill(none, Double.NaN);
                return none;
            });
            int category = rows.getOrDefault(bar.category(), 0);
            if (!Double.isNaN(row[category])) {
                throw new IllegalArgumentException(
                        "series '" + bar.series() + "' has two values in category '" + bar.category() + "'");
            }
            row[category] = bar.value();
        }
        List<Values> series = new ArrayList<>();
        values.forEach((name, row) -> series.add(new Values(name, List.of(row), List.of())));
        return bars(title, axisTitle, List.copyOf(rows.keySet()), series);
    }

    @Override
    public List<String> columns() {
        return List.of("chart", "series", "category", axis.title(), "uncertainty");
    }

    @Override
    public List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        for (Values values : series) {
            for (int i = 0; i < labels.size(); i++) {
                double value = values.values().get(i);
                rows.add(List.of(
                        title,
                        values.name(),
                        labels.get(i),
                        Double.isNaN(value) ? "" : PlotText.number(value),
                        values.errors().isEmpty() ? "" : PlotText.number(values.error(i))));
            }
        }
        return rows;
    }
}
