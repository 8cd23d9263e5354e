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
     * Copies like {@link #copy(byte[], int, byte[], int, int)}, but as much as the longest of many would need, up to 64 bytes: to
     * know which are longer than others is to guess.
     *
     * @param longest at least {@code length}
     */
    static void copy(byte[] source, int from, byte[] target, int to, int length, int longest) {
        setLong(target, to, getLong(source, from));
        setLong(target, to + 8, getLong(source, from + 8));
        if (longest > 16) {
            setLong(target, to + 16, getLong(source, from + 16));
            setLong(target, to + 24, getLong(source, from + 24));
        }
        if (longest > 32) {
            setLong(target, to + 32, getLong(source, from + 32));
            setLong(target, to + 40, getLong(source, from + 40));
            setLong(target, to + 48, getLong(source, from + 48));
            setLong(target, to + 56, getLong(source, from + 56));
        }
        if (longest > 64) {
            for (int done = 64; done < length; done += 16) {
                setLong(target, to + done, getLong(source, from + done));
                setLong(target, to + done + 8, getLong(source, from + done + 8));
            }
        }
    }

    /**
     * Continues a string with what is some bytes before its end, which it may overlap, as the copies of Lempel-Ziv parses do.
     *
     * @param distance at least 1
     */
    static void repeat(byte[] data, int to, int distance, int length) {
        repeat(data, to, distance, length, SLACK);
    }

    /**
     * Continues a string like {@link #repeat(byte[], int, int, int)}.
     *
     * @param usual what is written at once: 16, where few copies are longer, or 32; to know which are is to guess
     */
    static void repeat(byte[] data, int to, int distance, int length, int usual) {
        int end = to + length;
        if (distance >= 8) {
            int from = to - distance;
            setLong(data, to, getLong(data, from));
            setLong(data, to + 8, getLong(data, from + 8));
            if (usual > 16) {
                setLong(data, to + 16, getLong(data, from + 16));
                setLong(data, to + 24, getLong(data, from + 24));
            }
            for (int at = to + usual; at < end; at += 16) {
                setLong(data, at, getLong(data, at - distance));
                setLong(data, at + 8, getLong(data, at + 8 - distance));
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
        // Without a branch, as there is no guessing whether a piece is shorter.
        int kept = 32 - 8 * Math.min(4, length);
        long mask = (1L << kept) - 1;
        long earlier = (before & 0xffffffffL) >>> (32 - kept);
        return (int) ((getInt(source, from + length - 4) & ~mask) | (earlier & mask));
    }
}
