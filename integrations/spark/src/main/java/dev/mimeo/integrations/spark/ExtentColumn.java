package dev.mimeo.integrations.spark;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FixedWidthColumn;
import dev.mimeo.dataseries.VariableColumn;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** A column of an extent as Spark reads it, over the arrays of the extent. Each type has the one getter of its values. */
abstract class ExtentColumn extends ColumnVector {

    /** Rows without a value; null if there can be none. */
    private final boolean @Nullable [] nulls;

    private int nullCount = -1;

    private ExtentColumn(DataType type, boolean @Nullable [] nulls) {
        super(type);
        this.nulls = nulls;
    }

    /** Returns the values of a field. */
    static ColumnVector of(Extent extent, int index, TableColumn column) {
        Field field = extent.type().fields().get(index);
        boolean @Nullable [] nulls = field.nullable() ? extent.nulls(index) : null;
        DataType type = column.dataType();
        return switch (field.type()) {
            case BOOL -> new Booleans(type, nulls, extent.booleans(index));
            case BYTE -> new Shorts(type, nulls, extent.bytes(index));
            case INT32 -> new Ints(type, nulls, extent.ints(index));
            case INT64 -> new Longs(type, nulls, extent.longs(index));
            case DOUBLE -> new Doubles(type, nulls, extent.doubles(index), field.doubleBase());
            case VARIABLE32 -> new Strings(type, nulls, extent.variables(index));
            case FIXEDWIDTH -> new FixedWidths(type, nulls, extent.fixedWidths(index));
        };
    }

    private static final class Booleans extends ExtentColumn {
        private final boolean[] values;

        Booleans(DataType type, boolean @Nullable [] nulls, boolean[] values) {
            super(type, nulls);
            this.values = values;
        }

        @Override
        public boolean getBoolean(int row) {
            return values[row];
        }
    }

    /** Bytes without sign. */
    private static final class Shorts extends ExtentColumn {
        private final byte[] values;

        Shorts(DataType type, boolean @Nullable [] nulls, byte[] values) {
            super(type, nulls);
            this.values = values;
        }

        @Override
        public short getShort(int row) {
            return (short) (values[row] & 0xff);
        }
    }

    private static final class Ints extends ExtentColumn {
        private final int[] values;

        Ints(DataType type, boolean @Nullable [] nulls, int[] values) {
            super(type, nulls);
            this.values = values;
        }

        @Override
        public int getInt(int row) {
            return values[row];
        }
    }

    private static final class Longs extends ExtentColumn {
        private final long[] values;

        Longs(DataType type, boolean @Nullable [] nulls, long[] values) {
            super(type, nulls);
            this.values = values;
        }

        @Override
        public long getLong(int row) {
            return values[row];
        }
    }

    private static final class Doubles extends ExtentColumn {
        private final double[] values;
        private final double base;

        Doubles(DataType type, boolean @Nullable [] nulls, double[] values, double base) {
            super(type, nulls);
            this.values = values;
            this.base = base;
        }

        @Override
        public double getDouble(int row) {
            // Adding zero would turn -0.0 into 0.0.
            return base == 0 ? values[row] : values[row] + base;
        }
    }

    private static final class Strings extends ExtentColumn {
        private final VariableColumn values;

        Strings(DataType type, boolean @Nullable [] nulls, VariableColumn values) {
            super(type, nulls);
            this.values = values;
        }

        @Override
        public @Nullable UTF8String getUTF8String(int row) {
            return isNullAt(row) ? null : UTF8String.fromBytes(values.array(), values.offset(row), values.length(row));
        }

        @Override
        public byte @Nullable [] getBinary(int row) {
            return isNullAt(row) ? null : values.copy(row);
        }
    }

    private static final class FixedWidths extends ExtentColumn {
        private final FixedWidthColumn values;

        FixedWidths(DataType type, boolean @Nullable [] nulls, FixedWidthColumn values) {
            super(type, nulls);
            this.values = values;
        }

        @Override
        public byte @Nullable [] getBinary(int row) {
            return isNullAt(row) ? null : values.copy(row);
        }
    }

    @Override
    public void close() {}

    @Override
    public boolean hasNull() {
        return numNulls() > 0;
    }

    @Override
    public int numNulls() {
        if (nullCount < 0) {
            int count = 0;
            if (nulls != null) {
                for (boolean absent : nulls) {
                    count += absent ? 1 : 0;
                }
            }
            nullCount = count;
        }
        return nullCount;
    }

    @Override
    public boolean isNullAt(int row) {
        return nulls != null && nulls[row];
    }

    private UnsupportedOperationException other() {
        return new UnsupportedOperationException(
                "values are of type " + dataType().simpleString());
    }

    @Override
    public boolean getBoolean(int row) {
        throw other();
    }

    @Override
    public byte getByte(int row) {
        throw other();
    }

    @Override
    public short getShort(int row) {
        throw other();
    }

    @Override
    public int getInt(int row) {
        throw other();
    }

    @Override
    public long getLong(int row) {
        throw other();
    }

    @Override
    public float getFloat(int row) {
        throw other();
    }

    @Override
    public double getDouble(int row) {
        throw other();
    }

    @Override
    public ColumnarArray getArray(int row) {
        throw other();
    }

    @Override
    public ColumnarMap getMap(int row) {
        throw other();
    }

    @Override
    public Decimal getDecimal(int row, int precision, int scale) {
        throw other();
    }

    @Override
    public @Nullable UTF8String getUTF8String(int row) {
        throw other();
    }

    @Override
    public byte @Nullable [] getBinary(int row) {
        throw other();
    }

    @Override
    public ColumnVector getChild(int ordinal) {
        throw other();
    }
}
