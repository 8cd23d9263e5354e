package dev.mimeo.scan.mimic;

import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.ContextTable;
import dev.mimeo.random.LaplaceNoise;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts which bytes follow which in chunks, and keeps what occurs often enough to be nobody's, and tells enough to be worth its
 * bits. Not thread-safe.
 */
final class ContextCounter {

    private final AnonymityRule rule;
    private final Followers followers;
    private final int maxOrder;
    private double bitsPerSymbol;
    private double bitsPerContext;
    private boolean sorted;

    /**
     * Context, most recent byte first in the high bits, then the symbol, the byte before the context, and the number of the
     * chunk.
     */
    private long[] keys = new long[1 << 16];

    private int count;
    private int chunks;
    private @Nullable LaplaceNoise noise;

    private final List<Level> levels = new ArrayList<>();

    /**
     * @param rule what may be kept
     * @param maxOrder most bytes of a context, where the rule allows as many
     */
    ContextCounter(AnonymityRule rule, int maxOrder) {
        this.rule = rule;
        this.followers = new Followers(rule);
        this.maxOrder = Math.min(maxOrder, rule.maxOrder());
    }

    /**
     * Counts the bytes of a chunk.
     *
     * @param counted by byte of the chunk: whether it is counted
     */
    void add(byte[] data, int offset, int length, boolean[] counted) {
        if (keys.length < count + length) {
            keys = Arrays.copyOf(keys, Math.max(2 * keys.length, count + length));
        }
        int context = 0;
        for (int i = 0; i < length; i++) {
            byte symbol = data[offset + i];
            if (i > 4 && counted[i]) {
                int before = data[offset + i - 5] & 0xff;
                keys[count++] = (long) context << 32 | (symbol & 0xffL) << 24 | before << 16 | (chunks & 0xffff);
            }
            context = (symbol & 0xff) << 24 | context >>> 8;
        }
        chunks++;
        sorted = false;
    }

    /**
     * Makes a model of what was added.
     *
     * @param thrift how many bits an entry must save for each bit that it costs
     */
    ContextModel build(double thrift) {
        bitsPerSymbol = 6 * thrift;
        bitsPerContext = 8 * thrift;
        levels.clear();
        noise = rule.noise();
        for (int i = 0; i < maxOrder; i++) {
            levels.add(new Level());
        }
        if (!sorted) {
            sort();
        }
        int[] counts = new int[256];
        for (int i = 0; i < count; i++) {
            counts[(int) (keys[i] >>> 24) & 0xff]++;
        }
        blur(counts);
        byte[] codes = new byte[256];
        double[] probability = new double[256];
        for (int i = 0; i < 256; i++) {
            codes[i] = counts[i] == 0 ? -1 : ContextTable.code(counts[i]);
            probability[i] = (counts[i] + 0.02) / (count + 5.12);
        }
        if (count == 0) {
            Arrays.fill(codes, (byte) 0);
        } else {
            split(0, 0, count, 0, probability);
        }
        List<ContextTable> tables = new ArrayList<>();
        for (Level level : levels) {
            tables.add(level.table());
        }
        return new ContextModel(codes, tables);
    }

    /** Sorts the keys as unsigned numbers. */
    private void sort() {
        for (int i = 0; i < count; i++) {
            keys[i] ^= Long.MIN_VALUE;
        }
        Arrays.sort(keys, 0, count);
        for (int i = 0; i < count; i++) {
            keys[i] ^= Long.MIN_VALUE;
        }
        sorted = true;
    }

    /** Keeps the contexts that extend one, and so on. */
    private void split(int order, int from, int to, int parent, double[] probability) {
        if (order == maxOrder || to - from < rule.occurrences()) {
            return;
        }
        int shift = 56 - 8 * order;
        int at = from;
        while (at < to) {
            int b = (int) (keys[at] >>> shift) & 0xff;
            int next = at + 1;
            while (next < to && ((int) (keys[next] >>> shift) & 0xff) == b) {
                next++;
            }
            keep(order, at, next, parent, (byte) b, probability);
            at = next;
        }
    }

    private void keep(int order, int from, int to, int parent, byte b, double[] probability) {
        if (to - from < rule.occurrences()) {
            return;
        }
        int beforeShift = order + 1 == ContextModel.MAX_ORDER ? 16 : 48 - 8 * order;
        followers.clear(chunks);
        for (int i = from; i < to; i++) {
            long key = keys[i];
            followers.add((int) (key >>> 24) & 0xff, (int) (key >>> beforeShift) & 0xff, (int) key & 0xffff);
        }
        boolean[] listed = new boolean[256];
        for (int s = 0; s < 256; s++) {
            listed[s] = followers.isCommon(s);
        }
        int[] counts = followers.counts.clone();
        blur(counts);
        double total = Math.max(1, Arrays.stream(counts).sum());
        double gain = -bitsPerContext;
        int kept = 0;
        int escaped = 0;
        double escapedBefore = 1;
        for (int s = 0; s < 256; s++) {
            // What the noise hides is not there.
            listed[s] &= counts[s] >= rule.occurrences();
            if (listed[s]) {
                kept++;
                gain += counts[s] * Math.log(counts[s] / total / probability[s]) / Math.log(2) - bitsPerSymbol;
                escapedBefore -= probability[s];
            } else {
                escaped += counts[s];
            }
        }
        if (kept == 0) {
            return;
        }
        if (escaped > 0) {
            gain += escaped * Math.log(escaped / total / Math.max(1e-9, escapedBefore + 1e-9)) / Math.log(2);
        }
        // A context that does not pay itself may be the way to one that does.
        Level level = levels.get(order);
        int mark = level.mark();
        int[] marks = new int[maxOrder];
        for (int i = order + 1; i < maxOrder; i++) {
            marks[i] = levels.get(i).mark();
        }
        int index = level.add(parent, b, escaped, counts, listed);
        double[] refined = probability.clone();
        for (int s = 0; s < 256; s++) {
            refined[s] = listed[s]
                    ? counts[s] / total + escaped / total * probability[s]
                    : Math.max(1e-9, escaped / total * probability[s]);
        }
        split(order + 1, from, to, index, refined);
        if (gain < 0 && (order + 1 >= maxOrder || levels.get(order + 1).mark() == marks[order + 1])) {
            level.reset(mark);
        }
    }

    /** Adds noise to counts above 0, at least 1 of which stays. */
    private void blur(int[] counts) {
        LaplaceNoise source = noise;
        for (int s = 0; s < 256 && source != null; s++) {
            if (counts[s] > 0) {
                counts[s] = Math.max(1, source.blur(counts[s]));
            }
        }
    }

    /** Contexts of one order in the making. */
    private static final class Level {
        private int[] parents = new int[64];
        private byte[] bytes = new byte[64];
        private byte[] escapes = new byte[64];
        private int[] starts = new int[65];
        private byte[] symbols = new byte[256];
        private byte[] codes = new byte[256];
        private int size;

        int mark() {
            return size;
        }

        void reset(int mark) {
            size = mark;
        }

        int add(int parent, byte b, int escaped, int[] counts, boolean[] listed) {
            if (size == parents.length) {
                parents = Arrays.copyOf(parents, 2 * size);
                bytes = Arrays.copyOf(bytes, 2 * size);
                escapes = Arrays.copyOf(escapes, 2 * size);
                starts = Arrays.copyOf(starts, 2 * size + 1);
            }
            parents[size] = parent;
            bytes[size] = b;
            escapes[size] = escaped == 0 ? -1 : ContextTable.code(escaped);
            int at = starts[size];
            if (symbols.length < at + 256) {
                symbols = Arrays.copyOf(symbols, 2 * at + 256);
                codes = Arrays.copyOf(codes, 2 * at + 256);
            }
            for (int s = 0; s < 256; s++) {
                if (listed[s]) {
                    symbols[at] = (byte) s;
                    codes[at++] = ContextTable.code(counts[s]);
                }
            }
            starts[size + 1] = at;
            return size++;
        }

        ContextTable table() {
            int end = starts[size];
            return new ContextTable(
                    Arrays.copyOf(parents, size),
                    Arrays.copyOf(bytes, size),
                    Arrays.copyOf(escapes, size),
                    Arrays.copyOf(starts, size + 1),
                    Arrays.copyOf(symbols, end),
                    Arrays.copyOf(codes, end));
        }
    }
}
