package dev.mimeo.garage.internal.codec;

import dev.mimeo.internal.bytes.LittleEndian;
import java.util.Objects;
import java.util.zip.DataFormatException;

/** Reads what {@link ByteSink} wrote; nothing behind the end is ever read. For one thread at a time. */
public final class ByteSource {

    private final byte[] bytes;
    private final int end;
    private int position;

    /**
     * Reads a part of an array.
     *
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public ByteSource(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        this.bytes = bytes;
        this.position = offset;
        this.end = offset + length;
    }

    /** Returns the array that is read. */
    public byte[] array() {
        return bytes;
    }

    /** Returns the place in the array where reading goes on. */
    public int position() {
        return position;
    }

    /** Returns the bytes left. */
    public int remaining() {
        return end - position;
    }

    /** Returns the place of bytes that are passed over. */
    public int skip(int length) throws DataFormatException {
        if (length < 0 || length > end - position) {
            throw new DataFormatException("expected " + length + " more bytes, found " + (end - position));
        }
        int start = position;
        position += length;
        return start;
    }

    /** Returns the next byte, 0 to 255. */
    public int readByte() throws DataFormatException {
        return bytes[skip(1)] & 0xff;
    }

    /** Returns a number of 4 bytes. */
    public int readInt() throws DataFormatException {
        return LittleEndian.getInt(bytes, skip(Integer.BYTES));
    }

    /** Returns a number of 8 bytes. */
    public long readLong() throws DataFormatException {
        return LittleEndian.getLong(bytes, skip(Long.BYTES));
    }

    /** Returns a number of variable size. */
    public long readVariable() throws DataFormatException {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = readByte();
            if (shift == 63 && next > 1) {
                break;
            }
            value |= (next & 0x7fL) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new DataFormatException("expected a number of at most 64 bits");
    }

    /** Returns a number of either sign. */
    public long readSigned() throws DataFormatException {
        long value = readVariable();
        return value >>> 1 ^ -(value & 1);
    }

    /**
     * Returns a number of variable size that counts something.
     *
     * @param max the largest that is possible
     */
    public int readCount(int max) throws DataFormatException {
        long value = readVariable();
        if (value < 0 || value > max) {
            throw new DataFormatException(
                    "expected a number of at most " + max + ", found " + Long.toUnsignedString(value));
        }
        return (int) value;
    }
}
