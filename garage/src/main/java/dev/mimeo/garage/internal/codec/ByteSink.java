package dev.mimeo.garage.internal.codec;

import dev.mimeo.internal.bytes.LittleEndian;
import java.util.Arrays;

/** Bytes that grow as they are written; numbers are little endian. For one thread at a time. */
public final class ByteSink {

    private byte[] bytes = new byte[256];
    private int size;

    /** Returns the bytes written so far. */
    public int size() {
        return size;
    }

    /** Returns the array that holds the bytes, until the next is written. */
    public byte[] array() {
        return bytes;
    }

    /** Returns a copy of the bytes. */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** Forgets what was written behind a place. */
    public void truncate(int newSize) {
        if (newSize < 0 || newSize > size) {
            throw new IllegalArgumentException("cannot truncate " + size + " bytes to " + newSize);
        }
        size = newSize;
    }

    /** Makes room for more bytes, which are then written to {@link #array()}, and counted by {@link #advance}. */
    public void reserve(int more) {
        int needed = Math.addExact(size, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, bytes.length * 2L)));
        }
    }

    /** Counts bytes that were written to the array behind the others. */
    public void advance(int more) {
        size = Math.addExact(size, more);
    }

    /** Appends the lowest 8 bits. */
    public void writeByte(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    /** Appends 4 bytes. */
    public void writeInt(int value) {
        reserve(Integer.BYTES);
        LittleEndian.putInt(bytes, size, value);
        size += Integer.BYTES;
    }

    /** Appends 8 bytes. */
    public void writeLong(long value) {
        reserve(Long.BYTES);
        LittleEndian.putLong(bytes, size, value);
        size += Long.BYTES;
    }

    /** Appends 1 to 10 bytes: seven bits each, lowest first, the highest bit of a byte says that more follow. */
    public void writeVariable(long value) {
        reserve(10);
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** Appends a number of either sign, of which small absolute values are short. */
    public void writeSigned(long value) {
        writeVariable(value << 1 ^ value >> 63);
    }

    /** Appends bytes. */
    public void write(byte[] source, int offset, int length) {
        reserve(length);
        System.arraycopy(source, offset, bytes, size, length);
        size += length;
    }
}
