package dev.mimeo.formats.internal.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Collects printed lines. Grows as needed; not thread-safe. */
public final class LineBuffer {

    private static final int DECIMAL_DIGITS = 20;
    private static final int HEX_DIGITS = 16;

    /** The powers of ten that a long holds: the first one is 1. */
    private static final long[] POWERS = powers();

    private byte[] bytes = new byte[1 << 10];
    private int size;

    private static long[] powers() {
        long[] powers = new long[19];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = 10 * powers[i - 1];
        }
        return powers;
    }

    /** Makes an empty buffer. */
    public LineBuffer() {}

    /** Returns the bytes printed since the last {@link #clear()}. */
    public int size() {
        return size;
    }

    /** Drops everything printed. */
    public void clear() {
        size = 0;
    }

    /** Returns whether what was printed equals the bytes from {@code start} to {@code end}. */
    public boolean contentEquals(byte[] other, int start, int end) {
        return Arrays.equals(bytes, 0, size, other, start, end);
    }

    /** Returns a copy of what was printed. */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** Writes everything printed. */
    public void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
    }

    /** Prints a byte. */
    public void append(int value) {
        ensure(1);
        bytes[size] = (byte) value;
        size++;
    }

    /** Prints bytes. */
    public void append(byte[] text) {
        append(text, 0, text.length);
    }

    /** Prints bytes of an array. */
    public void append(byte[] text, int offset, int length) {
        ensure(length);
        System.arraycopy(text, offset, bytes, size, length);
        size += length;
    }

    /** Prints two lower-case hexadecimal digits per byte. */
    public void appendHexBytes(byte[] data, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            append(hexDigit(data[i] >> 4));
            append(hexDigit(data[i]));
        }
    }

    /** Prints a decimal number. */
    public void appendDecimal(long value) {
        appendDecimal(value, 1);
    }

    /** Prints a decimal number, with zeros in front to reach a number of digits. */
    public void appendDecimal(long value, int minDigits) {
        ensure(1 + Math.max(DECIMAL_DIGITS, minDigits));
        if (value < 0) {
            bytes[size] = '-';
            size++;
        }
        // Negative numbers have one value more than positive ones.
        long rest = value < 0 ? value : -value;
        int digits = minDigits;
        while (digits < POWERS.length && rest <= -POWERS[digits]) {
            digits++;
        }
        for (int at = size + digits - 1; at >= size; at--) {
            bytes[at] = (byte) ('0' - rest % 10);
            rest /= 10;
        }
        size += digits;
    }

    /** Prints a decimal number, with spaces in front to reach a width. */
    public void appendRight(long value, int width) {
        int start = size;
        appendDecimal(value);
        int length = size - start;
        if (length < width) {
            ensure(width - length);
            int spaces = width - length;
            System.arraycopy(bytes, start, bytes, start + spaces, length);
            Arrays.fill(bytes, start, start + spaces, (byte) ' ');
            size += spaces;
        }
    }

    /** Prints an unsigned lower-case hexadecimal number, with zeros in front to reach a number of digits. */
    public void appendHex(long value, int minDigits) {
        int digits = Math.max(minDigits, (67 - Long.numberOfLeadingZeros(value | 1)) / 4);
        ensure(Math.max(HEX_DIGITS, digits));
        for (int i = digits - 1; i >= 0; i--) {
            bytes[size] = hexDigit(i < HEX_DIGITS ? (int) (value >>> (4 * i)) : 0);
            size++;
        }
    }

    private static byte hexDigit(int nibble) {
        int low = nibble & 0xf;
        return (byte) (low < 10 ? '0' + low : 'a' - 10 + low);
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            long wanted = Math.max(2L * bytes.length, (long) size + more);
            if ((long) size + more > Integer.MAX_VALUE - 16) {
                throw new IllegalStateException("more than 2 GiB of text at once");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - 16));
        }
    }
}
