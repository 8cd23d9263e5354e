package dev.mimeo.query.expression;

import java.util.Arrays;

/** Byte strings of the rows of a block: ranges of one array. */
final class TextVector {

    /** Room to put strings together in; grows as needed. */
    private byte[] scratch = new byte[256];

    private int scratchSize;

    byte[] array = scratch;
    final int[] offsets = new int[Expression.BLOCK_ROWS];
    final int[] lengths = new int[Expression.BLOCK_ROWS];

    /** Starts to put strings together; {@link #array} is theirs when the last has been appended. */
    void startScratch() {
        scratchSize = 0;
        array = scratch;
    }

    /** Appends bytes to the string of a row, which is the last one begun. */
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

    /** Begins the string of a row. */
    void begin(int row) {
        offsets[row] = scratchSize;
    }

    /** Ends the string of a row. */
    void end(int row) {
        lengths[row] = scratchSize - offsets[row];
    }
}
