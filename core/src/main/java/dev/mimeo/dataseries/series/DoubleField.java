package dev.mimeo.dataseries.series;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;

/**
 * A column of type {@link FieldType#DOUBLE}. Its type may declare an {@code opt_doublebase}, to which the stored values are
 * relative; so that this is not overlooked, such a column is refused unless it is asked for.
 */
public final class DoubleField extends SeriesField {

    private final double defaultValue;
    private final boolean basedAllowed;
    private double base;
    private double[] values = {};

    /** Makes a field of a column without base that reads nulls as 0. */
    public DoubleField(ExtentSeries series, String name) {
        this(series, name, 0);
    }

    /**
     * Makes a field of a column without base.
     *
     * @param defaultValue value that nulls read as
     */
    public DoubleField(ExtentSeries series, String name, double defaultValue) {
        this(series, name, defaultValue, false);
    }

    private DoubleField(ExtentSeries series, String name, double defaultValue, boolean basedAllowed) {
        super(series, name, FieldType.DOUBLE);
        this.defaultValue = defaultValue;
        this.basedAllowed = basedAllowed;
        series.add(this);
    }

    /**
     * Makes a field of a column that may have a base.
     *
     * @param defaultValue value that nulls read as, relative to the base
     */
    public static DoubleField based(ExtentSeries series, String name, double defaultValue) {
        return new DoubleField(series, name, defaultValue, true);
    }

    @Override
    void resolved(ExtentType type, Field field) {
        base = field.doubleBase();
        if (base != 0 && !basedAllowed) {
            throw new IllegalArgumentException("field '" + name() + "' of type '" + type.name()
                    + "' is relative to an opt_doublebase of " + base + ", which the program does not allow for");
        }
    }

    @Override
    void bind(Extent extent, int column) {
        values = extent.doubles(column);
    }

    /** Returns the value of the current row as stored. */
    public double value() {
        return value(series.row);
    }

    /** Returns the value of a row of the current extent as stored. */
    public double value(int row) {
        return isNull(row) ? defaultValue : values[row];
    }

    /** Returns the value of the current row with the base added. */
    public double absoluteValue() {
        return value() + base;
    }

    /** Returns the value of a row of the current extent with the base added. */
    public double absoluteValue(int row) {
        return value(row) + base;
    }

    /** Sets the value of the current row as it is stored. */
    public void set(double value) {
        series.written().setDouble(index(), value);
    }

    /** Sets the current row to a value, or to null if it equals {@code nullValue}. */
    public void set(double value, double nullValue) {
        if (value == nullValue) {
            setNull();
        } else {
            set(value);
        }
    }

    /** Sets the current row to a value from which the base is subtracted. */
    public void setAbsolute(double value) {
        set(value - base);
    }
}
