package dev.mimeo.garage.load;

import java.math.BigDecimal;

/**
 * A number that stands in a text.
 *
 * @param value the nearest double
 * @param exact whether the text is not a whole number that a double cannot hold
 */
record NumberText(double value, boolean exact) {

    /** Not every whole number above this one is a double. */
    static final double MAX_EXACT = 0x1p53;

    /** Tells of a text that was parsed whether it is exact. Fractions are, as they are nearly always rounded. */
    static NumberText of(String text, double value) {
        return new NumberText(value, Math.abs(value) < MAX_EXACT || isExact(text.strip(), value));
    }

    private static boolean isExact(String text, double value) {
        return !Double.isFinite(value)
                || !text.matches("[+-]?\\d{1,400}")
                || new BigDecimal(text).compareTo(new BigDecimal(value)) == 0;
    }
}
