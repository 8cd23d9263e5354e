package dev.mimeo.dataseries;

import dev.mimeo.dataseries.RecordLayout.Column;
import dev.mimeo.internal.bytes.EitherEndian;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes columns out of the records of an extent and, where these are packed, undoes the packing: first the scale, then
 * the differences to the row before, then those to another column.
 */
final class RecordUnpacker {

    /** Doubles near this have no fraction, so that only whole numbers come back from a sum with it. */
    private static final double ROUNDER = 3L << 51;

    private final Extent extent;
    private final byte[] fixed;
    private final int rows;
    private final int stride;
    private final boolean bigEndian;

    RecordUnpacker(Extent extent) {
        this.extent = extent;
        this.fixed = extent.fixed();
        this.rows = extent.rows();
        this.stride = extent.type().recordSize();
        this.bigEndian = extent.bigEndian();
    }

    boolean[] bits(int position, int mask) {
        boolean[] out = new boolean[rows];
        if (mask != 0) {
            for (int row = 0, at = position; row < rows; row++, at += stride) {
                out[row] = (fixed[at] & mask) != 0;
            }
        }
        return out;
    }

    byte[] bytes(Column column) {
        byte[] out = new byte[rows];
        for (int row = 0, at = column.position(); row < rows; row++, at += stride) {
            out[row] = fixed[at];
        }
        return out;
    }

    int[] rawInts(int position) {
        int[] out = new int[rows];
        for (int row = 0, at = position; row < rows; row++, at += stride) {
            out[row] = EitherEndian.getInt(fixed, at, bigEndian);
        }
        return out;
    }

    int[] ints(Column column) {
        int[] out = rawInts(column.position());
        if (!extent.packed() || column.relativeTo() < 0) {
            return out;
        }
        boolean[] absent = absent(column);
        if (column.selfRelative()) {
            int previous = 0;
            for (int row = 0; row < rows; row++) {
                if (absent == null || !absent[row]) {
                    previous += out[row];
                    out[row] = previous;
                }
            }
        } else {
            decodeBases(column);
            int[] base = extent.ints(column.relativeTo());
            for (int row = 0; row < rows; row++) {
                if (absent == null || !absent[row]) {
                    out[row] += base[row];
                }
            }
        }
        return out;
    }

    long[] longs(Column column) {
        long[] out = new long[rows];
        for (int row = 0, at = column.position(); row < rows; row++, at += stride) {
            out[row] = EitherEndian.getLong(fixed, at, bigEndian);
        }
        if (!extent.packed() || column.relativeTo() < 0) {
            return out;
        }
        boolean[] absent = absent(column);
        if (column.selfRelative()) {
            long previous = 0;
            for (int row = 0; row < rows; row++) {
                if (absent == null || !absent[row]) {
                    previous += out[row];
                    out[row] = previous;
                }
            }
        } else {
            decodeBases(column);
            long[] base = extent.longs(column.relativeTo());
            for (int row = 0; row < rows; row++) {
                if (absent == null || !absent[row]) {
                    out[row] += base[row];
                }
            }
        }
        return out;
    }

    double[] doubles(Column column) {
        if (!extent.packed() || !(column.scaled() || column.relativeTo() >= 0)) {
            return rawDoubles(column.position());
        }
        boolean[] absent = column.relativeTo() < 0 ? null : absent(column);
        if (column.selfRelative()) {
            return absent == null ? summedUp(column) : summedUp(column, absent);
        }
        if (!column.otherRelative()) {
            return scaled(column);
        }
        decodeBases(column);
        double[] base = extent.doubles(column.relativeTo());
        if (column.scaled() && absent == null) {
            return scaledFrom(column, base);
        }
        double[] out = column.scaled() ? scaled(column) : rawDoubles(column.position());
        for (int row = 0; row < rows; row++) {
            if (absent == null || !absent[row]) {
                out[row] += base[row];
            }
        }
        return out;
    }

    private double getDouble(int at) {
        return Double.longBitsToDouble(EitherEndian.getLong(fixed, at, bigEndian));
    }

    private double[] rawDoubles(int position) {
        double[] out = new double[rows];
        for (int row = 0, at = position; row < rows; row++, at += stride) {
            out[row] = getDouble(at);
        }
        return out;
    }

    private double[] scaled(Column column) {
        double[] out = new double[rows];
        double scale = column.scale();
        for (int row = 0, at = column.position(); row < rows; row++, at += stride) {
            out[row] = getDouble(at) * scale;
        }
        return out;
    }

    private double[] scaledFrom(Column column, double[] base) {
        double[] out = new double[rows];
        double scale = column.scale();
        for (int row = 0, at = column.position(); row < rows; row++, at += stride) {
            out[row] = getDouble(at) * scale + base[row];
        }
        return out;
    }

    /**
     * Decodes the columns that a column is relative to, from the one that is not relative to another on. A type can chain
     * more columns than a thread's stack has room for.
     */
    private void decodeBases(Column column) {
        List<Column> columns = extent.type().layout().columns();
        ArrayDeque<Column> bases = new ArrayDeque<>();
        Column base = columns.get(column.relativeTo());
        while (!extent.isDecoded(base.field().index())) {
            bases.push(base);
            if (!base.otherRelative()) {
                break;
            }
            base = columns.get(base.relativeTo());
        }
        for (Column next : bases) {
            int field = next.field().index();
            switch (next.type()) {
                case INT32 -> extent.ints(field);
                case INT64 -> extent.longs(field);
                default -> extent.doubles(field);
            }
        }
    }

    /**
     * Scales and sums up, each value snapped to the grid of the scale, so that rounding errors do not add up.
     *
     * <p>By definition a value is {@code round((stored * scale + previous) / scale) * scale}, where each waits for the one
     * before to be rounded. As a rule what is stored is a whole number of grid units, and the value that sum of units;
     * that is computed first, and what it should be is only compared with it.
     */
    private double[] summedUp(Column column) {
        double[] out = new double[rows];
        double scale = column.scale();
        double factor = column.scaled() ? scale : 1;
        double inverse = 1 / scale;
        double units = 0;
        double previous = 0;
        for (int row = 0, at = column.position(); row < rows; row++, at += stride) {
            double stored = getDouble(at);
            double exact = (stored * factor + previous) * inverse;
            units += stored;
            if (!isRounded(exact, units)) {
                units = ScaledColumn.round(exact);
            }
            previous = units * scale;
            out[row] = previous;
        }
        return out;
    }

    /** The same where some rows have no value: there it is what is stored, scaled. */
    private double[] summedUp(Column column, boolean[] absent) {
        double[] out = column.scaled() ? scaled(column) : rawDoubles(column.position());
        double scale = column.scale();
        double inverse = 1 / scale;
        double previous = 0;
        for (int row = 0; row < rows; row++) {
            if (!absent[row]) {
                previous = ScaledColumn.round((out[row] + previous) * inverse) * scale;
                out[row] = previous;
            }
        }
        return out;
    }

    /** Returns whether a whole number is known to be what a value rounds to; false where that is not easily seen. */
    private static boolean isRounded(double value, double whole) {
        // If so, the difference is exact: it is of zero or of two numbers within a factor of two. Zero has a
        // sign, which is left to the general way.
        return Math.abs(value - whole) < 0.5 && whole + ROUNDER - ROUNDER == whole && whole != 0;
    }

    /** Rows that the packing left out; null if it does not look at null flags, as it does only with null compaction. */
    private boolean @Nullable [] absent(Column column) {
        return extent.type().layout().nullCompact() && column.nullMask() != 0
                ? extent.nulls(column.field().index())
                : null;
    }
}
