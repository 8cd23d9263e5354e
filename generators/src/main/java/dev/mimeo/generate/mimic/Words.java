package dev.mimeo.generate.mimic;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Bytes of arrays several at a time, little-endian on every machine, as the bytes of a stream must not depend on it. */
final class Words {

    /** What {@link #copy} may write beyond the end. */
    static final int SLACK = 32;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Words() {}

    static int getInt(byte[] data, int at) {
        return (int) INTS.get(data, at);
    }

    static long getLong(byte[] data, int at) {
        return (long) LONGS.get(data, at);
    }

    static void setLong(byte[] data, int at, long value) {
        LONGS.set(data, at, value);
    }

    /**
     * Copies in steps of 16 bytes, the first of them whatever the length, and the last of which may go beyond the end of
     * both. In the same array what is copied must begin at least 16 bytes earlier.
     */
    static void copy(byte[] source, int from, byte[] target, int to, int length) {
        setLong(target, to, getLong(source, from));
        setLong(target, to + 8, getLong(source, from + 8));
        for (int done = 16; done < length; done += 16) {
            setLong(target, to + done, getLong(source, from + done));
            setLong(target, to + done + 8, getLong(source, from + done + 8));
        }
    }

    /**
     * Continues a string with what is some bytes before its end, which it may overlap, as the copies of Lempel-Ziv parses do.
     *
     * @param distance at least 1
     */
    static void repeat(byte[] data, int to, int distance, int length) {
        int end = to + length;
        if (distance >= 16) {
            int from = to - distance;
            // Most are no longer, and to know which are is to guess.
            setLong(data, to, getLong(data, from));
            setLong(data, to + 8, getLong(data, from + 8));
            setLong(data, to + 16, getLong(data, from + 16));
            setLong(data, to + 24, getLong(data, from + 24));
            for (int at = to + 32; at < end; at += 16) {
                setLong(data, at, getLong(data, at - distance));
                setLong(data, at + 8, getLong(data, at + 8 - distance));
            }
            return;
        }
        if (distance >= 8) {
            for (int at = to; at < end; at += 8) {
                setLong(data, at, getLong(data, at - distance));
            }
            return;
        }
        int bits = 8 * distance;
        long word = getLong(data, to - distance) & ((1L << bits) - 1);
        for (int filled = bits; filled < 64; filled += bits) {
            word |= word << bits;
        }
        int whole = 8 / distance * distance;
        for (int at = to; at < end; at += whole) {
            setLong(data, at, word);
        }
    }

    /** Returns the last four bytes of a string after it was continued with a part of an array. */
    static int last(int before, byte[] source, int from, int length) {
        if (length >= 4) {
            return getInt(source, from + length - 4);
        }
        long both = (before & 0xffffffffL) | ((long) getInt(source, from) << 32);
        return (int) (both >>> (8 * length));
    }
}
