package dev.mimeo.report.plot;

import java.util.ArrayList;
import java.util.List;

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
     * @param values one finite value for each category
     * @param errors uncertainty of each value, at least 0; empty if there is none
     */
    public record Values(String name, List<Double> values, List<Double> errors) {

        /** Copies the lists. */
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

    @Override
    public List<String> columns() {
        return List.of("chart", "series", "category", axis.title(), "uncertainty");
    }

    @Override
    public List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        for (Values values : series) {
            for (int i = 0; i < labels.size(); i++) {
                rows.add(List.of(
                        title,
                        values.name(),
                        labels.get(i),
                        PlotText.number(values.values().get(i)),
                        values.errors().isEmpty() ? "" : PlotText.number(values.error(i))));
            }
        }
        return rows;
    }
}
