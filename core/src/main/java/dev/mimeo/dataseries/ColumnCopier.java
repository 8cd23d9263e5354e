package dev.mimeo.dataseries;

import dev.mimeo.dataseries.RecordLayout.Column;
import dev.mimeo.internal.bytes.LittleEndian;
import org.jspecify.annotations.Nullable;

/** Copies one column from extents of one type to records of another, or of the same. */
abstract class ColumnCopier {

    final Field from;
    final Column to;

    /** Rows without a value in the source; null if there are none. */
    private boolean @Nullable [] nulls;

    private ColumnCopier(Field from, Column to) {
        this.from = from;
        this.to = to;
    }

    /** Makes a copier that also converts, if the types differ. */
    static ColumnCopier of(Field from, Column to) {
        if (from.type() != to.type()) {
            return new Converter(from, to);
        }
        return switch (to.type()) {
            case BOOL -> new Booleans(from, to);
            case BYTE -> new Bytes(from, to);
            case INT32 -> new Ints(from, to);
            case INT64 -> new Longs(from, to);
            case DOUBLE -> new Doubles(from, to);
            case VARIABLE32 -> new Strings(from, to);
            case FIXEDWIDTH -> from.size() == to.field().size() ? new FixedWidths(from, to) : new Converter(from, to);
        };
    }

    final void bind(Extent extent) {
        nulls = from.nullable() ? extent.nulls(from.index()) : null;
        bindValues(extent);
    }

    final boolean isNull(int row) {
        return nulls != null && nulls[row];
    }

    /**
     * Copies rows to records that hold zeros. Where both fields are nullable, values beneath nulls are copied too, those
     * of strings and converted ones excepted; where only the source's is, null becomes false, 0 or empty.
     *
     * @param first position of the first record in those of the target
     */
    final void copy(int[] rows, int begin, int end, ExtentBuilder target, int first) {
        int stride = target.type().recordSize();
        boolean[] absent = nulls;
        if (absent != null && to.nullMask() != 0) {
            byte[] records = target.records();
            int at = first + to.nullByte();
            for (int i = begin; i < end; i++, at += stride) {
                if (absent[rows[i]]) {
                    records[at] = (byte) (records[at] | to.nullMask());
                }
            }
        }
        copyValues(rows, begin, end, target, first + to.position(), stride, to.nullMask() == 0 ? absent : null);
    }

    /** Returns how many values were copied so far as the nearest double or without their fraction, because their new type has no equal value. */
    long inexact() {
        return 0;
    }

    /** Returns the bytes that the copy of a value takes outside its record. */
    int stringBytes(int row) {
        return 0;
    }

    abstract void bindValues(Extent extent);

    /**
     * Copies values, and nothing to do with nulls.
     *
     * @param first position of the first value
     * @param without rows to leave out; null for none
     */
    abstract void copyValues(
            int[] rows, int begin, int end, ExtentBuilder target, int first, int stride, boolean @Nullable [] without);

    private static final class Booleans extends ColumnCopier {
        private boolean[] values = {};

        Booleans(Field from, Column to) {
            super(from, to);
        }

        @Override
        void bindValues(Extent extent) {
            values = extent.booleans(from.index());
        }

        @Override
        void copyValues(
                int[] rows,
                int begin,
                int end,
                ExtentBuilder target,
                int first,
                int stride,
                boolean @Nullable [] without) {
            byte[] records = target.records();
            for (int i = begin, at = first; i < end; i++, at += stride) {
                if (values[rows[i]] && (without == null || !without[rows[i]])) {
                    records[at] = (byte) (records[at] | to.mask());
                }
            }
        }
    }

    private static final class Bytes extends ColumnCopier {
        private byte[] values = {};

        Bytes(Field from, Column to) {
            super(from, to);
        }

        @Override
        void bindValues(Extent extent) {
            values = extent.bytes(from.index());
        }

        @Override
        void copyValues(
                int[] rows,
                int begin,
                int end,
                ExtentBuilder target,
                int first,
                int stride,
                boolean @Nullable [] without) {
            byte[] records = target.records();
            for (int i = begin, at = first; i < end; i++, at += stride) {
                if (without == null || !without[rows[i]]) {
                    records[at] = values[rows[i]];
                }
            }
        }
    }

    private static final class Ints extends ColumnCopier {
        private int[] values = {};

        Ints(Field from, Column to) {
            super(from, to);
        }

        @Override
        void bindValues(Extent extent) {
            values = extent.ints(from.index());
        }

        @Override
        void copyValues(
                int[] rows,
                int begin,
                int end,
                ExtentBuilder target,
                int first,
                int stride,
                boolean @Nullable [] without) {
            byte[] records = target.records();
            for (int i = begin, at = first; i < end; i++, at += stride) {
                if (without == null || !without[rows[i]]) {
                    LittleEndian.putInt(records, at, values[rows[i]]);
                }
            }
        }
    }

    private static final class Longs extends ColumnCopier {
        private long[] values = {};

        Longs(Field from, Column to) {
            super(from, to);
        }

        @Override
        void bindValues(Extent extent) {
            values = extent.longs(from.index());
        }

        @Override
        void copyValues(
                int[] rows,
                int begin,
                int end,
                ExtentBuilder target,
                int first,
                int stride,
                boolean @Nullable [] without) {
            byte[] records = target.records();
            for (int i = begin, at = first; i < end; i++, at += stride) {
                if (without == null || !without[rows[i]]) {
                    LittleEndian.putLong(records, at, values[rows[i]]);
                }
            }
        }
    }

    private static final class Doubles extends ColumnCopier {
        private final double shift;
        private double[] values = {};

        Doubles(Field from, Column to) {
            super(from, to);
            this.shift = from.doubleBase() - to.field().doubleBase();
        }

        @Override
        void bindValues(Extent extent) {
            values = extent.doubles(from.index());
        }

        @Override
        void copyValues(
                int[] rows,
                int begin,
                int end,
                ExtentBuilder target,
                int first,
                int stride,
                boolean @Nullable [] without) {
            byte[] records = target.records();
            for (int i = begin, at = first; i < end; i++, at += stride) {
                if (without == null || !without[rows[i]]) {
                    double value = values[rows[i]];
                    // Adding zero would turn -0.0 into 0.0.
                    double shifted = shift == 0 ? value : value + shift;
                    LittleEndian.putLong(records, at, Double.doubleToRawLongBits(shifted));
                }
            }
        }
    }

    private static final class Strings extends ColumnCopier {
        private @Nullable VariableColumn values;

        Strings(Field from, Column to) {
            super(from, to);
        }

        @Override
        void bindValues(Extent extent) {
            values = extent.variables(from.index());
        }

        @Override
        int stringBytes(int row) {
            int length = values == null || isNull(row) ? 0 : values.length(row);
            return length == 0 ? 0 : VariablePart.entrySize(length);
        }

        @Override
        void copyValues(
                int[] rows,
                int begin,
                int end,
                ExtentBuilder target,
                int first,
                int stride,
                boolean @Nullable [] without) {
            VariableColumn strings = values;
            byte[] records = target.records();
            for (int i = begin, at = first; i < end; i++, at += stride) {
                int row = rows[i];
                int entry = strings == null || isNull(row)
                        ? 0
                        : target.addString(strings.array(), strings.offset(row), strings.length(row));
                LittleEndian.putInt(records, at, entry);
            }
        }
    }

    private static final class FixedWidths extends ColumnCopier {
        private @Nullable FixedWidthColumn values;

        FixedWidths(Field from, Column to) {
            super(from, to);
        }

        @Override
        void bindValues(Extent extent) {
            values = extent.fixedWidths(from.index());
        }

        @Override
        void copyValues(
                int[] rows,
                int begin,
                int end,
                ExtentBuilder target,
                int first,
                int stride,
                boolean @Nullable [] without) {
            FixedWidthColumn column = values;
            if (column == null) {
                return;
            }
            byte[] records = target.records();
            for (int i = begin, at = first; i < end; i++, at += stride) {
                if (without == null || !without[rows[i]]) {
                    System.arraycopy(column.array(), column.offset(rows[i]), records, at, column.width());
                }
            }
        }
    }

    /** Between fields of different types. */
    private static final class Converter extends ColumnCopier {
        private final ColumnValues values;

        private final boolean mayBeInexact;

        private long inexact;

        Converter(Field from, Column to) {
            super(from, to);
            this.values = ColumnValues.of(from);
            this.mayBeInexact = Conversions.mayBeInexact(from.type(), to.type());
        }

        @Override
        long inexact() {
            return inexact;
        }

        @Override
        void bindValues(Extent extent) {
            values.bind(extent);
        }

        @Override
        void copyValues(
                int[] rows,
                int begin,
                int end,
                ExtentBuilder target,
                int first,
                int stride,
                boolean @Nullable [] without) {
            for (int i = begin, at = first; i < end; i++, at += stride) {
                if (!isNull(rows[i])) {
                    try {
                        put(target, at, rows[i]);
                        if (mayBeInexact && !Conversions.isSame(values.toLong(rows[i]), values.toDouble(rows[i]))) {
                            inexact++;
                        }
                    } catch (IllegalArgumentException e) {
                        throw new IllegalArgumentException(
                                "field '" + from.name() + "', row " + rows[i] + ": " + e.getMessage(), e);
                    }
                }
            }
        }

        private void put(ExtentBuilder target, int at, int row) {
            byte[] records = target.records();
            switch (to.type()) {
                case BOOL -> {
                    if (values.toBoolean(row)) {
                        records[at] = (byte) (records[at] | to.mask());
                    }
                }
                case BYTE -> records[at] = (byte) Conversions.toByte(values.toLong(row));
                case INT32 -> LittleEndian.putInt(records, at, Conversions.toInt(values.toLong(row)));
                case INT64 -> LittleEndian.putLong(records, at, values.toLong(row));
                case DOUBLE -> {
                    double value = values.toDouble(row) - to.field().doubleBase();
                    LittleEndian.putLong(records, at, Double.doubleToRawLongBits(value));
                }
                case VARIABLE32 -> {
                    byte[] bytes = values.toBytes(row);
                    LittleEndian.putInt(records, at, target.addString(bytes, 0, bytes.length));
                }
                case FIXEDWIDTH -> {
                    byte[] bytes = values.toBytes(row);
                    if (bytes.length != to.width()) {
                        throw new IllegalArgumentException("takes " + to.width() + " bytes, got " + bytes.length);
                    }
                    System.arraycopy(bytes, 0, records, at, bytes.length);
                }
            }
        }
    }
}
