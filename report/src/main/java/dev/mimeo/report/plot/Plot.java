package dev.mimeo.report.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A plot of lines or points.
 *
 * @param title title of the chart; may be empty
 * @param x horizontal axis
 * @param y vertical axis
 * @param style connection of the points
 * @param lines in the order of the legend
 */
public record Plot(String title, PlotAxis x, PlotAxis y, Style style, List<Line> lines) implements Chart {

    /** Connection of the points of a line. */
    public enum Style {
        /** Straight lines from point to point. */
        LINES,
        /** Straight lines, with a mark at each point. */
        MARKED_LINES,
        /** Steps: a line keeps its height up to the next point. */
        STEPS,
        /** Marks only. */
        POINTS
    }

    /** File format of a plot. */
    public enum PlotFormat {
        /** Scalable vector graphics. */
        SVG,
        /** An image. */
        PNG,
        /** A script for gnuplot that has the data in it. */
        GNUPLOT,
        /** A specification of Vega-Lite 5, JSON that has the data in it. */
        VEGA_LITE;

        private static final Map<String, PlotFormat> BY_SUFFIX =
                Map.of("svg", SVG, "png", PNG, "gp", GNUPLOT, "gnuplot", GNUPLOT, "json", VEGA_LITE);

        /**
         * Returns the format of a file.
         *
         * @param name ends in svg, png, gp, gnuplot or json
         * @throws IllegalArgumentException if it ends in something else
         */
        public static PlotFormat of(String name) {
            PlotFormat format =
                    BY_SUFFIX.get(name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT));
            if (format == null) {
                throw new IllegalArgumentException(
                        "'" + name + "' ends in none of .svg, .png, .gp, .gnuplot and .json: give a format");
            }
            return format;
        }
    }

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if an axis is logarithmic and a value is not above 0
     */
    public Plot {
        lines = List.copyOf(lines);
        for (Line line : lines) {
            for (int i = 0; i < line.size(); i++) {
                if (!isShown(x, line.x(i)) || !isShown(y, line.y(i))) {
                    throw new IllegalArgumentException(
                            "a logarithmic axis only has values above 0: " + line.x(i) + ", " + line.y(i));
                }
            }
        }
    }

    private static boolean isShown(PlotAxis axis, double value) {
        return value > 0 || !axis.scale().isLogarithmic();
    }

    /** Makes a plot without the points that logarithmic axes cannot have, and without lines that have no others. */
    public static Plot of(String title, PlotAxis x, PlotAxis y, Style style, List<Line> lines) {
        List<Line> kept = new ArrayList<>();
        for (Line line : lines) {
            int[] shown = IntStream.range(0, line.size())
                    .filter(i -> isShown(x, line.x(i)) && isShown(y, line.y(i)))
                    .toArray();
            if (shown.length > 0) {
                kept.add(new Line(
                        line.name,
                        Arrays.stream(shown).mapToDouble(line::x).toArray(),
                        Arrays.stream(shown).mapToDouble(line::y).toArray()));
            }
        }
        return new Plot(title, x, y, style, kept);
    }

    @Override
    public List<String> columns() {
        return List.of("chart", "series", x.title(), y.title());
    }

    @Override
    public List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        for (Line line : lines) {
            for (int i = 0; i < line.size(); i++) {
                rows.add(List.of(title, line.name, PlotText.number(line.x(i)), PlotText.number(line.y(i))));
            }
        }
        return rows;
    }

    /** Points of finite numbers, joined in their order. Immutable. */
    public static final class Line {

        private final String name;
        private final double[] x;
        private final double[] y;

        /**
         * Makes a line.
         *
         * @param name in the legend
         * @param x places, finite
         * @param y heights, finite, as many
         * @throws IllegalArgumentException if the arrays have different lengths, or a number is not finite
         */
        public Line(String name, double[] x, double[] y) {
            if (x.length != y.length) {
                throw new IllegalArgumentException(x.length + " places, " + y.length + " heights");
            }
            for (int i = 0; i < x.length; i++) {
                if (!Double.isFinite(x[i]) || !Double.isFinite(y[i])) {
                    throw new IllegalArgumentException("not finite: " + x[i] + ", " + y[i]);
                }
            }
            this.name = name;
            this.x = x.clone();
            this.y = y.clone();
        }

        /** Returns a line of as many places and heights, all finite. */
        public static Line of(String name, List<Double> x, List<Double> y) {
            return new Line(
                    name,
                    x.stream().mapToDouble(Double::doubleValue).toArray(),
                    y.stream().mapToDouble(Double::doubleValue).toArray());
        }

        /** Returns the name. */
        public String name() {
            return name;
        }

        /** Returns the number of points. */
        public int size() {
            return x.length;
        }

        /** Returns a place. */
        public double x(int point) {
            return x[point];
        }

        /** Returns a height. */
        public double y(int point) {
            return y[point];
        }
    }
}
