package dev.mimeo.report.plot;

import java.util.Locale;
import java.util.Map;

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
