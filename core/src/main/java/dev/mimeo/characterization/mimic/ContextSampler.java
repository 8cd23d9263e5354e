package dev.mimeo.characterization.mimic;

import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.random.SplitMix64;
import java.util.Arrays;
import java.util.List;

/**
 * Draws bytes from the contexts of a {@link ContextModel}. Tables give the longest context after each symbol, so that it need not be
 * searched for at every byte. Immutable and thread-safe.
 */
final class ContextSampler {

    /** A word whose bytes are all 1, and one that has the highest bit of each byte. */
    private static final long ONES = 0x0101010101010101L;

    private static final long HIGH_BITS = 0x8080808080808080L;

    /** More bytes than these are searched by halves. */
    private static final int BYTES_COMPARED = 32;

    /** The contexts by order, those of one byte first. */
    final ContextTable[] drawn;

    /** By order and context: total weight of its symbols and of its escape to bytes that are not listed. */
    final long[][] totals;

    /** By order: the symbols of all contexts, as in the tables, as {@link #indexOf} takes them. */
    final byte[][] symbols;

    /** By order: the oldest bytes of the contexts, as in the tables, as {@link #indexOf} takes them. */
    private final byte[][] bytes;

    /** By order and symbol: cumulative weight of the symbols of its context, this one included. */
    final long[][] symbolSums;

    /** By order and parent: index of the first context that extends the parent; one more entry at the end. */
    private final int[][] children;

    /** By order: whether the symbols of each context ascend. */
    final boolean[] isSorted;

    /** By byte value: cumulative weight of the smaller values; one more entry at the end. */
    final long[] sums;

    /** By order and symbol: length in bytes of the longest context at the end of its context followed by the symbol. */
    private final byte[][] nextDepths;

    /** By order and symbol: index of that context in the table of its order; 0 if its length is 0. */
    private final int[][] nextContexts;

    /**
     * Prepares tables for drawing.
     *
     * @param codes by byte value: code of its count, or -1 if it does not occur
     * @param tables contexts by order, those of one byte first
     * @throws IllegalArgumentException if no byte occurs or the tables do not fit together
     */
    ContextSampler(byte[] codes, List<ContextTable> tables) {
        this.sums = sums(codes);
        this.drawn = tables.toArray(ContextTable[]::new);
        this.totals = new long[drawn.length][];
        for (int order = 0; order < drawn.length; order++) {
            totals[order] = weights(drawn[order]);
        }
        this.children = new int[tables.size()][];
        this.symbolSums = new long[tables.size()][];
        this.symbols = new byte[tables.size()][];
        this.bytes = new byte[tables.size()][];
        this.isSorted = new boolean[tables.size()];
        this.nextDepths = new byte[tables.size()][];
        this.nextContexts = new int[tables.size()][];
        int parents = 1;
        for (int order = 0; order < children.length; order++) {
            children[order] = childStarts(tables.get(order), parents);
            parents = tables.get(order).size();
            symbolSums[order] = symbolSums(tables.get(order));
            symbols[order] = padded(tables.get(order).symbols);
            bytes[order] = padded(tables.get(order).bytes);
            isSorted[order] = isSorted(tables.get(order));
        }
        byte[] string = new byte[ContextModel.MAX_ORDER + 1];
        int[] path = new int[ContextModel.MAX_ORDER];
        for (int order = 0; order < children.length; order++) {
            ContextTable table = drawn[order];
            nextDepths[order] = new byte[table.symbols.length];
            nextContexts[order] = new int[table.symbols.length];
            for (int context = 0; context < table.size(); context++) {
                ContextModel.spell(tables, order, context, string);
                for (int i = table.starts[context]; i < table.starts[context + 1]; i++) {
                    string[order + 1] = table.symbols[i];
                    int depth = extend(string, order + 2, Math.min(order + 2, drawn.length), path, 0);
                    nextDepths[order][i] = (byte) depth;
                    nextContexts[order][i] = depth == 0 ? 0 : path[depth - 1];
                }
            }
        }
    }

    /** Returns the cumulative weights of byte values; the first entry is 0. */
    static long[] sums(byte[] codes) {
        long[] sums = new long[codes.length + 1];
        for (int i = 0; i < codes.length; i++) {
            if (codes[i] < -1 || codes[i] > ContextTable.MAX_CODE) {
                throw new IllegalArgumentException("count code " + codes[i]);
            }
            sums[i + 1] = sums[i] + (codes[i] < 0 ? 0 : ContextTable.weight(codes[i]));
        }
        if (sums[codes.length] == 0) {
            throw new IllegalArgumentException("a context model in which no byte occurs");
        }
        return sums;
    }

    private static long[] symbolSums(ContextTable table) {
        long[] sums = new long[table.symbols.length];
        for (int context = 0; context < table.size(); context++) {
            long sum = 0;
            for (int i = table.starts[context]; i < table.starts[context + 1]; i++) {
                sum += ContextTable.weight(table.codes[i]);
                sums[i] = sum;
            }
        }
        return sums;
    }

    private static int[] childStarts(ContextTable table, int parents) {
        int[] starts = new int[parents + 1];
        for (int parent : table.parents) {
            if (parent >= parents) {
                throw new IllegalArgumentException("a context extends a missing one");
            }
            starts[parent + 1]++;
        }
        for (int i = 0; i < parents; i++) {
            starts[i + 1] += starts[i];
        }
        return starts;
    }

    /** Returns the share of a byte value in all bytes. */
    double share(byte value) {
        int number = value & 0xff;
        return (double) (sums[number + 1] - sums[number]) / sums[256];
    }

    /**
     * Returns the first index from {@code first} to {@code last} whose limit is above a place, given that the last one is.
     *
     * @param place at least 0
     */
    static int firstAbove(long[] limits, int first, int last, double place) {
        // Limits are whole numbers.
        long whole = (long) place;
        int low = first;
        int left = last - first;
        while (left > 0) {
            // The half it is in cannot be predicted, so that a branch would cost more.
            int half = left >>> 1;
            boolean above = limits[low + half] > whole;
            left = above ? half : left - half - 1;
            low = above ? low : low + half + 1;
        }
        return low;
    }

    /** Fills a range as {@link ContextModel#drawRuns} does. */
    void drawRuns(long seed, byte[] target, int offset, int length, int run) {
        SplitMix64 random = new SplitMix64(seed);
        int order = Math.min(ContextModel.RUN_CONTEXT, drawn.length);
        while (order > 0 && drawn[order - 1].size() == 0) {
            order--;
        }
        long[] sums = order == 0 ? new long[1] : contextSums(totals[order - 1]);
        int end = offset + length;
        for (int at = offset; at < end; ) {
            int start = at;
            if (order > 0) {
                int context = Arrays.binarySearch(sums, random.below(sums[sums.length - 1]) + 1);
                context = context < 0 ? -context - 2 : context - 1;
                for (int depth = order; depth > 0 && at < end; depth--) {
                    target[at++] = drawn[depth - 1].bytes[context];
                    context = drawn[depth - 1].parents[context];
                }
            }
            int stop = Math.min(end, at + run);
            draw(random, target, start, at, stop);
            at = stop;
        }
    }

    /** Returns the total weight of each context. */
    private static long[] weights(ContextTable table) {
        long[] weights = new long[table.size()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = table.escapes[i] < 0 ? 0 : ContextTable.weight(table.escapes[i]);
            for (int j = table.starts[i]; j < table.starts[i + 1]; j++) {
                weights[i] += ContextTable.weight(table.codes[j]);
            }
        }
        return weights;
    }

    /** Returns the cumulative weights of the contexts before each; one more entry at the end. */
    private static long[] contextSums(long[] weights) {
        long[] sums = new long[weights.length + 1];
        for (int i = 0; i < weights.length; i++) {
            sums[i + 1] = sums[i] + weights[i];
        }
        return sums;
    }

    /** Draws the bytes from {@code offset} to {@code end} of a text that begins at {@code start} and is known up to {@code offset}. */
    void draw(SplitMix64 random, byte[] target, int start, int offset, int end) {
        int[] path = new int[drawn.length];
        int depth = 0;
        for (int at = offset; at < end; at++) {
            // The context is known from the last symbol, and may only be extended by older bytes.
            depth = extend(target, at, Math.min(at - start, drawn.length), path, depth);
            int order = depth - 1;
            int symbol = -1;
            while (order >= 0 && symbol < 0) {
                symbol = drawSymbol(order, path[order], random);
                order--;
            }
            if (symbol < 0) {
                target[at] = drawByte(random);
                depth = 0;
            } else {
                order++;
                target[at] = drawn[order].symbols[symbol];
                depth = nextDepths[order][symbol];
                int node = nextContexts[order][symbol];
                for (int i = depth - 1; i >= 0; i--) {
                    path[i] = node;
                    node = drawn[i].parents[node];
                }
            }
        }
    }

    /**
     * Finds the longest context that a text ends with.
     *
     * @param end end of the text
     * @param known maximum length of the context in bytes
     * @param path receives the index of the context of each length, from one byte on; the first ones are there already
     * @param depth number of contexts that are there
     * @return length of the longest context in bytes
     */
    int extend(byte[] text, int end, int known, int[] path, int depth) {
        int found = depth;
        int node = found == 0 ? 0 : path[found - 1];
        while (found < known) {
            node = child(found, node, text[end - found - 1]);
            if (node < 0) {
                break;
            }
            path[found++] = node;
        }
        return found;
    }

    private int child(int order, int parent, byte b) {
        return indexOf(bytes[order], children[order][parent], children[order][parent + 1], b);
    }

    /** Returns a copy of an array that is read beyond its end. */
    private static byte[] padded(byte[] values) {
        return Arrays.copyOf(values, values.length + Long.BYTES);
    }

    /**
     * Returns the index of a byte in a range of ascending unsigned bytes, or -1. Eight bytes are compared at once (exact test for a zero byte
     * in a word; H. S. Warren, "Hacker's Delight", section 6-1).
     *
     * @param values with at least seven more bytes behind the range
     */
    static int indexOf(byte[] values, int first, int end, byte b) {
        int low = first;
        int high = end;
        while (high - low > BYTES_COMPARED) {
            int middle = (low + high) >>> 1;
            if ((values[middle] & 0xff) <= (b & 0xff)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        long pattern = (b & 0xff) * ONES;
        for (int at = low; at < high; at += Long.BYTES) {
            long difference = LittleEndian.getLong(values, at) ^ pattern;
            long equal = (difference - ONES) & ~difference & HIGH_BITS;
            if (equal != 0) {
                // One bit of each byte below the lowest one that is equal.
                long below = (((equal & -equal) >>> (Byte.SIZE - 1)) - 1) & ONES;
                int index = at + (int) ((below * ONES) >>> (Long.SIZE - Byte.SIZE));
                return index < high ? index : -1;
            }
        }
        return -1;
    }

    /** Returns whether the symbols of each context are in ascending order; they need not be in a file. */
    private static boolean isSorted(ContextTable table) {
        for (int context = 0; context < table.size(); context++) {
            for (int i = table.starts[context] + 1; i < table.starts[context + 1]; i++) {
                if ((table.symbols[i - 1] & 0xff) >= (table.symbols[i] & 0xff)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Draws a symbol of a context; returns its index in the table, or -1 for a byte that is not listed. */
    private int drawSymbol(int order, int context, SplitMix64 random) {
        int[] starts = drawn[order].starts;
        long[] limits = symbolSums[order];
        int end = starts[context + 1];
        long place = random.below(totals[order][context]);
        if (place >= limits[end - 1]) {
            return -1;
        }
        return firstAbove(limits, starts[context], end - 1, (double) place);
    }

    /** Draws a byte without a context. */
    byte drawByte(SplitMix64 random) {
        return (byte) (firstAbove(sums, 1, 256, (double) random.below(sums[256])) - 1);
    }
}
