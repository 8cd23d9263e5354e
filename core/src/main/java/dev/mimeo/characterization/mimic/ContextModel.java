package dev.mimeo.characterization.mimic;

import dev.mimeo.internal.random.SplitMix64;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Context model of the bytes that follow up to {@value #MAX_ORDER} bytes, with escapes to the next shorter context, as
 * in prediction by partial matching (Cleary, Witten: "Data compression using adaptive coding and partial string
 * matching", IEEE Trans. Comm. 32(4), 1984). A text that is drawn may also repeat itself, see {@link Reuse}. Immutable and thread-safe.
 */
public final class ContextModel {

    /** Bytes of the longest context. */
    public static final int MAX_ORDER = 4;

    /** Most bytes of the contexts that runs begin with, see {@link #drawRuns}: longer ones would leave too few of each. */
    public static final int RUN_CONTEXT = 2;

    private final byte[] codes;
    private final byte[] chunkCodes;
    private final List<ContextTable> tables;
    private final @Nullable Reuse reuse;

    /** The same, for drawing. */
    private final ContextTable[] drawn;

    /** By order and context: what its symbols and what is not listed weigh together. */
    private final long[][] totals;

    /** By order and symbol: what the symbols of its context up to this one weigh together. */
    private final long[][] symbolSums;

    private final int[][] children;
    private final long[] sums;

    /** By order and symbol: number of bytes of the longest context that its context followed by the symbol ends with. */
    private final byte[][] nextDepths;

    /** By order and symbol: that context, in the table of its order; 0 if it has no bytes. */
    private final int[][] nextContexts;

    /**
     * Takes the tables.
     *
     * @param codes code of the count of each of 256 bytes in no context, -1 where it does not occur; copied
     * @param tables contexts of order 1 up to at most {@value #MAX_ORDER}
     * @throws IllegalArgumentException if no byte occurs or the tables do not fit together
     */
    public ContextModel(byte[] codes, List<ContextTable> tables) {
        this(codes, new byte[0], tables, null);
    }

    /**
     * Takes the tables of a model of literals.
     *
     * @param codes as of the literals alone
     * @param chunkCodes the same for all bytes of the chunks, copied ones included; empty if not known; copied
     * @throws IllegalArgumentException if no byte occurs or the tables do not fit together
     */
    public ContextModel(byte[] codes, byte[] chunkCodes, List<ContextTable> tables) {
        this(codes, chunkCodes, tables, null);
    }

    /** Takes the tables, and how a text without end repeats itself: not at all if null. */
    ContextModel(byte[] codes, byte[] chunkCodes, List<ContextTable> tables, @Nullable Reuse reuse) {
        this.reuse = reuse;
        this.codes = codes.clone();
        this.chunkCodes = chunkCodes.clone();
        this.tables = List.copyOf(tables);
        if (codes.length != 256 || (chunkCodes.length != 0 && chunkCodes.length != 256) || tables.size() > MAX_ORDER) {
            throw new IllegalArgumentException(
                    "a context model of " + codes.length + " bytes and order " + tables.size());
        }
        this.sums = sums(codes);
        if (chunkCodes.length > 0) {
            sums(chunkCodes);
        }
        this.drawn = this.tables.toArray(ContextTable[]::new);
        this.totals = new long[drawn.length][];
        for (int order = 0; order < drawn.length; order++) {
            totals[order] = weights(drawn[order]);
        }
        this.children = new int[tables.size()][];
        this.symbolSums = new long[tables.size()][];
        this.nextDepths = new byte[tables.size()][];
        this.nextContexts = new int[tables.size()][];
        int parents = 1;
        for (int order = 0; order < children.length; order++) {
            children[order] = childStarts(tables.get(order), parents);
            parents = tables.get(order).size();
            symbolSums[order] = symbolSums(tables.get(order));
        }
        byte[] string = new byte[MAX_ORDER + 1];
        int[] path = new int[MAX_ORDER];
        for (int order = 0; order < children.length; order++) {
            ContextTable table = drawn[order];
            nextDepths[order] = new byte[table.symbols.length];
            nextContexts[order] = new int[table.symbols.length];
            for (int context = 0; context < table.size(); context++) {
                spell(order, context, string);
                for (int i = table.starts[context]; i < table.starts[context + 1]; i++) {
                    string[order + 1] = table.symbols[i];
                    int depth = extend(string, order + 2, Math.min(order + 2, drawn.length), path, 0);
                    nextDepths[order][i] = (byte) depth;
                    nextContexts[order][i] = depth == 0 ? 0 : path[depth - 1];
                }
            }
        }
    }

    /** Returns what the bytes up to each weigh together; the first entry is 0. */
    private static long[] sums(byte[] codes) {
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

    /** Writes the bytes of a context to the start of an array. */
    private void spell(int order, int context, byte[] target) {
        int node = context;
        for (int depth = order; depth >= 0; depth--) {
            target[order - depth] = drawn[depth].bytes[node];
            node = drawn[depth].parents[node];
        }
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

    /** Returns the code of the count of each byte in no context, -1 where it does not occur; a copy. */
    public byte[] codes() {
        return codes.clone();
    }

    /** Returns the same of all bytes of the chunks whose literals the model is of, copied ones included; empty if not known. */
    public byte[] chunkCodes() {
        return chunkCodes.clone();
    }

    /** Returns how a text repeats itself, or null if it depends on its last bytes alone. */
    public @Nullable Reuse reuse() {
        return reuse;
    }

    /** Returns this model of texts without end that repeat themselves in a way. */
    public ContextModel with(Reuse otherReuse) {
        return new ContextModel(codes, chunkCodes, tables, otherReuse);
    }

    /** Returns the contexts of order 1 and up. */
    public List<ContextTable> tables() {
        return tables;
    }

    /** Returns the number of contexts of all orders from 1. */
    public int contexts() {
        return tables.stream().mapToInt(ContextTable::size).sum();
    }

    /** Takes the strings that a model tells of. */
    @FunctionalInterface
    public interface StringVisitor {

        /**
         * Takes one.
         *
         * @param string a context and a byte that follows it, 2 to 5 bytes; only valid during the call
         * @param count number of occurrences, rounded to a third of an octave
         */
        void visit(byte[] string, int count);
    }

    /** Hands out all strings that the model tells of, those of short contexts first. */
    public void forEachString(StringVisitor visitor) {
        for (int order = 1; order <= tables.size(); order++) {
            ContextTable table = tables.get(order - 1);
            byte[] string = new byte[order + 1];
            for (int context = 0; context < table.size(); context++) {
                spell(order - 1, context, string);
                for (int i = table.starts[context]; i < table.starts[context + 1]; i++) {
                    string[order] = table.symbols[i];
                    visitor.visit(string, ContextTable.weight(table.codes[i]));
                }
            }
        }
    }

    /**
     * Fills a range with text drawn from the model.
     *
     * @param seed decides the text
     * @param offset where the text begins; at least 8 if it repeats itself, as the bytes before it are read
     */
    public void draw(long seed, byte[] target, int offset, int length) {
        if (reuse == null) {
            draw(new SplitMix64(seed), target, offset, offset, offset + length);
        } else {
            ReuseProcess.draw(this, reuse, seed, target, offset, length);
        }
    }

    /** Returns how often a byte occurs, as a share of all. */
    double share(byte value) {
        int number = value & 0xff;
        return (double) (sums[number + 1] - sums[number]) / sums[256];
    }

    /** Draws the byte after a text that begins at {@code start}. */
    void drawNext(SplitMix64 random, byte[] text, int start, int at) {
        draw(random, text, start, at, at + 1);
    }

    /**
     * Fills a range with pieces of text, each after two bytes that are a context of the model, or one or none where it has no
     * longer ones. How often a context is taken follows how often it occurs.
     *
     * @param seed decides contexts and text
     * @param run bytes of text after each context, at least 1
     */
    public void drawRuns(long seed, byte[] target, int offset, int length, int run) {
        SplitMix64 random = new SplitMix64(seed);
        int order = Math.min(RUN_CONTEXT, tables.size());
        while (order > 0 && tables.get(order - 1).size() == 0) {
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
                    target[at++] = tables.get(depth - 1).bytes[context];
                    context = tables.get(depth - 1).parents[context];
                }
            }
            int stop = Math.min(end, at + run);
            draw(random, target, start, at, stop);
            at = stop;
        }
    }

    /** Returns how often each context occurs. */
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

    /** Returns how often the contexts before each occur together; one more entry at the end. */
    private static long[] contextSums(long[] weights) {
        long[] sums = new long[weights.length + 1];
        for (int i = 0; i < weights.length; i++) {
            sums[i + 1] = sums[i] + weights[i];
        }
        return sums;
    }

    /** Draws a text that begins at {@code start}, of which what is before {@code offset} is there. */
    private void draw(SplitMix64 random, byte[] target, int start, int offset, int end) {
        int[] path = new int[drawn.length];
        int depth = 0;
        for (int at = offset; at < end; at++) {
            // What is known of the context only has to be extended by what was there before it.
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
     * @param end where the text ends
     * @param known bytes before that at most which count
     * @param path receives the contexts of one byte and more; has the first ones
     * @param depth number of those it has
     * @return bytes of the longest context
     */
    private int extend(byte[] text, int end, int known, int[] path, int depth) {
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
        int[] starts = children[order];
        byte[] bytes = drawn[order].bytes;
        int low = starts[parent];
        int high = starts[parent + 1];
        while (low < high) {
            int middle = (low + high) >>> 1;
            int difference = (bytes[middle] & 0xff) - (b & 0xff);
            if (difference == 0) {
                return middle;
            }
            if (difference < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return -1;
    }

    /** Draws a symbol of a context; returns its index in the table, or -1 if it is none of those listed. */
    private int drawSymbol(int order, int context, SplitMix64 random) {
        int[] starts = drawn[order].starts;
        long[] limits = symbolSums[order];
        int low = starts[context];
        int end = starts[context + 1];
        long place = random.below(totals[order][context]);
        if (place >= limits[end - 1]) {
            return -1;
        }
        int high = end - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (limits[middle] > place) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private byte drawByte(SplitMix64 random) {
        long place = random.below(sums[256]);
        int low = 0;
        int high = 256;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (sums[middle] <= place) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (byte) low;
    }
}
