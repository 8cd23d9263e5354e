package dev.mimeo.internal.text;

import java.util.Locale;

/** Latencies as people read them in tables: {@code 0.581}, {@code 143.31}, {@code 12345}. */
public final class Milliseconds {

    private static final String NONE = "-";

    /** Values from here have a digit that is not 0. */
    private static final double LEAST = 0.0005;

    private Milliseconds() {}

    /**
     * Returns a number of milliseconds in six letters, if they are fewer than a million: down to microseconds below 100 ms, and
     * with fewer decimals above. A time that would be rounded to nothing is {@code <0.001}.
     *
     * @param value at least 0; not a number if there is none, which is a dash
     */
    public static String of(double value) {
        if (Double.isNaN(value)) {
            return NONE;
        }
        if (value > 0 && value < LEAST) {
            return "<0.001";
        }
        return String.format(
                Locale.ROOT, value < 100 ? "%.3f" : value < 1000 ? "%.2f" : value < 10_000 ? "%.1f" : "%.0f", value);
    }
}
