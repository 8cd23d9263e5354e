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

    private final IntegerStream stream;
    private long[] distinct = {};
    private long[] codes = {};

    DictionaryCodec(IntegerStream stream) {
        this.stream = stream;
    }

    /**
     * Looks for the different values, and sorts them.
     *
     * @param limit most that are of use
     * @return how many there are, or -1 if they are more than that
     */
    int find(OrderedFloats numbers, int limit) {
        int count = numbers.count();
        if (limit < 1) {
            return -1;
        }
        if (distinct.length < limit) {
            distinct = new long[limit];
        }
        int slots = Integer.highestOneBit(limit) * 4;
        long[] table = new long[slots];
        boolean[] used = new boolean[slots];
        int found = 0;
        long[] ordered = numbers.ordered();
        for (int i = 0; i < count; i++) {
            long value = ordered[i];
            int slot = (int) (Mixing.fibonacci64(value) >>> 32) & (slots - 1);
            while (used[slot] && table[slot] != value) {
                slot = (slot + 1) & (slots - 1);
            }
            if (!used[slot]) {
                if (found == limit) {
                    return -1;
                }
                used[slot] = true;
                table[slot] = value;
                distinct[found++] = value;
            }
        }
        Arrays.sort(distinct, 0, found);
        return found;
    }

    /** Writes the place of each value among the different ones, after {@link #find} found these. */
    void number(long[] values, int count, int found, long[] places) {
        for (int i = 0; i < count; i++) {
            boolean repeats = i > 0 && values[i] == values[i - 1];
            places[i] = repeats ? places[i - 1] : Arrays.binarySearch(distinct, 0, found, values[i]);
        }
    }

    /** Encodes numbers after {@link #find} said how many of them are different. */
    void encode(OrderedFloats numbers, int found, ByteSink out) {
        int count = numbers.count();
        if (codes.length < count) {
            codes = new long[count];
        }
        number(numbers.ordered(), count, found, codes);
        out.writeVariable(found);
        stream.encode(distinct, found, out);
        stream.encode(codes, count, out);
    }

    private void decode(ByteSource in, int count) throws DataFormatException {
        int found = in.readCount(count);
        if (distinct.length < found) {
            distinct = new long[found];
        }
        if (codes.length < count) {
            codes = new long[count];
        }
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
