package dev.mimeo.dataseries.series;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.FieldType;

/** A column of type {@link FieldType#BOOL}. */
public final class BoolField extends SeriesField {

    private final boolean defaultValue;
    private boolean[] values = {};

    /** Makes a field that reads nulls as false. */
    public BoolField(ExtentSeries series, String name) {
        this(series, name, false);
    }

    /**
     * Makes a field.
     *
     * @param defaultValue value that nulls read as
     */
    public BoolField(ExtentSeries series, String name, boolean defaultValue) {
        super(series, name, FieldType.BOOL);
        this.defaultValue = defaultValue;
        series.add(this);
    }

    @Override
    void bind(Extent extent, int column) {
        values = extent.booleans(column);
    }

    /** Returns the value of the current row. */
    public boolean value() {
        return value(series.row);
    }

    /** Returns the value of a row of the current extent. */
    public boolean value(int row) {
        return isNull(row) ? defaultValue : values[row];
    }

    /** Sets the current row to a value. */
    public void set(boolean value) {
        series.written().setBoolean(index(), value);
    }
}
