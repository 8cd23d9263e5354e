package dev.mimeo.dataseries;

import dev.mimeo.dataseries.RecordLayout.Column;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes columns out of the records of an extent and, where these are packed, undoes the packing: first the scale, then
 * the differences to the row before, then those to another column.
 */
final class ColumnDecoder {

    private final Extent extent;
    private final byte[] fixed;
    private final int rows;
    private final int stride;
    private final boolean bigEndian;

    ColumnDecoder(Extent extent) {
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
            out[row] = Words.getInt(fixed, at, bigEndian);
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
            out[row] = Words.getLong(fixed, at, bigEndian);
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
        double[] out = new double[rows];
        for (int row = 0, at = column.position(); row < rows; row++, at += stride) {
            out[row] = Double.longBitsToDouble(Words.getLong(fixed, at, bigEndian));
        }
        if (!extent.packed()) {
            return out;
        }
        if (column.scaled()) {
            double scale = column.scale();
            for (int row = 0; row < rows; row++) {
                out[row] *= scale;
            }
        }
        if (column.selfRelative()) {
            addPrevious(out, column.scale(), absent(column));
        } else if (column.otherRelative()) {
            boolean[] absent = absent(column);
            decodeBases(column);
            double[] base = extent.doubles(column.relativeTo());
            for (int row = 0; row < rows; row++) {
                if (absent == null || !absent[row]) {
                    out[row] += base[row];
                }
            }
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

    /** Sums up, each value snapped to the grid of the scale, so that rounding errors do not add up. */
    private void addPrevious(double[] out, double scale, boolean @Nullable [] absent) {
        double inverse = 1 / scale;
        double previous = 0;
        for (int row = 0; row < rows; row++) {
            if (absent == null || !absent[row]) {
                previous = CNumbers.round((out[row] + previous) * inverse) * scale;
                out[row] = previous;
            }
        }
    }

    /** Rows that the packing left out; null if it does not look at null flags, as it does only with null compaction. */
    private boolean @Nullable [] absent(Column column) {
        return extent.type().layout().nullCompact() && column.nullMask() != 0
                ? extent.nulls(column.field().index())
                : null;
    }
}
