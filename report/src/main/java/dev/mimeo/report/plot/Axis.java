package dev.mimeo.report.plot;

import dev.mimeo.internal.text.CNumberFormat;
import java.util.ArrayList;
import java.util.List;

/**
 * An axis: a range of values with round ends, and where a value is on it. Immutable.
 */
final class Axis {

    /** Steps between ticks at most, about. */
    private static final int STEPS = 8;

    private static final int DIGITS = 6;

    /** Decades of a logarithmic axis for which there are ticks at 2 and 5 too. */
    private static final double FEW_DECADES = 3;

    private final boolean logarithmic;

    /** Ends; of a logarithmic axis their logarithms. */
    private final double from;

    private final double to;
    private final double step;

    private Axis(boolean logarithmic, double from, double to, double step) {
        this.logarithmic = logarithmic;
        this.from = from;
        this.to = to;
        this.step = step;
    }

    /** Makes an axis for values from one to another, above 0 if it is logarithmic. */
    static Axis of(double least, double most, boolean logarithmic) {
        if (logarithmic) {
            double from = Math.floor(Math.log10(least));
            double to = Math.ceil(Math.log10(most));
            return new Axis(true, from, to > from ? to : from + 1, Math.max(1, Math.ceil((to - from) / STEPS)));
        }
        double range = most - least;
        double end = range > 0 && range < Double.MAX_VALUE ? most : least + Math.max(1, Math.abs(least) / STEPS);
        double step = step((end - least) / STEPS);
        double from = Math.floor(least / step) * step;
        return new Axis(false, from, Math.max(Math.ceil(end / step) * step, from + step), step);
    }

    /** Returns 1, 2 or 5 times a power of ten, not below a value. */
    private static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (double factor : new double[] {1, 2, 5}) {
            if (factor * power >= least * (1 - 1e-9)) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    /** Returns where a value is, from 0 at the start to 1 at the end. */
    double place(double value) {
        return ((logarithmic ? Math.log10(value) : value) - from) / (to - from);
    }

    /** Returns the values that are marked. */
    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        int count = (int) Math.round((to - from) / step);
        for (int i = 0; i <= count; i++) {
            double at = from + i * step;
            if (!logarithmic) {
                // A sum of steps may miss 0 and round numbers a little.
                ticks.add(Math.rint(at / step) * step);
                continue;
            }
            ticks.add(Math.pow(10, at));
            if (to - from <= FEW_DECADES && i < count) {
                ticks.add(2 * Math.pow(10, at));
                ticks.add(5 * Math.pow(10, at));
            }
        }
        return ticks;
    }

    /** Returns a value as its mark says it. */
    static String text(double value) {
        return CNumberFormat.general(value, DIGITS);
    }
}
