package dev.mimeo.dataseries;

import dev.mimeo.dataseries.RecordLayout.Column;
import java.util.Arrays;
import java.util.List;

/**
 * Turns the rows of an extent into the records and strings that are hashed and compressed: in file order, scaled, and
 * relative to other values. The differences are taken between the original values: columns relative to another first,
 * from the last to the first, then those relative to the row before, then scales.
 */
final class RecordPacker {

    private final Extent extent;
    private final RecordLayout layout;
    private final int rows;
    private final int stride;
    private final boolean bigEndian;
    private final byte[] fixed;
    private final byte[] variable;

    RecordPacker(Extent extent, boolean bigEndian) {
        this.extent = extent;
        this.layout = extent.type().layout();
        this.rows = extent.rows();
        this.stride = layout.recordSize();
        this.bigEndian = bigEndian;
        if (extent.packed() && extent.bigEndian() == bigEndian) {
            // Already as it should be; taking it as it is keeps differences of doubles exact.
            this.fixed = extent.fixed();
            this.variable = extent.variable();
            return;
        }
        this.fixed = values();
        if (layout.nullCompact()) {
            zeroNulls();
        }
        this.variable = strings();
        subtractBases();
        subtractPrevious();
        scale();
    }

    byte[] fixed() {
        return fixed;
    }

    byte[] variable() {
        return variable;
    }

    private byte[] values() {
        if (!extent.packed() && extent.bigEndian() == bigEndian) {
            return extent.fixed().clone();
        }
        byte[] out = new byte[extent.fixed().length];
        for (Column column : layout.columns()) {
            int field = column.field().index();
            if (column.nullMask() != 0) {
                putBits(out, column.nullByte(), column.nullMask(), extent.nulls(field));
            }
            int at = column.position();
            switch (column.type()) {
                case BOOL -> putBits(out, at, column.mask(), extent.booleans(field));
                case INT32 -> {
                    for (int value : extent.ints(field)) {
                        Words.putInt(out, at, value, bigEndian);
                        at += stride;
                    }
                }
                case INT64 -> {
                    for (long value : extent.longs(field)) {
                        Words.putLong(out, at, value, bigEndian);
                        at += stride;
                    }
                }
                case DOUBLE -> {
                    for (double value : extent.doubles(field)) {
                        Words.putLong(out, at, Double.doubleToRawLongBits(value), bigEndian);
                        at += stride;
                    }
                }
                case BYTE, FIXEDWIDTH -> {
                    for (int row = 0; row < rows; row++) {
                        System.arraycopy(extent.fixed(), at, out, at, column.width());
                        at += stride;
                    }
                }
                case VARIABLE32 -> {
                    // Offsets change; strings() writes them.
                }
            }
        }
        return out;
    }

    private void putBits(byte[] out, int position, int mask, boolean[] values) {
        int at = position;
        for (boolean value : values) {
            if (value) {
                out[at] = (byte) (out[at] | mask);
            }
            at += stride;
        }
    }

    private void zeroNulls() {
        for (Column column : layout.columns()) {
            if (column.nullMask() == 0) {
                continue;
            }
            for (int row = 0, record = 0; row < rows; row++, record += stride) {
                if (isNull(column, record)) {
                    int at = record + column.position();
                    fixed[at] = (byte) (fixed[at] & ~column.mask());
                    Arrays.fill(fixed, at, at + column.width(), (byte) 0);
                }
            }
        }
    }

    private boolean isNull(Column column, int record) {
        return (fixed[record + column.nullByte()] & column.nullMask()) != 0;
    }

    /** Whether a column's differences leave the value at hand alone, as those of null values with null compaction. */
    private boolean skipped(Column column, int record) {
        return layout.nullCompact() && isNull(column, record);
    }

    private byte[] strings() {
        List<Column> columns = layout.columns().stream()
                .filter(column -> column.type() == FieldType.VARIABLE32)
                .toList();
        if (columns.isEmpty()) {
            return new byte[4];
        }
        StringPool pool = new StringPool(extent.variable().length, bigEndian);
        VariableColumn[] values = columns.stream()
                .map(column -> extent.variables(column.field().index()))
                .toArray(VariableColumn[]::new);
        for (int row = 0, record = 0; row < rows; row++, record += stride) {
            for (int i = 0; i < values.length; i++) {
                Column column = columns.get(i);
                VariableColumn strings = values[i];
                int length = skipped(column, record) ? 0 : strings.length(row);
                int entry = pool.add(strings.array(), strings.offset(row), length, column.unique());
                Words.putInt(fixed, record + column.position(), entry, bigEndian);
            }
        }
        return pool.bytes();
    }

    private void subtractBases() {
        List<Column> columns = layout.columns();
        for (int i = columns.size() - 1; i >= 0; i--) {
            Column column = columns.get(i);
            if (column.otherRelative()) {
                subtract(column, columns.get(column.relativeTo()));
            }
        }
    }

    private void subtract(Column column, Column base) {
        for (int row = 0, record = 0; row < rows; row++, record += stride) {
            if (skipped(column, record)) {
                continue;
            }
            int at = record + column.position();
            int baseAt = record + base.position();
            switch (column.type()) {
                case INT32 -> putInt(at, getInt(at) - getInt(baseAt));
                case INT64 -> putLong(at, getLong(at) - getLong(baseAt));
                default -> putDouble(at, getDouble(at) - getDouble(baseAt));
            }
        }
    }

    private void subtractPrevious() {
        for (Column column : layout.columns()) {
            if (column.selfRelative()) {
                switch (column.type()) {
                    case INT32 -> subtractPreviousInts(column);
                    case INT64 -> subtractPreviousLongs(column);
                    default -> subtractPreviousDoubles(column);
                }
            }
        }
    }

    private void subtractPreviousInts(Column column) {
        int previous = 0;
        for (int row = 0, record = 0; row < rows; row++, record += stride) {
            if (!skipped(column, record)) {
                int value = getInt(record + column.position());
                putInt(record + column.position(), value - previous);
                previous = value;
            }
        }
    }

    private void subtractPreviousLongs(Column column) {
        long previous = 0;
        for (int row = 0, record = 0; row < rows; row++, record += stride) {
            if (!skipped(column, record)) {
                long value = getLong(record + column.position());
                putLong(record + column.position(), value - previous);
                previous = value;
            }
        }
    }

    private void subtractPreviousDoubles(Column column) {
        double previous = 0;
        for (int row = 0, record = 0; row < rows; row++, record += stride) {
            if (!skipped(column, record)) {
                double value = getDouble(record + column.position());
                putDouble(record + column.position(), value - previous);
                previous = value;
            }
        }
    }

    private void scale() {
        for (Column column : layout.columns()) {
            if (column.scaled()) {
                double inverse = 1 / column.scale();
                for (int row = 0, at = column.position(); row < rows; row++, at += stride) {
                    putDouble(at, CNumbers.round(getDouble(at) * inverse));
                }
            }
        }
    }

    private int getInt(int at) {
        return Words.getInt(fixed, at, bigEndian);
    }

    private void putInt(int at, int value) {
        Words.putInt(fixed, at, value, bigEndian);
    }

    private long getLong(int at) {
        return Words.getLong(fixed, at, bigEndian);
    }

    private void putLong(int at, long value) {
        Words.putLong(fixed, at, value, bigEndian);
    }

    private double getDouble(int at) {
        return Double.longBitsToDouble(getLong(at));
    }

    private void putDouble(int at, double value) {
        putLong(at, Double.doubleToRawLongBits(value));
    }
}
