package dev.mimeo.internal.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Access to the little-endian integers in byte arrays, at any offset. Each method throws {@link IndexOutOfBoundsException} if
 * not all bytes of the integer are inside the array. Thread-safe.
 */
public final class LittleEndian {

    // Only handles that are constants become single instructions.
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    /** Returns the integer of two bytes. */
    public static short getShort(byte[] bytes, int offset) {
        return (short) SHORT.get(bytes, offset);
    }

    /** Returns the integer of four bytes. */
    public static int getInt(byte[] bytes, int offset) {
        return (int) INT.get(bytes, offset);
    }

    /** Returns the integer of eight bytes. */
    public static long getLong(byte[] bytes, int offset) {
        return (long) LONG.get(bytes, offset);
    }

    /** Writes an integer as two bytes. */
    public static void putShort(byte[] bytes, int offset, short value) {
        SHORT.set(bytes, offset, value);
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
