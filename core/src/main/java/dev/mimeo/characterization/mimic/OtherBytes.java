package dev.mimeo.characterization.mimic;

import dev.mimeo.internal.random.SplitMix64;
import java.util.Arrays;

/** Draws bytes that follow a text and are not among some excluded ones, unless no other byte can follow. Not thread-safe. */
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
    private byte[] excluded = {};
    private int count;

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
     * @param values excluded values, ascending as unsigned bytes; read until the next position
     * @param number how many there are
     */
    void goTo(byte[] bytes, int textStart, int position, byte[] values, int number) {
        text = bytes;
        start = textStart;
        at = position;
        excluded = values;
        count = number;
        depth = sampler.extend(text, at, Math.min(at - start, sampler.drawn.length), path, 0);
        allowed[0] = (double) (sampler.sums[256] - weight()) / sampler.sums[256];
        for (int order = 0; order < depth; order++) {
            int context = path[order];
            long total = sampler.totals[order][context];
            long listed = sampler.symbolSums[order][sampler.drawn[order].starts[context + 1] - 1];
            long escape = total - listed;
            allowed[order + 1] = (listed - exclude(order, context) + escape * allowed[order]) / total;
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
            byte[] symbols = sampler.symbols[order];
            for (int i = 0; i < count; i++) {
                int index = ContextSampler.indexOf(symbols, first, end, excluded[i]);
                weight += index < 0 ? 0 : addExcluded(order, index);
            }
        } else {
            for (int i = first; i < end; i++) {
                weight += isExcluded(table.symbols[i]) ? addExcluded(order, i) : 0;
            }
        }
        return weight;
    }

    /** Adds an excluded symbol; returns its weight. */
    private int addExcluded(int order, int index) {
        int place = excludedCounts[order]++;
        if (place == excludedSymbols[order].length) {
            excludedSymbols[order] = Arrays.copyOf(excludedSymbols[order], 2 * place);
        }
        excludedSymbols[order][place] = index;
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
        } while (allowed[0] > 0 && isExcluded(text[at]));
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

    private boolean isExcluded(byte value) {
        for (int i = 0; i < count; i++) {
            if (excluded[i] == value) {
                return true;
            }
        }
        return false;
    }

    /** Returns the total weight of the excluded values. */
    private long weight() {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            int value = excluded[i] & 0xff;
            sum += sampler.sums[value + 1] - sampler.sums[value];
        }
        return sum;
    }
}
