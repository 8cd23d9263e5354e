package dev.mimeo.nfs.internal.handle;

import dev.mimeo.dataseries.VariableColumn;
import dev.mimeo.internal.text.StrictUtf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a row where they stand in its extent, without a copy; another row changes them. For one thread at a time.
 */
public final class ByteSlice {

    private static final byte[] NOTHING = {};

    private byte[] array = NOTHING;
    private int offset;
    private int length;

    /** Makes an empty slice. */
    public ByteSlice() {}

    /** Makes this the value of a row; nothing if there is none. */
    public void set(@Nullable VariableColumn column, int row, boolean @Nullable [] nulls) {
        if (column == null || (nulls != null && nulls[row])) {
            array = NOTHING;
            offset = 0;
            length = 0;
        } else {
            array = column.array();
            offset = column.offset(row);
            length = column.length(row);
        }
    }

    /** Makes this the bytes of an array. */
    public void set(byte[] bytes) {
        array = bytes;
        offset = 0;
        length = bytes.length;
    }

    /** Makes this a range of an array. */
    public void set(byte[] bytes, int from, int count) {
        array = bytes;
        offset = from;
        length = count;
    }

    /** Makes this the bytes of another slice. */
    public void set(ByteSlice other) {
        array = other.array;
        offset = other.offset;
        length = other.length;
    }

    /** Returns the array, which must not be changed. */
    public byte[] array() {
        return array;
    }

    /** Returns where the bytes start. */
    public int offset() {
        return offset;
    }

    /** Returns how many bytes there are. */
    public int length() {
        return length;
    }

    /** Returns whether these are the bytes of an array. */
    public boolean contentEquals(byte[] bytes) {
        return Arrays.equals(array, offset, offset + length, bytes, 0, bytes.length);
    }

    /** Returns a copy of the bytes. */
    public byte[] copy() {
        return Arrays.copyOfRange(array, offset, offset + length);
    }

    /** Returns the bytes in hexadecimal digits. */
    public String hex() {
        return HexFormat.of().formatHex(array, offset, offset + length);
    }

    /** Returns the bytes as text if all are printable ASCII, else in hexadecimal digits. */
    public String text() {
        for (int i = offset; i < offset + length; i++) {
            if (array[i] < ' ' || array[i] > '~') {
                return hex();
            }
        }
        return new String(array, offset, length, StandardCharsets.US_ASCII);
    }

    /** Returns the bytes as text if a person can read it in any output, else in hexadecimal digits. */
    public String readable() {
        String text = StrictUtf8.decodeVisible(array, offset, length);
        return text == null ? hex() : text;
    }
}
