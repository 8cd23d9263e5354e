package dev.mimeo.formats.pcap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Integers in network byte order in arrays. The caller has checked that they are inside. Thread-safe. */
public final class BigEndian {

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private BigEndian() {}

    /** Returns the unsigned value of a byte. */
    public static int u8(byte[] data, int at) {
        return data[at] & 0xff;
    }

    /** Returns the unsigned value of two bytes. */
    public static int u16(byte[] data, int at) {
        return (short) SHORT.get(data, at) & 0xffff;
    }

    /** Returns the value of four bytes. */
    public static int i32(byte[] data, int at) {
        return (int) INT.get(data, at);
    }

    /** Returns the value of eight bytes. */
    public static long i64(byte[] data, int at) {
        return (long) LONG.get(data, at);
    }
}
