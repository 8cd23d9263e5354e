package dev.mimeo.internal.bytes;

/**
 * Access to integers in byte arrays whose byte order is known when a file is read, not before. Each method throws
 * {@link IndexOutOfBoundsException} if not all bytes of the integer are inside the array. Thread-safe.
 */
public final class EitherEndian {

    // One access and a swap, not a handle per order: a handle that is not a constant is slow, a predictable branch is
    // not.

    private EitherEndian() {}

    /** Returns the integer of two bytes, 0 to 65535. */
    public static int getUnsignedShort(byte[] bytes, int offset, boolean bigEndian) {
        short value = LittleEndian.getShort(bytes, offset);
        return Short.toUnsignedInt(bigEndian ? Short.reverseBytes(value) : value);
    }

    /** Returns the integer of four bytes. */
    public static int getInt(byte[] bytes, int offset, boolean bigEndian) {
        int value = LittleEndian.getInt(bytes, offset);
        return bigEndian ? Integer.reverseBytes(value) : value;
    }

    /** Returns the integer of eight bytes. */
    public static long getLong(byte[] bytes, int offset, boolean bigEndian) {
        long value = LittleEndian.getLong(bytes, offset);
        return bigEndian ? Long.reverseBytes(value) : value;
    }

    /** Writes an integer as two bytes. */
    public static void putShort(byte[] bytes, int offset, short value, boolean bigEndian) {
        LittleEndian.putShort(bytes, offset, bigEndian ? Short.reverseBytes(value) : value);
    }

    /** Writes an integer as four bytes. */
    public static void putInt(byte[] bytes, int offset, int value, boolean bigEndian) {
        LittleEndian.putInt(bytes, offset, bigEndian ? Integer.reverseBytes(value) : value);
    }

    /** Writes an integer as eight bytes. */
    public static void putLong(byte[] bytes, int offset, long value, boolean bigEndian) {
        LittleEndian.putLong(bytes, offset, bigEndian ? Long.reverseBytes(value) : value);
    }
}
