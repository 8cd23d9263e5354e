package dev.mimeo.internal.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Access to the big-endian integers, those of network byte order, in byte arrays, at any offset. Each method throws
 * {@link IndexOutOfBoundsException} if not all bytes of the integer are inside the array. Thread-safe.
 */
public final class BigEndian {

    // Only handles that are constants become single instructions.
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private BigEndian() {}

    /** Returns the integer of two bytes, 0 to 65535. */
    public static int getUnsignedShort(byte[] bytes, int offset) {
        return Short.toUnsignedInt((short) SHORT.get(bytes, offset));
    }

    /** Returns the integer of four bytes. */
    public static int getInt(byte[] bytes, int offset) {
        return (int) INT.get(bytes, offset);
    }

    /** Returns the integer of eight bytes. */
    public static long getLong(byte[] bytes, int offset) {
        return (long) LONG.get(bytes, offset);
    }

    /** Writes an integer as four bytes. */
    public static void putInt(byte[] bytes, int offset, int value) {
        INT.set(bytes, offset, value);
    }

    /** Writes an integer as eight bytes. */
    public static void putLong(byte[] bytes, int offset, long value) {
        LONG.set(bytes, offset, value);
    }
}
