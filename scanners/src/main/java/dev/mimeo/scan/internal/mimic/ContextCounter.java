package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.ContextTable;
import dev.mimeo.internal.random.LaplaceNoise;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Counts which bytes follow which in chunks, and keeps what occurs often enough to be nobody's, and tells enough to be worth its
 * bits. Not thread-safe.
 */
final class ContextCounter {

    /** Bits of two bytes, and a mask of them. */
    private static final int SHORT_CONTEXT = 2 * Byte.SIZE;

    private static final int SHORT_MASK = (1 << SHORT_CONTEXT) - 1;

    /** Most bytes of a context of literals. */
    private static final int LITERAL_ORDER = 2;

    private final AnonymityRule rule;
    private final Followers followers;
    private final int maxOrder;
    private final boolean literals;

    /** Contexts that may be kept; null if chunks were added since it was built. */
    private @Nullable ContextTree tree;

    /** Probabilities of the symbols in the contexts one byte shorter, by order, while the tree is built. */
    private final double[][] probabilities;

    /**
     * Context, most recent byte first in the high bits, then the symbol, the byte before the context, and the number of the
     * chunk.
     */
    private long[] keys = new long[1 << 16];

    private int count;
    private int chunks;
    private @Nullable LaplaceNoise noise;

    /**
     * Counts for a model of text.
     *
     * @param rule limits on what may be kept
     */
    static ContextCounter ofText(AnonymityRule rule) {
        return new ContextCounter(rule, ContextModel.MAX_ORDER, false);
    }

    /**
     * Counts for a model of literals. Shorter contexts then add to the share of symbols that a longer one lists, as literals hardly repeat
     * what codecs find.
     *
     * @param rule limits on what may be kept
     */
    static ContextCounter ofLiterals(AnonymityRule rule) {
        return new ContextCounter(rule, LITERAL_ORDER, true);
    }

    private ContextCounter(AnonymityRule rule, int maxOrder, boolean literals) {
        this.literals = literals;
        this.rule = rule;
        this.followers = new Followers(rule);
        this.maxOrder = Math.min(maxOrder, rule.anonymity().maxOrder());
        this.probabilities = new double[this.maxOrder + 1][256];
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
        tree = null;
    }

    /**
     * Makes a model of what was added.
     *
     * @param thrift bits that an entry must save for each bit that it costs
     */
    ContextModel build(double thrift) {
        if (tree == null) {
            tree = grow();
        }
        return tree.model(thrift);
    }

    private ContextTree grow() {
        sort();
        noise = rule.noise();
        int[] counts = new int[256];
        for (int i = 0; i < count; i++) {
            counts[(int) (keys[i] >>> 24) & 0xff]++;
        }
        LaplaceNoise source = noise;
        byte[] codes = new byte[256];
        for (int s = 0; s < 256; s++) {
            counts[s] = blurred(source, counts[s]);
            codes[s] = count == 0 ? 0 : counts[s] == 0 ? -1 : ContextTable.code(counts[s]);
            probabilities[0][s] = (counts[s] + 0.02) / (count + 5.12);
        }
        ContextTree grown = new ContextTree(maxOrder, codes);
        split(grown, 0, 0, count, 0);
        return grown;
    }

    /** Brings together keys of equal contexts of the lengths that are kept, shorter ones first: a radix sort by two bytes at a time. */
    private void sort() {
        for (int shift = SHORT_CONTEXT * ((maxOrder - 1) / 2); shift >= 0; shift -= SHORT_CONTEXT) {
            sort(Long.SIZE - SHORT_CONTEXT - shift);
        }
    }

    /** Sorts the keys by the two bytes from a bit on; equal ones stay in order. */
    private void sort(int shift) {
        int[] ends = new int[(1 << SHORT_CONTEXT) + 1];
        for (int i = 0; i < count; i++) {
            ends[((int) (keys[i] >>> shift) & SHORT_MASK) + 1]++;
        }
        for (int value = 0; value < 1 << SHORT_CONTEXT; value++) {
            ends[value + 1] += ends[value];
        }
        long[] sorted = new long[keys.length];
        for (int i = 0; i < count; i++) {
            sorted[ends[(int) (keys[i] >>> shift) & SHORT_MASK]++] = keys[i];
        }
        keys = sorted;
    }

    /** Adds the contexts that extend one, and so on. */
    private void split(ContextTree grown, int order, int from, int to, int parent) {
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
            add(grown, order, at, next, parent, (byte) b);
            at = next;
        }
    }

    /** Adds the context of a range of keys, and those that extend it, if it lists symbols. */
    private void add(ContextTree grown, int order, int from, int to, int parent, byte b) {
        if (to - from < rule.occurrences()) {
            return;
        }
        countFollowers(order, from, to);
        Listing listing = chooseListed(probabilities[order]);
        if (listing.symbols == 0) {
            return;
        }
        int node = addNode(grown, order, parent, b, listing);
        split(grown, order + 1, from, to, node);
    }

    private void countFollowers(int order, int from, int to) {
        int beforeShift = order + 1 == ContextModel.MAX_ORDER ? 16 : 48 - 8 * order;
        followers.clear(chunks);
        for (int i = from; i < to; i++) {
            long key = keys[i];
            followers.add((int) (key >>> 24) & 0xff, (int) (key >>> beforeShift) & 0xff, (int) key & 0xffff);
        }
    }

    /**
     * The symbols that a context lists.
     *
     * @param symbols number of them
     * @param occurrences occurrences of all symbols
     * @param escaped occurrences of symbols that are not listed
     * @param shorterShare probability of the listed symbols in the context one byte shorter
     */
    private record Listing(int symbols, double occurrences, int escaped, double shorterShare) {}

    /** Blurs the counts of followers, and decides which of them are listed. */
    private Listing chooseListed(double[] shorterProbabilities) {
        LaplaceNoise source = noise;
        double sum = 0;
        int listed = 0;
        int escaped = 0;
        double listedBefore = 0;
        for (int s = followers.next(0); s >= 0; s = followers.next(s + 1)) {
            // An effect smaller than the noise counts as none.
            boolean common = followers.isCommon(s);
            followers.counts[s] = blurred(source, followers.counts[s]);
            sum += followers.counts[s];
            if (common && followers.counts[s] >= rule.occurrences()) {
                listed++;
                listedBefore += shorterProbabilities[s];
            } else {
                followers.unlist(s);
                escaped += followers.counts[s];
            }
        }
        return new Listing(listed, sum, escaped, listedBefore);
    }

    /** Adds a context with its listed symbols and the bits that these save, and returns its number. */
    private int addNode(ContextTree grown, int order, int parent, byte b, Listing listing) {
        double[] probability = probabilities[order];
        double[] refined = probabilities[order + 1];
        double total = Math.max(1, listing.occurrences);
        double others = Math.max(1e-9, 1 - listing.shorterShare);
        double escapes = listing.escaped / total;
        // The shorter context decides where no listed symbol is drawn, and may draw those as well.
        double shorter = literals ? escapes : Math.min(1, escapes / others);
        int node = grown.add(order, parent, b, (int) Math.round(shorter * total));
        double bits = 0;
        for (int s = followers.next(0); s >= 0; s = followers.next(s + 1)) {
            int occurrences = followers.counts[s];
            double drawn = shorter * probability[s];
            if (followers.isListed(s)) {
                bits += occurrences * Math.log(occurrences / total / probability[s]) / Math.log(2);
                double weight = literals ? occurrences : Math.max(1, occurrences - drawn * total);
                grown.addSymbol((byte) s, (int) Math.round(weight));
                refined[s] = weight / total + drawn;
            } else {
                refined[s] = Math.max(1e-9, drawn);
            }
        }
        if (listing.escaped > 0) {
            bits += listing.escaped * Math.log(escapes / others) / Math.log(2);
        }
        grown.setSaved(node, bits);
        return node;
    }

    /** Returns a count with noise, at least 1; 0 as it is. */
    private static int blurred(@Nullable LaplaceNoise source, int count) {
        return source == null || count == 0 ? count : Math.max(1, source.blur(count));
    }
}
