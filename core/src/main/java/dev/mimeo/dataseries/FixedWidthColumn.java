package dev.mimeo.dataseries;

import java.util.Arrays;

/**
 * The values of one column of type {@link FieldType#FIXEDWIDTH}: normally views into the records of the extent, not copies.
 *
 * <p>Thread-safe. The bytes of a null value are those stored in its record, normally zeros. Rows are counted
 * from 0; for a row that the extent does not have, the result is undefined.
 */
public final class FixedWidthColumn {

    private final byte[] array;
    private final int first;
    private final int stride;
    private final int width;

    FixedWidthColumn(byte[] array, int first, int stride, int width) {
        this.array = array;
        this.first = first;
        this.stride = stride;
        this.width = width;
    }

    /** Returns the array that holds the values, with other bytes between them; it must not be changed. */
    public byte[] array() {
        return array;
    }

    /** Returns the offset of the value of a row in {@link #array()}. */
    public int offset(int row) {
        return first + row * stride;
    }

    /** Returns the length of every value, in bytes. */
    public int width() {
        return width;
    }

    /** Returns a copy of the value of a row. */
    public byte[] copy(int row) {
        return Arrays.copyOfRange(array, offset(row), offset(row) + width);
    }

    /** Returns the same values in a new array, without bytes between them. */
    FixedWidthColumn compact(int rows) {
        byte[] values = new byte[Math.multiplyExact(rows, width)];
        for (int row = 0; row < rows; row++) {
            System.arraycopy(array, offset(row), values, row * width, width);
        }
        return new FixedWidthColumn(values, 0, width, width);
    }
}
