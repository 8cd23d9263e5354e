package dev.mimeo.dataseries;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/**
 * The values of a column of any type, as whatever type is asked for: numbers and bools as one another (0 is false), from
 * and to text. Doubles are absolute values, with their {@code opt_doublebase}; their fraction is dropped where an integer
 * is asked for. An int64 that no double is equal to is the nearest one where a double is asked for. Null is false, 0 or no bytes.
 *
 * <p>To be bound to one extent after the other. A value that does not fit is an {@link IllegalArgumentException}. Rows are
 * counted from 0; a row outside the extent is an {@link IndexOutOfBoundsException}. Not thread-safe.
 */
public abstract class ColumnValues {

    private final int field;
    private final boolean nullable;
    private boolean @Nullable [] nulls;

    private ColumnValues(Field field) {
        this.field = field.index();
        this.nullable = field.nullable();
    }

    /** Makes an accessor of a column, not bound to an extent yet. */
    public static ColumnValues of(Field field) {
        return switch (field.type()) {
            case BOOL -> new Booleans(field);
            case BYTE -> new Bytes(field);
            case INT32 -> new Ints(field);
            case INT64 -> new Longs(field);
            case DOUBLE -> new Doubles(field);
            case VARIABLE32 -> new Strings(field);
            case FIXEDWIDTH -> new FixedWidths(field);
        };
    }

    /** Goes to an extent, which must have the field that this accessor was made for. */
    public final void bind(Extent extent) {
        nulls = nullable ? extent.nulls(field) : null;
        bind(extent, field);
    }

    /** Returns whether there is no value. */
    public final boolean isNull(int row) {
        return nulls != null && nulls[row];
    }

    /** Returns the value as a bool; as text it must be true, on, yes, false, off or no. */
    public final boolean toBoolean(int row) {
        return !isNull(row) && booleanAt(row);
    }

    /** Returns the value as an integer. */
    public final long toLong(int row) {
        return isNull(row) ? 0 : longAt(row);
    }

    /** Returns the value as a double. */
    public final double toDouble(int row) {
        return isNull(row) ? 0 : doubleAt(row);
    }

    /** Returns the value as bytes: text in UTF-8, doubles with 20 significant digits. The array is the caller's. */
    public final byte[] toBytes(int row) {
        return isNull(row) ? new byte[0] : bytesAt(row);
    }

    abstract void bind(Extent extent, int column);

    abstract boolean booleanAt(int row);

    abstract long longAt(int row);

    abstract double doubleAt(int row);

    abstract byte[] bytesAt(int row);

    private static final class Booleans extends ColumnValues {
        private boolean[] values = {};

        Booleans(Field field) {
            super(field);
        }

        @Override
        void bind(Extent extent, int column) {
            values = extent.booleans(column);
        }

        @Override
        boolean booleanAt(int row) {
            return values[row];
        }

        @Override
        long longAt(int row) {
            return values[row] ? 1 : 0;
        }

        @Override
        double doubleAt(int row) {
            return values[row] ? 1 : 0;
        }

        @Override
        byte[] bytesAt(int row) {
            return Conversions.toBytes(Boolean.toString(values[row]));
        }
    }

    /** Integers of any width. */
    private abstract static class Integers extends ColumnValues {

        Integers(Field field) {
            super(field);
        }

        @Override
        boolean booleanAt(int row) {
            return longAt(row) != 0;
        }

        @Override
        double doubleAt(int row) {
            return longAt(row);
        }

        @Override
        byte[] bytesAt(int row) {
            return Conversions.toBytes(Long.toString(longAt(row)));
        }
    }

    private static final class Bytes extends Integers {
        private byte[] values = {};

        Bytes(Field field) {
            super(field);
        }

        @Override
        void bind(Extent extent, int column) {
            values = extent.bytes(column);
        }

        @Override
        long longAt(int row) {
            return values[row] & 0xff;
        }
    }

    private static final class Ints extends Integers {
        private int[] values = {};

        Ints(Field field) {
            super(field);
        }

        @Override
        void bind(Extent extent, int column) {
            values = extent.ints(column);
        }

        @Override
        long longAt(int row) {
            return values[row];
        }
    }

    private static final class Longs extends Integers {
        private long[] values = {};

        Longs(Field field) {
            super(field);
        }

        @Override
        void bind(Extent extent, int column) {
            values = extent.longs(column);
        }

        @Override
        long longAt(int row) {
            return values[row];
        }
    }

    private static final class Doubles extends ColumnValues {
        private final double base;
        private double[] values = {};

        Doubles(Field field) {
            super(field);
            this.base = field.doubleBase();
        }

        @Override
        void bind(Extent extent, int column) {
            values = extent.doubles(column);
        }

        @Override
        boolean booleanAt(int row) {
            return doubleAt(row) != 0;
        }

        @Override
        long longAt(int row) {
            return Conversions.toLong(doubleAt(row));
        }

        @Override
        double doubleAt(int row) {
            // Adding zero would turn -0.0 into 0.0.
            return base == 0 ? values[row] : values[row] + base;
        }

        @Override
        byte[] bytesAt(int row) {
            return Conversions.toBytes(Conversions.toText(doubleAt(row)));
        }
    }

    /** Byte strings, which are taken as text where anything else is wanted. */
    private abstract static class Texts extends ColumnValues {

        Texts(Field field) {
            super(field);
        }

        abstract String text(int row);

        @Override
        boolean booleanAt(int row) {
            return Conversions.toBoolean(text(row));
        }

        @Override
        long longAt(int row) {
            return Conversions.toLong(text(row));
        }

        @Override
        double doubleAt(int row) {
            return Conversions.toDouble(text(row));
        }
    }

    private static final class Strings extends Texts {
        private @Nullable VariableColumn values;

        Strings(Field field) {
            super(field);
        }

        @Override
        void bind(Extent extent, int column) {
            values = extent.variables(column);
        }

        @Override
        String text(int row) {
            return bound(values).utf8(row);
        }

        @Override
        byte[] bytesAt(int row) {
            return bound(values).copy(row);
        }
    }

    private static final class FixedWidths extends Texts {
        private @Nullable FixedWidthColumn values;

        FixedWidths(Field field) {
            super(field);
        }

        @Override
        void bind(Extent extent, int column) {
            values = extent.fixedWidths(column);
        }

        @Override
        String text(int row) {
            byte[] bytes = bytesAt(row);
            return new String(bytes, UTF_8);
        }

        @Override
        byte[] bytesAt(int row) {
            return bound(values).copy(row);
        }
    }

    private static <T> T bound(@Nullable T values) {
        if (values == null) {
            throw new IllegalStateException("not at an extent");
        }
        return values;
    }
}
