package dev.mimeo.fidelity;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The largest deviations of synthetic data from its original that are accepted.
 *
 * @param ratio largest absolute deviation of a codec's ratio on the whole, at least 0; infinite for no limit
 * @param time likewise for a codec's compression and decompression time
 */
public record Tolerance(double ratio, double time) {

    /** No limits. */
    public static final Tolerance NONE = new Tolerance(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

    /** The goal of Mimeo: ratios within 5 %, times within 15 %. */
    public static final Tolerance GOAL = new Tolerance(0.05, 0.15);

    /** Checks the ranges. */
    public Tolerance {
        if (!(ratio >= 0) || !(time >= 0)) {
            throw new IllegalArgumentException("a tolerance must not be negative: ratio=" + ratio + ", time=" + time);
        }
    }

    /**
     * Reads {@code ratio=5%,time=15%}. A value is a percentage or, without the sign, a fraction below 1: {@code ratio=0.05}.
     * A bare 5 is refused, as it could mean 5 % or 500 %. What is not named has no limit; {@code 5%} alone limits ratios.
     *
     * @throws IllegalArgumentException if the text is anything else, or names one of the two twice
     */
    public static Tolerance parse(String text) {
        Tolerance tolerance = NONE;
        Set<String> given = new HashSet<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            boolean alone = equals < 0 && part.length() == text.length();
            String name = alone
                    ? "ratio"
                    : part.substring(0, Math.max(0, equals)).strip().toLowerCase(Locale.ROOT);
            if (!name.equals("ratio") && !name.equals("time")) {
                throw malformed(text);
            }
            if (!given.add(name)) {
                throw new IllegalArgumentException("tolerance '" + text + "' names '" + name
                        + "' twice: give one limit of it, as in ratio=5%,time=15%");
            }
            double limit = limit(part.substring(equals + 1).strip(), text);
            tolerance =
                    name.equals("ratio") ? new Tolerance(limit, tolerance.time) : new Tolerance(tolerance.ratio, limit);
        }
        return tolerance;
    }

    private static double limit(String value, String text) {
        boolean percent = value.endsWith("%");
        double number;
        try {
            number = Double.parseDouble(percent ? value.substring(0, value.length() - 1) : value);
        } catch (NumberFormatException e) {
            throw malformed(text);
        }
        if (!(number >= 0) || Double.isInfinite(number)) {
            throw malformed(text);
        }
        if (!percent && number >= 1) {
            throw new IllegalArgumentException(
                    "tolerance '" + text + "': write " + value + "% for percent, or a fraction"
                            + " below 1 such as 0.05 for 5 %; must look like ratio=5%,time=15%");
        }
        return percent ? number / 100 : number;
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException("tolerance must look like ratio=5%,time=15%, got '" + text + "'");
    }

    /**
     * Lists in words what lies outside. A time whose noise is larger than its deviation shows no difference and is not
     * held against the data.
     */
    public List<String> violations(ComparisonResult result) {
        List<String> found = new ArrayList<>();
        check(found, Deviation.ratios(result), ratio);
        check(found, Deviation.times(result), time);
        return found;
    }

    /** Returns the limits in words: {@code ratio ±5 %, time ±15 %}. */
    String describe() {
        List<String> parts = new ArrayList<>();
        if (ratio < Double.POSITIVE_INFINITY) {
            parts.add("ratio ±" + percent(ratio) + " %");
        }
        if (time < Double.POSITIVE_INFINITY) {
            parts.add("time ±" + percent(time) + " %");
        }
        return parts.isEmpty() ? "no limits" : String.join(", ", parts);
    }

    private static void check(List<String> found, List<Deviation> deviations, double limit) {
        for (Deviation deviation : deviations) {
            if (deviation.exceeds(limit)) {
                found.add(String.format(
                        Locale.ROOT,
                        "%s deviates by %+.1f %%, tolerance %s %%",
                        deviation.quantity(),
                        100 * deviation.value(),
                        percent(limit)));
            }
        }
    }

    private static String percent(double share) {
        String text = String.format(Locale.ROOT, "%.4f", 100 * share);
        return text.replaceAll("\\.?0+$", "");
    }
}
