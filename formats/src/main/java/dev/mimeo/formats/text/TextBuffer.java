package dev.mimeo.formats.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;

/** Collects bytes for a stream. */
final class TextBuffer {

    private static final int CAPACITY = 1 << 16;

    private static final byte[] HEX = "0123456789abcdef".getBytes(UTF_8);

    private final OutputStream out;
    private final byte[] bytes = new byte[CAPACITY];
    private int size;

    TextBuffer(OutputStream out) {
        this.out = out;
    }

    void append(char ascii) throws IOException {
        if (size == CAPACITY) {
            drain();
        }
        bytes[size] = (byte) ascii;
        size++;
    }

    void append(String text) throws IOException {
        append(text.getBytes(UTF_8));
    }

    void append(byte[] text) throws IOException {
        append(text, 0, text.length);
    }

    void append(byte[] text, int offset, int length) throws IOException {
        if (length > CAPACITY - size) {
            drain();
            if (length > CAPACITY) {
                out.write(text, offset, length);
                return;
            }
        }
        System.arraycopy(text, offset, bytes, size, length);
        size += length;
    }

    /** Appends two lower-case digits per byte. */
    void appendHex(byte[] data, int offset, int length) throws IOException {
        for (int i = offset; i < offset + length; i++) {
            append((char) HEX[(data[i] >> 4) & 0xf]);
            append((char) HEX[data[i] & 0xf]);
        }
    }

    /** Appends a decimal number. */
    void append(long value) throws IOException {
        if (value == Long.MIN_VALUE) {
            append(Long.toString(value));
            return;
        }
        if (CAPACITY - size < 20) {
            drain();
        }
        long rest = value;
        if (rest < 0) {
            bytes[size] = '-';
            size++;
            rest = -rest;
        }
        int end = size + digits(rest);
        int at = end;
        do {
            at--;
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest != 0);
        size = end;
    }

    private static int digits(long value) {
        int count = 1;
        for (long bound = 10; value >= bound; bound *= 10) {
            count++;
            if (count == 19) {
                break;
            }
        }
        return count;
    }

    private void drain() throws IOException {
        out.write(bytes, 0, size);
        size = 0;
    }

    void flush() throws IOException {
        drain();
        out.flush();
    }
}
