package dev.mimeo.dataseries.series;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.FieldType;

/** A column of type {@link FieldType#INT64}. */
public final class Int64Field extends SeriesField {

    private final long defaultValue;
    private long[] values = {};

    /** Makes a field that reads nulls as 0. */
    public Int64Field(ExtentSeries series, String name) {
        this(series, name, 0);
    }

    /**
     * Makes a field.
     *
     * @param defaultValue value that nulls read as
     */
    public Int64Field(ExtentSeries series, String name, long defaultValue) {
        super(series, name, FieldType.INT64);
        this.defaultValue = defaultValue;
        series.add(this);
    }

    @Override
    void bind(Extent extent, int column) {
        values = extent.longs(column);
    }

    /** Returns the value of the current row. */
    public long value() {
        return value(series.row);
    }

    /** Returns the value of a row of the current extent. */
    public long value(int row) {
        return isNull(row) ? defaultValue : values[row];
    }

    /** Sets the current row to a value. */
    public void set(long value) {
        series.written().setLong(index(), value);
    }

    /** Sets the current row to a value, or to null if it equals {@code nullValue}. */
    public void set(long value, long nullValue) {
        if (value == nullValue) {
            setNull();
        } else {
            set(value);
        }
    }
}
