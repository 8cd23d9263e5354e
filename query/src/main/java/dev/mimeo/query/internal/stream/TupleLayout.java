package dev.mimeo.query.internal.stream;

/**
 * Layout of the columns of tuples in the two integers of an entry of a {@link TupleTable}. Each column is an unsigned
 * value of a fixed number of bits, with a bit that stands for "any value", as the groups of a cube need it. Immutable and
 * thread-safe.
 */
public final class TupleLayout {

    private static final int WORD = 64;

    private final boolean[] inSecond;
    private final int[] shifts;
    private final long[] masks;

    /** The bits of {@code second} that say any, of the first column the lowest. */
    private final int anyShift;

    /**
     * Makes a layout.
     *
     * @param bits number of bits of each column, from 1 to 63; each takes one bit more; all must fit 128 bits without being split
     */
    public TupleLayout(int... bits) {
        int columns = bits.length;
        this.inSecond = new boolean[columns];
        this.shifts = new int[columns];
        this.masks = new long[columns];
        this.anyShift = WORD - columns;
        int first = 0;
        int second = 0;
        for (int column = 0; column < columns; column++) {
            if (bits[column] < 1 || bits[column] >= WORD) {
                throw new IllegalArgumentException("bits of a column must be from 1 to 63, got " + bits[column]);
            }
            masks[column] = (1L << bits[column]) - 1;
            inSecond[column] = first + bits[column] > WORD;
            if (inSecond[column]) {
                shifts[column] = second;
                second += bits[column];
            } else {
                shifts[column] = first;
                first += bits[column];
            }
        }
        if (columns == 0 || second > anyShift) {
            throw new IllegalArgumentException("from 1 column to 128 bits, got " + columns + " columns");
        }
    }

    /** Returns the number of columns. */
    public int columns() {
        return shifts.length;
    }

    /** Returns whether a column stands in the second integer; the part of the tuple's other columns is or-ed to it. */
    public boolean inSecond(int column) {
        return inSecond[column];
    }

    /** Returns a value where it belongs in the integer of its column; only its lowest bits count. */
    public long part(int column, long value) {
        return (value & masks[column]) << shifts[column];
    }

    /** Returns the value of a column, 0 if it is any. */
    public long value(long first, long second, int column) {
        return (inSecond[column] ? second : first) >>> shifts[column] & masks[column];
    }

    /** Returns whether a column is any. */
    public boolean isAny(long second, int column) {
        return (second >>> (anyShift + column) & 1) != 0;
    }

    /** Returns the columns that are any as a set of bits, 1 for the first column. */
    public int any(long second) {
        return (int) (second >>> anyShift);
    }

    /** Returns the first integer with the columns of a set made any. */
    public long firstWithAny(long first, int any) {
        long kept = first;
        for (int column = 0; column < shifts.length; column++) {
            if ((any >> column & 1) != 0 && !inSecond[column]) {
                kept &= ~(masks[column] << shifts[column]);
            }
        }
        return kept;
    }

    /** Returns the second integer with the columns of a set made any. */
    public long secondWithAny(long second, int any) {
        long kept = second | (long) any << anyShift;
        for (int column = 0; column < shifts.length; column++) {
            if ((any >> column & 1) != 0 && inSecond[column]) {
                kept &= ~(masks[column] << shifts[column]);
            }
        }
        return kept;
    }

    /** Compares two tuples column by column, unsigned; any is after all values. */
    public int compare(long first, long second, long otherFirst, long otherSecond) {
        for (int column = 0; column < shifts.length; column++) {
            int byAny = Boolean.compare(isAny(second, column), isAny(otherSecond, column));
            if (byAny != 0) {
                return byAny;
            }
            int byValue = Long.compare(value(first, second, column), value(otherFirst, otherSecond, column));
            if (byValue != 0) {
                return byValue;
            }
        }
        return 0;
    }
}
