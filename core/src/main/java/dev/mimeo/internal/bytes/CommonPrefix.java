package dev.mimeo.internal.bytes;

/** The common prefix of two ranges of an array, as matches of Lempel-Ziv codecs are measured. Thread-safe. */
public final class CommonPrefix {

    private CommonPrefix() {}

    /**
     * Returns the number of bytes from two offsets on that are the same; the ranges may overlap.
     *
     * @param most bytes that are compared at most; as many are inside the array from both offsets on
     * @throws IndexOutOfBoundsException if a byte that is compared is not inside the array
     */
    public static int length(byte[] bytes, int a, int b, int most) {
        int length = 0;
        for (; length <= most - Long.BYTES; length += Long.BYTES) {
            long difference = LittleEndian.getLong(bytes, a + length) ^ LittleEndian.getLong(bytes, b + length);
            if (difference != 0) {
                return length + (Long.numberOfTrailingZeros(difference) >>> 3);
            }
        }
        while (length < most && bytes[a + length] == bytes[b + length]) {
            length++;
        }
        return length;
    }
}
