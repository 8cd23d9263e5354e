package dev.mimeo.formats.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.text.CNumberFormat;
import dev.mimeo.internal.text.DecimalDigits;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/** Collects text as bytes. Grows as needed; {@link #clear()} keeps the memory. Not thread-safe. */
final class TextBuffer {

    /** Room below the largest array that virtual machines allocate. */
    private static final int MAX_ARRAY = Integer.MAX_VALUE - 16;

    private static final byte[] HEX = "0123456789abcdef".getBytes(US_ASCII);

    private byte[] bytes;
    private int size;

    /** Makes an empty buffer. */
    TextBuffer(int capacity) {
        this.bytes = new byte[Math.max(64, capacity)];
    }

    /** Returns the bytes collected so far. */
    int size() {
        return size;
    }

    /** Returns the memory that the buffer holds. */
    int capacity() {
        return bytes.length;
    }

    void clear() {
        size = 0;
    }

    void append(char ascii) {
        ensure(1);
        bytes[size] = (byte) ascii;
        size++;
    }

    void append(String text) {
        append(text.getBytes(UTF_8));
    }

    void append(byte[] text) {
        if (text.length == 1) {
            ensure(1);
            bytes[size] = text[0];
            size++;
        } else {
            append(text, 0, text.length);
        }
    }

    void append(byte[] text, int offset, int length) {
        ensure(length);
        System.arraycopy(text, offset, bytes, size, length);
        size += length;
    }

    /**
     * Appends two bytes for each of some truth values.
     *
     * @param values arrays of values, of which those of the row are meant
     * @param yes text for true in each, the first byte lowest
     * @param no text for false
     */
    void append(boolean[][] values, int row, short[] yes, short[] no) {
        int count = values.length;
        ensure(2L * count);
        byte[] out = bytes;
        int at = size;
        for (int i = 0; i < count; i++) {
            LittleEndian.putShort(out, at, values[i][row] ? yes[i] : no[i]);
            at += 2;
        }
        size = at;
    }

    /** Appends two lower-case digits per byte. */
    void appendHex(byte[] data, int offset, int length) {
        ensure(2L * length);
        int at = size;
        for (int i = offset; i < offset + length; i++) {
            bytes[at] = HEX[(data[i] >> 4) & 0xf];
            bytes[at + 1] = HEX[data[i] & 0xf];
            at += 2;
        }
        size = at;
    }

    /** Appends a decimal number. */
    void append(long value) {
        ensure(DecimalDigits.MAX_LENGTH);
        size = DecimalDigits.put(value, bytes, size);
    }

    /** Appends a number of 0 to {@code 10^width - 1} with leading zeros. */
    void appendPadded(long value, int width) {
        ensure(width);
        size = DecimalDigits.putPadded(value, width, bytes, size);
    }

    /** Appends a finite value as {@code %.Ng} prints it, if a fast way can tell how; returns whether it did. */
    boolean appendGeneral(double value, int precision) {
        ensure(CNumberFormat.MAX_FAST_LENGTH);
        return advance(CNumberFormat.putGeneral(value, precision, bytes, size));
    }

    /** Appends a finite value as {@code %.Nf} prints it, if a fast way can tell how; returns whether it did. */
    boolean appendFixed(double value, int precision) {
        ensure(CNumberFormat.MAX_FAST_LENGTH);
        return advance(CNumberFormat.putFixed(value, precision, bytes, size));
    }

    private boolean advance(int end) {
        size = Math.max(size, end);
        return end >= 0;
    }

    /**
     * Encloses what was appended since a place in double quotes, doubling those in it, if that is needed to tell where
     * it ends: if it holds the separator, a quote or a line end.
     */
    void quoteFrom(int start, byte[] separator) {
        if (needsQuotes(start, separator)) {
            quote(start);
        }
    }

    /** Encloses what was appended since a place in double quotes, doubling those in it. */
    void quote(int start) {
        int quotes = 0;
        for (int i = start; i < size; i++) {
            quotes += bytes[i] == '"' ? 1 : 0;
        }
        ensure(quotes + 2L);
        int to = size + quotes + 1;
        bytes[to] = '"';
        for (int from = size - 1; from >= start; from--) {
            to--;
            bytes[to] = bytes[from];
            if (bytes[from] == '"') {
                to--;
                bytes[to] = '"';
            }
        }
        bytes[start] = '"';
        size += quotes + 2;
    }

    private boolean needsQuotes(int start, byte[] separator) {
        for (int i = start; i < size; i++) {
            byte at = bytes[i];
            if (at == '"' || at == '\n' || at == '\r') {
                return true;
            }
            if (separator.length > 0
                    && at == separator[0]
                    && size - i >= separator.length
                    && Arrays.equals(bytes, i, i + separator.length, separator, 0, separator.length)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether what was appended since a place starts with a byte. */
    boolean startsWith(int start, char ascii) {
        return size > start && bytes[start] == ascii;
    }

    /** Makes room for more bytes. */
    private void ensure(long more) {
        if (bytes.length - size < more) {
            grow(more);
        }
    }

    private void grow(long more) {
        long needed = size + more;
        if (needed > MAX_ARRAY) {
            throw new UncheckedIOException(
                    new MimeoException(Reason.LIMIT, "the text of one row is larger than 2 GiB"));
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_ARRAY, Math.max(needed, 2L * bytes.length)));
    }

    /** Writes what was collected. */
    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
    }

    /** Returns a copy of what was collected. */
    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    /** Returns what was collected, a character per byte. */
    @Override
    public String toString() {
        return new String(bytes, 0, size, ISO_8859_1);
    }
}
