package dev.mimeo.dataseries;

import dev.mimeo.dataseries.RecordLayout.Column;

/** The scale of a column of an extent: counts the values that do not come back, which are given one after the other. */
final class ScaledColumn {

    /** The part of a unit that rounding may take away without being told of. */
    private static final double TOLERANCE = 0.1;

    private final double scale;
    private final double inverse;
    private final boolean warns;

    /** The value that a reader has before the next, of a column that is relative to itself. */
    private double read;

    private int lost;

    ScaledColumn(Column column) {
        this.scale = column.scale();
        this.inverse = 1 / scale;
        this.warns = !"no".equals(column.field().attributes().get("pack_scale_warn"));
    }

    /** Returns what is stored for a value, or for a difference of one. */
    double units(double value) {
        return round(value * inverse);
    }

    /** Rounds to the nearest integer, halves away from zero, keeping the sign of zero, as C's {@code round} does. */
    static double round(double value) {
        // One instruction, which rounds halves to even.
        double nearest = Math.rint(value);
        return Math.abs(value - nearest) == 0.5 ? value + Math.copySign(0.5, value) : nearest;
    }

    /** Looks at a value, or a difference to another column. */
    void check(double value) {
        count(value, units(value) * scale);
    }

    /**
     * Looks at the next value of a column that is relative to itself.
     *
     * @param difference to the value before
     */
    void checkNext(double value, double difference) {
        read = units(units(difference) * scale + read) * scale;
        count(value, read);
    }

    private void count(double value, double back) {
        // Numbers so large that doubles have no units any more are not rounded by this.
        double allowed = Math.max(TOLERANCE * Math.abs(scale), Math.ulp(value));
        boolean same = value == back || (Double.isNaN(value) && Double.isNaN(back));
        if (warns && !same && !(Math.abs(value - back) <= allowed)) {
            lost++;
        }
    }

    /** Returns how many values come back as others, off by more than a tenth of a unit. */
    int lost() {
        return lost;
    }
}
