package dev.mimeo.dataseries.series;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.FieldType;

/** A column of type {@link FieldType#INT32}. */
public final class Int32Field extends SeriesField {

    private final int defaultValue;
    private int[] values = {};

    /** Makes a field that reads nulls as 0. */
    public Int32Field(ExtentSeries series, String name) {
        this(series, name, 0);
    }

    /**
     * Makes a field.
     *
     * @param defaultValue value that nulls read as
     */
    public Int32Field(ExtentSeries series, String name, int defaultValue) {
        super(series, name, FieldType.INT32);
        this.defaultValue = defaultValue;
        series.add(this);
    }

    @Override
    void bind(Extent extent, int column) {
        values = extent.ints(column);
    }

    /** Returns the value of the current row. */
    public int value() {
        return value(series.row);
    }

    /** Returns the value of a row of the current extent. */
    public int value(int row) {
        return isNull(row) ? defaultValue : values[row];
    }

    /** Sets the current row to a value. */
    public void set(int value) {
        series.written().setInt(index(), value);
    }

    /** Sets the current row to a value, or to null if it equals {@code nullValue}. */
    public void set(int value, int nullValue) {
        if (value == nullValue) {
            setNull();
        } else {
            set(value);
        }
    }
}
