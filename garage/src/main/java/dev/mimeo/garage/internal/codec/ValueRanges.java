package dev.mimeo.garage.internal.codec;

/**
 * Ranges of integers, and the range of each value of a stream. A value is its range's least value and an offset, which has as many bits as the
 * range says. All are filled anew for each stream. For one thread at a time.
 */
final class ValueRanges {

    /** The number of the range of each value; one that was read from damaged bytes may be that of no range. */
    byte[] numbers = {};

    /** The least value of each range. */
    final long[] least = new long[Bins.MAX];

    /** Bits of an offset in each range, 0 to 64. */
    final int[] widths = new int[Bins.MAX];

    /** The number of ranges. */
    int count;

    /** Makes room for the ranges of values. */
    void makeRoom(int values) {
        if (numbers.length < values) {
            numbers = new byte[values];
        }
    }

    /** Returns the bits of the widest offset. */
    int widest() {
        int widest = 0;
        for (int range = 0; range < count; range++) {
            widest = Math.max(widest, widths[range]);
        }
        return widest;
    }
}
