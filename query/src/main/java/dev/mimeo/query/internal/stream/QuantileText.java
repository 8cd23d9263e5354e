package dev.mimeo.query.internal.stream;

import dev.mimeo.internal.text.CNumberFormat;

/** Quantiles as text, in the two forms that reports on traces have had since 2003. */
public final class QuantileText {

    /** Shares that stand between two quantiles where nothing else is said. */
    public static final int RANGES = 100;

    private static final int PER_LINE = 10;

    /** Values that a tail must have to be printed. */
    private static final int TAIL_VALUES = 10;

    private QuantileText() {}

    /**
     * Appends one line of count, mean, standard deviation and range, and if there are values the quantiles between equal
     * shares, ten a line, each line with the share of its first.
     *
     * @param ranges shares, at least 2
     */
    public static void appendRanges(StringBuilder out, Quantiles values, int ranges) {
        out.append(values.count()).append(" data points, mean ").append(CNumberFormat.general(values.mean(), 6));
        out.append(" +- ").append(CNumberFormat.general(values.standardDeviation(), 6));
        out.append(" [").append(CNumberFormat.general(values.min(), 6)).append(',');
        out.append(CNumberFormat.general(values.max(), 6)).append("]\n");
        if (values.count() == 0) {
            return;
        }
        out.append("    quantiles about every ").append((long) Math.rint((double) values.count() / ranges));
        out.append(" data points:\n");
        for (int i = 1; i < ranges; i++) {
            if (i % PER_LINE == 1) {
                out.append("    ")
                        .append(CNumberFormat.general(100.0 * i / ranges, 8))
                        .append("%: ");
            } else {
                out.append(", ");
            }
            out.append(CNumberFormat.general(values.quantile((double) i / ranges), 8));
            if (i % PER_LINE == 0 || i == ranges - 1) {
                out.append('\n');
            }
        }
    }

    /**
     * Appends one line of the quantiles 90%, 95%, 99%, 99.5% and so on, as long as {@value #TAIL_VALUES} values or more
     * are above the first of each two.
     */
    public static void appendTails(StringBuilder out, Quantiles values) {
        out.append("  tails: ");
        String separator = "";
        for (double tail = 0.1; tail * values.count() >= TAIL_VALUES; tail /= 10) {
            for (double share : new double[] {1 - tail, 1 - tail / 2}) {
                out.append(separator)
                        .append(CNumberFormat.general(100 * share, 12))
                        .append("%: ");
                out.append(CNumberFormat.general(values.quantile(share), 8));
                separator = ", ";
            }
        }
        out.append('\n');
    }
}
