package dev.mimeo.dataseries;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads and writes integers in byte arrays, in the byte order of a file. */
final class Words {

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Words() {}

    static int getInt(byte[] bytes, int offset) {
        return (int) INT.get(bytes, offset);
    }

    // One handle and a swap, not a handle per order: a handle that is not a constant is slow, a predictable branch is
    // not.
    static int getInt(byte[] bytes, int offset, boolean bigEndian) {
        int value = (int) INT.get(bytes, offset);
        return bigEndian ? Integer.reverseBytes(value) : value;
    }

    static void putInt(byte[] bytes, int offset, int value, boolean bigEndian) {
        INT.set(bytes, offset, bigEndian ? Integer.reverseBytes(value) : value);
    }

    static long getLong(byte[] bytes, int offset, boolean bigEndian) {
        long value = (long) LONG.get(bytes, offset);
        return bigEndian ? Long.reverseBytes(value) : value;
    }

    static void putLong(byte[] bytes, int offset, long value, boolean bigEndian) {
        LONG.set(bytes, offset, bigEndian ? Long.reverseBytes(value) : value);
    }

    static int pad4(int length) {
        return (length + 3) & ~3;
    }

    static int pad8(int length) {
        return (length + 7) & ~7;
    }
}
