package dev.mimeo.dataseries.series;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.FieldType;

/** A column of type {@link FieldType#BYTE}, 0 to 255. */
public final class ByteField extends SeriesField {

    private final int defaultValue;
    private byte[] values = {};

    /** Makes a field that reads nulls as 0. */
    public ByteField(ExtentSeries series, String name) {
        this(series, name, 0);
    }

    /**
     * Makes a field.
     *
     * @param defaultValue value that nulls read as
     */
    public ByteField(ExtentSeries series, String name, int defaultValue) {
        super(series, name, FieldType.BYTE);
        this.defaultValue = defaultValue;
        series.add(this);
    }

    @Override
    void bind(Extent extent, int column) {
        values = extent.bytes(column);
    }

    /** Returns the value of the current row. */
    public int value() {
        return value(series.row);
    }

    /** Returns the value of a row of the current extent. */
    public int value(int row) {
        return isNull(row) ? defaultValue : values[row] & 0xff;
    }

    /** Sets the current row to a value: its low eight bits. */
    public void set(int value) {
        series.written().setByte(index(), value);
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
