package dev.mimeo.query.expression;

import java.util.Arrays;

/**
 * Byte strings of the rows of a block: ranges of one array. That is an array of the extent, which must not be changed, or
 * strings that an operation put together: {@link #startScratch()}, then for each row {@link #begin}, {@link #append} as
 * often as needed, and {@link #end}. Not thread-safe.
 */
final class TextVector {

    /** Holds strings that are put together; grows as needed. */
    private byte[] scratch = new byte[256];

    private int scratchSize;

    /** Bytes of all strings, with others between them. */
    byte[] array = scratch;

    /** Start of the string of each row in {@link #array}. */
    final int[] offsets = new int[Expression.BLOCK_ROWS];

    /** Length of the string of each row, in bytes. */
    final int[] lengths = new int[Expression.BLOCK_ROWS];

    /** Starts to put strings together, and discards those of before. Appending may replace {@link #array}. */
    void startScratch() {
        scratchSize = 0;
        array = scratch;
    }

    /** Begins the string of a row. */
    void begin(int row) {
        offsets[row] = scratchSize;
    }

    /** Appends bytes to the string that was begun last. */
    void append(byte[] from, int offset, int length) {
        if (length > scratch.length - scratchSize) {
            int least = Math.addExact(scratchSize, length);
            scratch = Arrays.copyOf(
                    scratch, (int) Math.min(Integer.MAX_VALUE - 16, Math.max(least, 2L * scratch.length)));
            array = scratch;
        }
        System.arraycopy(from, offset, scratch, scratchSize, length);
        scratchSize += length;
    }

    /** Ends the string of a row. */
    void end(int row) {
        lengths[row] = scratchSize - offsets[row];
    }
}
