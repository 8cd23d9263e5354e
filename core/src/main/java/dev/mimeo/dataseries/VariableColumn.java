package dev.mimeo.dataseries;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.internal.bytes.EitherEndian;
import java.util.Arrays;

/**
 * The byte strings of one column: views into the variable part of the extent, not copies.
 *
 * <p>Thread-safe. A null value reads as the string stored in its record, normally the empty one. Rows are counted from 0; a row
 * outside the extent is an {@link IndexOutOfBoundsException}.
 */
public final class VariableColumn {

    private final byte[] array;
    private final int[] entries;
    private final boolean bigEndian;

    VariableColumn(byte[] array, int[] entries, boolean bigEndian) {
        this.array = array;
        this.entries = entries;
        this.bigEndian = bigEndian;
    }

    /** Returns the array that holds the strings of the whole extent; it must not be changed. */
    public byte[] array() {
        return array;
    }

    /** Returns where the string of a row starts in {@link #array()}. */
    public int offset(int row) {
        return entries[row] + 4;
    }

    /** Returns the length of the string of a row, in bytes. */
    public int length(int row) {
        return EitherEndian.getInt(array, entries[row], bigEndian);
    }

    /** Returns whether two rows have the same bytes. */
    boolean isEqual(int row, int other) {
        return Arrays.equals(
                array, offset(row), offset(row) + length(row), array, offset(other), offset(other) + length(other));
    }

    /** Returns a copy of the string of a row. */
    public byte[] copy(int row) {
        return Arrays.copyOfRange(array, offset(row), offset(row) + length(row));
    }

    /** Returns the string of a row decoded as UTF-8, with malformed parts replaced. */
    public String utf8(int row) {
        return new String(array, offset(row), length(row), UTF_8);
    }
}
