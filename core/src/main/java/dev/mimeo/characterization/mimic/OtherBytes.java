package dev.mimeo.characterization.mimic;

import dev.mimeo.internal.random.SplitMix64;
import java.util.Arrays;

/** Bytes that follow a text and are not in a set, unless no other can follow. For one thread at a time. */
final class OtherBytes {

    private final ContextSampler sampler;
    private final int[] path;

    /** By order: the probability of all bytes that are not excluded. */
    private final double[] allowed;

    /** By order: excluded symbols of the context. */
    private final int[][] without;

    private final int[] withoutCount;
    private byte[] text = {};
    private int start;
    private int at;
    private int depth;
    private long[] excluded = {};

    OtherBytes(ContextSampler sampler) {
        this.sampler = sampler;
        int orders = sampler.drawn.length;
        this.path = new int[orders];
        this.allowed = new double[orders + 1];
        this.without = new int[orders][8];
        this.withoutCount = new int[orders];
    }

    /**
     * Goes to a position of a text.
     *
     * @param textStart where the text begins
     * @param position of the byte that is drawn
     * @param values excluded values as a set of 256 bits, read until the next position
     */
    void goTo(byte[] bytes, int textStart, int position, long[] values) {
        text = bytes;
        start = textStart;
        at = position;
        excluded = values;
        depth = sampler.extend(text, at, Math.min(at - start, sampler.drawn.length), path, 0);
        allowed[0] = (double) (sampler.sums[256] - weight(excluded)) / sampler.sums[256];
        for (int order = 0; order < depth; order++) {
            int context = path[order];
            long listed = sampler.symbolSums[order][sampler.drawn[order].starts[context + 1] - 1];
            long escape = sampler.totals[order][context] - listed;
            allowed[order + 1] =
                    (listed - exclude(order, context) + escape * allowed[order]) / sampler.totals[order][context];
        }
    }

    /** Finds the excluded symbols of a context; returns what they weigh together. */
    private long exclude(int order, int context) {
        ContextTable table = sampler.drawn[order];
        int first = table.starts[context];
        int end = table.starts[context + 1];
        withoutCount[order] = 0;
        long weight = 0;
        if (sampler.isSorted[order]) {
            for (int word = 0; word < excluded.length; word++) {
                for (long left = excluded[word]; left != 0; left &= left - 1) {
                    int value = Long.SIZE * word + Long.numberOfTrailingZeros(left);
                    int index = ContextSampler.indexOf(table.symbols, first, end, (byte) value);
                    weight += index < 0 ? 0 : without(order, index);
                }
            }
        } else {
            for (int i = first; i < end; i++) {
                weight += has(excluded, table.symbols[i]) ? without(order, i) : 0;
            }
        }
        return weight;
    }

    /** Adds an excluded symbol; returns its weight. */
    private int without(int order, int index) {
        int count = withoutCount[order]++;
        if (count == without[order].length) {
            without[order] = Arrays.copyOf(without[order], 2 * count);
        }
        without[order][count] = index;
        return ContextTable.weight(sampler.drawn[order].codes[index]);
    }

    /** Draws a byte and writes it to the position. */
    byte draw(SplitMix64 random) {
        if (allowed[depth] == 0) {
            sampler.draw(random, text, start, at, at + 1);
            return text[at];
        }
        int symbol = -1;
        int order = depth;
        while (order > 0 && symbol < 0) {
            order--;
            double share = (random.nextLong() >>> 11) * 0x1p-53 * allowed[order + 1];
            symbol = symbol(order, share * sampler.totals[order][path[order]]);
        }
        if (symbol >= 0) {
            text[at] = sampler.drawn[order].symbols[symbol];
            return text[at];
        }
        do {
            text[at] = sampler.drawByte(random);
        } while (allowed[0] > 0 && has(excluded, text[at]));
        return text[at];
    }

    /** Returns the first symbol that is not excluded up to which they weigh more than a place, or -1 if all weigh less. */
    private int symbol(int order, double place) {
        ContextTable table = sampler.drawn[order];
        long[] limits = sampler.symbolSums[order];
        int low = table.starts[path[order]];
        long removed = 0;
        for (int i = 0; i <= withoutCount[order]; i++) {
            boolean last = i == withoutCount[order];
            int end = last ? table.starts[path[order] + 1] : without[order][i];
            if (end > low && limits[end - 1] - removed > place) {
                return ContextSampler.firstAbove(limits, low, end - 1, place + removed);
            }
            removed += last ? 0 : ContextTable.weight(table.codes[end]);
            low = end + 1;
        }
        return -1;
    }

    private static boolean has(long[] set, byte value) {
        return (set[(value & 0xff) >>> 6] >>> value & 1) != 0;
    }

    /** Returns what the bytes of a set weigh together. */
    private long weight(long[] set) {
        long sum = 0;
        for (int word = 0; word < set.length; word++) {
            for (long left = set[word]; left != 0; left &= left - 1) {
                int value = 64 * word + Long.numberOfTrailingZeros(left);
                sum += sampler.sums[value + 1] - sampler.sums[value];
            }
        }
        return sum;
    }
}
