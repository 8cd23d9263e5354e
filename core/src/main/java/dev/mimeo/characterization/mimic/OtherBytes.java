package dev.mimeo.characterization.mimic;

import dev.mimeo.internal.random.SplitMix64;
import java.util.Arrays;

/** Draws bytes that follow a text and are not in a set of excluded bytes, unless no other byte can follow. Not thread-safe. */
final class OtherBytes {

    private final ContextSampler sampler;
    private final int[] path;

    /** By length of the context: total probability of the bytes that are not excluded. */
    private final double[] allowed;

    /** By order: indexes of the excluded symbols of the context, ascending. */
    private final int[][] excludedSymbols;

    private final int[] excludedCounts;
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
        this.excludedSymbols = new int[orders][8];
        this.excludedCounts = new int[orders];
    }

    /**
     * Moves to a position of a text.
     *
     * @param textStart position where the text begins
     * @param position position of the byte that is drawn
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

    /** Finds the excluded symbols of a context; returns their total weight. */
    private long exclude(int order, int context) {
        ContextTable table = sampler.drawn[order];
        int first = table.starts[context];
        int end = table.starts[context + 1];
        excludedCounts[order] = 0;
        long weight = 0;
        if (sampler.isSorted[order]) {
            for (int word = 0; word < excluded.length; word++) {
                for (long left = excluded[word]; left != 0; left &= left - 1) {
                    int value = Long.SIZE * word + Long.numberOfTrailingZeros(left);
                    int index = ContextSampler.indexOf(table.symbols, first, end, (byte) value);
                    weight += index < 0 ? 0 : addExcluded(order, index);
                }
            }
        } else {
            for (int i = first; i < end; i++) {
                weight += has(excluded, table.symbols[i]) ? addExcluded(order, i) : 0;
            }
        }
        return weight;
    }

    /** Adds an excluded symbol; returns its weight. */
    private int addExcluded(int order, int index) {
        int count = excludedCounts[order]++;
        if (count == excludedSymbols[order].length) {
            excludedSymbols[order] = Arrays.copyOf(excludedSymbols[order], 2 * count);
        }
        excludedSymbols[order][count] = index;
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

    /** Returns the first symbol that is not excluded and whose cumulative weight is above a place, or -1 if there is none. */
    private int symbol(int order, double place) {
        ContextTable table = sampler.drawn[order];
        long[] limits = sampler.symbolSums[order];
        int low = table.starts[path[order]];
        long removed = 0;
        for (int i = 0; i <= excludedCounts[order]; i++) {
            boolean last = i == excludedCounts[order];
            int end = last ? table.starts[path[order] + 1] : excludedSymbols[order][i];
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

    /** Returns the total weight of the bytes of a set. */
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
