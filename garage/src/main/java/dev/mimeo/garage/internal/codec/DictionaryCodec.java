package dev.mimeo.garage.internal.codec;

import dev.mimeo.internal.random.Mixing;
import java.util.Arrays;
import java.util.zip.DataFormatException;

/**
 * Floating point numbers of which there are few different ones.
 *
 * <p>A column is how many different values there are, an {@link IntegerStream} of their ordered bits, ascending, and one that says
 * for each number which of them it is.
 */
final class DictionaryCodec {

    /** Different values after which a column is given up if nearly all rows up to there differ. */
    private static final int FIRST_LOOK = 512;

    private final IntegerStream stream;
    private long[] distinct = {};
    private long[] codes = {};
    private int[] ranks = {};
    private int found;

    DictionaryCodec(IntegerStream stream) {
        this.stream = stream;
    }

    /**
     * Looks for the different values, and which of them each number is.
     *
     * @param limit most that are of use
     * @return whether they are not more than that
     */
    boolean find(OrderedFloats numbers, int limit) {
        int count = numbers.count();
        makeRoom(count, limit);
        found = 0;
        long[] ordered = numbers.ordered();
        int slots = Integer.highestOneBit(Math.max(1, limit)) * 4;
        // 1 and more are the numbers of different values, by their first rows.
        int[] table = new int[slots];
        for (int i = 0; i < count; i++) {
            long value = ordered[i];
            int slot = slot(value, slots);
            while (table[slot] != 0 && distinct[table[slot] - 1] != value) {
                slot = (slot + 1) & (slots - 1);
            }
            if (table[slot] == 0) {
                if (found == limit || (found == FIRST_LOOK && i * 9L < found * 10L)) {
                    return false;
                }
                distinct[found++] = value;
                table[slot] = found;
            }
            codes[i] = table[slot] - 1L;
        }
        sort(count);
        return true;
    }

    private void makeRoom(int count, int limit) {
        if (distinct.length < limit) {
            distinct = new long[limit];
            ranks = new int[limit];
        }
        if (codes.length < count) {
            codes = new long[count];
        }
    }

    private static int slot(long value, int slots) {
        return (int) (Mixing.fibonacci64(value) >>> 32) & (slots - 1);
    }

    /** Sorts the different values, and numbers them in that order. */
    private void sort(int count) {
        long[] sorted = Arrays.copyOf(distinct, found);
        Arrays.sort(sorted);
        for (int i = 0; i < found; i++) {
            ranks[i] = Arrays.binarySearch(sorted, distinct[i]);
        }
        System.arraycopy(sorted, 0, distinct, 0, found);
        for (int i = 0; i < count; i++) {
            codes[i] = ranks[(int) codes[i]];
        }
    }

    /** Returns how many different values were found. */
    int found() {
        return found;
    }

    /** Returns the different values that were found, ascending. */
    long[] distinct() {
        return distinct;
    }

    /** Returns which of the different values each number is. */
    long[] codes() {
        return codes;
    }

    /**
     * Encodes the numbers whose different values were found.
     *
     * @param order order of differences of their places among these
     */
    void encode(int count, int order, ByteSink out) {
        out.writeVariable(found);
        stream.encode(distinct, found, out);
        stream.encode(codes, count, order, out);
    }

    private void decode(ByteSource in, int count) throws DataFormatException {
        found = in.readCount(count);
        makeRoom(count, found);
        stream.decode(in, distinct, found);
        stream.decode(in, codes, count);
        for (int i = 0; i < count; i++) {
            if (codes[i] < 0 || codes[i] >= found) {
                throw new DataFormatException("expected one of " + found + " values, found " + codes[i]);
            }
        }
    }

    void decode(ByteSource in, float[] values, int from, int count) throws DataFormatException {
        decode(in, count);
        for (int i = 0; i < count; i++) {
            values[from + i] = Float.intBitsToFloat(OrderedFloats.order((int) distinct[(int) codes[i]]));
        }
    }

    void decode(ByteSource in, double[] values, int from, int count) throws DataFormatException {
        decode(in, count);
        for (int i = 0; i < count; i++) {
            values[from + i] = Double.longBitsToDouble(OrderedFloats.order(distinct[(int) codes[i]]));
        }
    }
}
