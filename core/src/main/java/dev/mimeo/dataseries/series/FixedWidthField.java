package dev.mimeo.dataseries.series;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.FixedWidthColumn;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A column of type {@link FieldType#FIXEDWIDTH}: opaque bytes, of the same number in all rows. Nulls read as zeros. */
public final class FixedWidthField extends SeriesField {

    private byte[] zeros = {};
    private @Nullable FixedWidthColumn values;

    /** Makes a field. */
    public FixedWidthField(ExtentSeries series, String name) {
        super(series, name, FieldType.FIXEDWIDTH);
        series.add(this);
    }

    @Override
    void resolved(ExtentType type, Field field) {
        zeros = new byte[field.size()];
    }

    @Override
    void bind(Extent extent, int column) {
        values = extent.fixedWidths(column);
    }

    private FixedWidthColumn values() {
        if (values == null) {
            throw new IndexOutOfBoundsException("field '" + name() + "' is not at a row");
        }
        return values;
    }

    /** Returns the number of bytes of a value; 0 as long as the type is not known. */
    public int width() {
        return zeros.length;
    }

    /** Returns the array that holds the value of the current row. It must not be changed. */
    public byte[] array() {
        return isNull() ? zeros : values().array();
    }

    /** Returns where the value of the current row starts in {@link #array()}. */
    public int offset() {
        return isNull() ? 0 : values().offset(Objects.checkIndex(series.row, series.rows));
    }

    /** Returns a copy of the value of the current row. */
    public byte[] bytes() {
        return bytes(series.row);
    }

    /** Returns a copy of the value of a row of the current extent. */
    public byte[] bytes(int row) {
        return isNull(row) ? zeros.clone() : values().copy(Objects.checkIndex(row, series.rows));
    }

    /**
     * Sets the current row to bytes, which are copied, or to null.
     *
     * @throws IllegalArgumentException if there are not {@link #width()} of them
     */
    public void set(byte @Nullable [] value) {
        if (value == null) {
            setNull();
        } else {
            series.written().setBytes(index(), value);
        }
    }
}
