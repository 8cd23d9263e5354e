package dev.mimeo.dataseries.series;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.VariableColumn;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A column of type {@link FieldType#VARIABLE32}: byte strings, which many traces use for UTF-8 text. A value is the range
 * of {@link #array()} from {@link #offset()} of {@link #length()} bytes, valid until the series goes to another extent.
 */
public final class Variable32Field extends SeriesField {

    private final byte[] defaultValue;
    private @Nullable VariableColumn values;

    /** Makes a field that reads nulls as the empty string. */
    public Variable32Field(ExtentSeries series, String name) {
        this(series, name, new byte[0]);
    }

    /**
     * Makes a field.
     *
     * @param defaultValue value that nulls read as
     */
    public Variable32Field(ExtentSeries series, String name, byte[] defaultValue) {
        super(series, name, FieldType.VARIABLE32);
        this.defaultValue = defaultValue.clone();
        series.add(this);
    }

    @Override
    void bind(Extent extent, int column) {
        values = extent.variables(column);
    }

    private VariableColumn values() {
        if (values == null) {
            throw new IndexOutOfBoundsException("field '" + name() + "' is not at a row");
        }
        return values;
    }

    /** Returns the array that holds the value of the current row. It must not be changed. */
    public byte[] array() {
        return isNull() ? defaultValue : values().array();
    }

    /** Returns where the value of the current row starts in {@link #array()}. */
    public int offset() {
        return isNull() ? 0 : values().offset(series.row);
    }

    /** Returns the length of the value of the current row, in bytes. */
    public int length() {
        return isNull() ? defaultValue.length : values().length(series.row);
    }

    /** Returns a copy of the value of the current row. */
    public byte[] bytes() {
        return bytes(series.row);
    }

    /** Returns a copy of the value of a row of the current extent. */
    public byte[] bytes(int row) {
        return isNull(row) ? defaultValue.clone() : values().copy(row);
    }

    /** Returns the value of the current row as UTF-8 text, malformed parts replaced. */
    public String text() {
        return text(series.row);
    }

    /** Returns the value of a row of the current extent as UTF-8 text, malformed parts replaced. */
    public String text(int row) {
        return isNull(row) ? new String(defaultValue, UTF_8) : values().utf8(row);
    }

    /** Compares the value of the current row with bytes, byte by byte, unsigned. */
    public int compareTo(byte[] other) {
        int start = offset();
        return Arrays.compareUnsigned(array(), start, start + length(), other, 0, other.length);
    }

    /** Returns whether the value of the current row has the same bytes. */
    public boolean contentEquals(byte[] other) {
        int start = offset();
        return Arrays.equals(array(), start, start + length(), other, 0, other.length);
    }

    /** Sets the current row to the UTF-8 bytes of a string. */
    public void set(String value) {
        series.written().setString(index(), value);
    }

    /** Sets the current row to bytes, which are copied. */
    public void set(byte[] value) {
        series.written().setBytes(index(), value);
    }

    /** Sets the current row to a range of bytes, which are copied. */
    public void set(byte[] value, int offset, int length) {
        series.written().setBytes(index(), value, offset, length);
    }

    /** Sets the current row to bytes, which are copied, or to null if they are those of {@code nullValue}. */
    public void set(byte[] value, byte[] nullValue) {
        if (Arrays.equals(value, nullValue)) {
            setNull();
        } else {
            set(value);
        }
    }

    /** Sets the current row to {@code length} zero bytes, which {@link #setPart} replaces piece by piece. */
    public void setLength(int length) {
        series.written().setLength(index(), length);
    }

    /**
     * Replaces bytes of the current row, whose length stays.
     *
     * @param position first byte to replace
     * @param value the new bytes, copied from {@code offset} on
     * @throws IndexOutOfBoundsException if the row has fewer bytes
     */
    public void setPart(int position, byte[] value, int offset, int length) {
        series.written().setPart(index(), position, value, offset, length);
    }

    /** Sets the current row to that of another field, null included if this column takes it. */
    public void set(Variable32Field other) {
        if (other.isNull() && isNullable()) {
            setNull();
        } else {
            set(other.array(), other.offset(), other.length());
        }
    }
}
