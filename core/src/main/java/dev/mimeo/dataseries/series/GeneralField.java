package dev.mimeo.dataseries.series;

import dev.mimeo.dataseries.ColumnValues;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.GeneralValue;
import org.jspecify.annotations.Nullable;

/**
 * A column of any type. Values convert as {@link GeneralValue} does, but doubles are absolute values, with their
 * {@code opt_doublebase}. What does not fit is an {@link IllegalArgumentException}.
 */
public final class GeneralField extends SeriesField {

    private @Nullable ColumnValues values;
    private FieldType type = FieldType.BOOL;
    private double base;

    /** Makes a field. */
    public GeneralField(ExtentSeries series, String name) {
        super(series, name, FieldType.values());
        series.add(this);
    }

    @Override
    void resolved(ExtentType extentType, Field field) {
        type = field.type();
        base = field.doubleBase();
        values = ColumnValues.of(field);
    }

    @Override
    void bind(Extent extent, int column) {
        at().bind(extent);
    }

    private ColumnValues at() {
        if (values == null) {
            throw new IndexOutOfBoundsException("field '" + name() + "' is not at a row");
        }
        return values;
    }

    /**
     * Returns the type of the column.
     *
     * @throws IllegalStateException as long as the type of the extents is not known
     */
    public FieldType type() {
        if (values == null) {
            throw new IllegalStateException("type of field '" + name() + "' is not known yet");
        }
        return type;
    }

    /** Returns the value of the current row. */
    public GeneralValue value() {
        return value(series.row);
    }

    /** Returns the value of a row of the current extent. */
    public GeneralValue value(int row) {
        ColumnValues column = at();
        if (column.isNull(row)) {
            return GeneralValue.NULL;
        }
        return switch (type) {
            case BOOL -> GeneralValue.ofBoolean(column.toBoolean(row));
            case BYTE -> GeneralValue.ofByte((int) column.toLong(row));
            case INT32 -> GeneralValue.ofInt((int) column.toLong(row));
            case INT64 -> GeneralValue.ofLong(column.toLong(row));
            case DOUBLE -> GeneralValue.ofDouble(column.toDouble(row));
            case VARIABLE32 -> GeneralValue.ofBytes(column.toBytes(row));
            case FIXEDWIDTH -> GeneralValue.ofFixedWidth(column.toBytes(row));
        };
    }

    /** Returns the value of the current row as a bool; false for null. */
    public boolean toBoolean() {
        return at().toBoolean(series.row);
    }

    /** Returns the value of the current row as an integer; 0 for null. */
    public long toLong() {
        return at().toLong(series.row);
    }

    /** Returns the value of the current row as a double; 0 for null. */
    public double toDouble() {
        return at().toDouble(series.row);
    }

    /** Sets the current row to a value, converted to the type of the column. */
    public void set(GeneralValue value) {
        if (value.isNull()) {
            setNull();
            return;
        }
        ExtentBuilder row = series.written();
        switch (type) {
            case BOOL -> row.setBoolean(index(), value.toBoolean());
            case BYTE -> row.setByte(index(), value.toByte());
            case INT32 -> row.setInt(index(), value.toInt());
            case INT64 -> row.setLong(index(), value.toLong());
            case DOUBLE -> row.setDouble(index(), value.toDouble() - base);
            case VARIABLE32, FIXEDWIDTH -> row.setBytes(index(), value.toBytes());
        }
    }

    /** Sets the current row to what text says, as {@link GeneralValue#parse} reads it. */
    public void set(String text) {
        set(GeneralValue.ofString(text));
    }

    /** Sets the current row to that of another field, converted to the type of this column. */
    public void set(GeneralField other) {
        set(other.value());
    }
}
