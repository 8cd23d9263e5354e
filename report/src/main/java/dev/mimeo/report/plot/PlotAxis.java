package dev.mimeo.report.plot;

/**
 * An axis of a chart. Ends that are not given are those of the data, rounded outwards.
 *
 * @param title label of the axis, with the unit
 * @param scale spacing of the values
 * @param least first value, or NaN for that of the data
 * @param most last value, or NaN for that of the data
 */
public record PlotAxis(String title, Scale scale, double least, double most) {

    /** Spacing of the values of an axis. */
    public enum Scale {
        /** Equal differences have equal lengths. */
        LINEAR,
        /** Equal ratios have equal lengths; the marks are powers of ten and their multiples. */
        LOGARITHMIC,
        /** As {@link #LOGARITHMIC}, for sizes in bytes; the marks are powers of two with units. */
        BYTES,
        /** As {@link #LINEAR}, for times in seconds since 1970; the marks are times of UTC. */
        TIME;

        /** Returns whether only values above 0 have a position. */
        boolean isLogarithmic() {
            return this == LOGARITHMIC || this == BYTES;
        }
    }

    /**
     * Checks the ends that are given.
     *
     * @throws IllegalArgumentException if one is infinite, if they are in the wrong order, or if the axis is logarithmic and one is
     *     not above 0
     */
    public PlotAxis {
        if (Double.isInfinite(least) || Double.isInfinite(most) || least > most) {
            throw new IllegalArgumentException("an axis cannot go from " + least + " to " + most);
        }
        if (scale.isLogarithmic() && (least <= 0 || most <= 0)) {
            throw new IllegalArgumentException(
                    "a logarithmic axis only has values above 0, not those from " + least + " to " + most);
        }
    }

    /** Returns an axis with the ends of the data. */
    public static PlotAxis of(String title, Scale scale) {
        return new PlotAxis(title, scale, Double.NaN, Double.NaN);
    }

    /** Returns a linear axis with the ends of the data. */
    public static PlotAxis linear(String title) {
        return of(title, Scale.LINEAR);
    }

    /** Returns a linear axis from 0 to the end of the data. */
    public static PlotAxis fromZero(String title) {
        return new PlotAxis(title, Scale.LINEAR, 0, Double.NaN);
    }

    /** Returns a linear axis with given ends. */
    public static PlotAxis between(String title, double least, double most) {
        return new PlotAxis(title, Scale.LINEAR, least, most);
    }
}
