package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.random.Mixing;
import java.io.Serializable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Text that all chunks of a class take their literals from, with an index of where each context occurs. Immutable and
 * thread-safe.
 */
final class TextPool implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Bytes after each position that may be copied. */
    static final int SLACK = 288;

    static final int HASH_BITS = 16;
    private static final int BUCKETS = 1 << HASH_BITS;

    private static final int POSITION_BYTES = 3;
    private static final int SHORT_RUN = 8;

    /** Bytes before the first position, so that each has a context. */
    static final int LEAD = 8;

    /** The text, between its last bytes before it and its first bytes once more after it. */
    final byte[] text;

    /**
     * Positions at which contexts end and the bytes that follow them begin, sorted by hash, and within a hash ascending
     * or with those before the rarest bytes first. Each takes three bytes, as {@link #position} reads them, so that
     * more of them fit into the caches.
     */
    final byte[] positions;

    /**
     * First place in {@link #positions} of the contexts of each hash, and one more entry at the end: four bytes each, as {@link #bucket}
     * reads two of them at once.
     */
    final byte[] buckets = new byte[Integer.BYTES * (BUCKETS + 1)];

    private int @Nullable [] heads;

    /** Number of bytes of the text, a power of two. */
    final int size;

    /** Number of positions. */
    final int places;

    /** For draws of literals where positions are sorted by frequency; null where there are too many of them, or of contexts. */
    final @Nullable LiteralPlaces literals;

    /** By byte value, at how many positions it is. */
    final int[] counts = new int[256];

    /** Bytes of runs of literals, or 0 if the text is one without end. */
    private final int run;

    private final int order;

    /** Bits of the four bytes before a position that count. */
    private final int contextMask;

    /**
     * Indexes a text for contexts of a length.
     *
     * @param text as of {@link #draw}
     * @param run bytes of runs of literals, whose positions are sorted by how frequent the byte is that follows; 0 for a text without
     *     end
     */
    TextPool(byte[] text, int order, int run) {
        this.text = text;
        this.run = run;
        this.order = order;
        contextMask = -1 << (32 - 8 * order);
        size = text.length - LEAD - SLACK;
        int end = LEAD + size;
        int found = 0;
        int[] starts = new int[BUCKETS + 1];
        for (int at = LEAD; at < end; at++) {
            if (isPlace(at)) {
                starts[hash(LittleEndian.getInt(text, at - 4)) + 1]++;
                counts[text[at] & 0xff]++;
                found++;
            }
        }
        places = found;
        positions = new byte[POSITION_BYTES * places + 1];
        for (int i = 0; i < BUCKETS; i++) {
            starts[i + 1] += starts[i];
            LittleEndian.putInt(buckets, Integer.BYTES * (i + 1), starts[i + 1]);
        }
        int[] next = starts;
        if (run > 0) {
            for (int at : byFrequency(end)) {
                setPosition(next[hash(LittleEndian.getInt(text, at - 4))]++, at);
            }
        } else {
            for (int at = LEAD; at < end; at++) {
                setPosition(next[hash(LittleEndian.getInt(text, at - 4))]++, at);
            }
        }
        literals = run > 0 ? LiteralPlaces.of(this, order) : null;
    }

    /** The serialized form: the index follows from it. */
    private static final class Form implements Serializable {
        private static final long serialVersionUID = 1L;

        private final byte[] text;
        private final int order;
        private final int run;

        Form(TextPool pool) {
            text = pool.text;
            order = pool.order;
            run = pool.run;
        }

        private Object readResolve() {
            return new TextPool(text, order, run);
        }
    }

    private Object writeReplace() {
        return new Form(this);
    }

    /**
     * Returns whether a context ends, and bytes that follow it begin, at a position: not before a run has its context, nor where it
     * ends before the longest piece does. Of runs of up to {@value #SHORT_RUN} bytes, as earlier versions had them, all positions count.
     */
    private boolean isPlace(int at) {
        int inRun = run <= SHORT_RUN ? ContextModel.RUN_CONTEXT : (at - LEAD) % run;
        return inRun >= ContextModel.RUN_CONTEXT
                && inRun <= Math.max(ContextModel.RUN_CONTEXT, run - LiteralPlaces.LONGEST);
    }

    private void setPosition(int index, int position) {
        int at = POSITION_BYTES * index;
        positions[at] = (byte) position;
        positions[at + 1] = (byte) (position >> 8);
        positions[at + 2] = (byte) (position >> 16);
    }

    /**
     * Returns a position.
     *
     * @param positions positions of a text
     * @param index from 0
     */
    static int position(byte[] positions, int index) {
        return LittleEndian.getInt(positions, POSITION_BYTES * index) & 0xffffff;
    }

    /** Returns the first place of a bucket in the low half, and that of the next bucket in the high half. */
    static long bucket(byte[] buckets, int hash) {
        return LittleEndian.getLong(buckets, Integer.BYTES * hash);
    }

    /** Returns the four bytes at each position, the first of them low. */
    synchronized int[] heads() {
        int[] known = heads;
        if (known == null) {
            known = new int[places];
            for (int i = 0; i < places; i++) {
                known[i] = LittleEndian.getInt(text, position(positions, i));
            }
            heads = known;
        }
        return known;
    }

    /** Returns all positions, those before the rarest bytes first. */
    private int[] byFrequency(int end) {
        int[] next = new int[256];
        int before = 0;
        int[] bytes = IntStream.range(0, 256)
                .boxed()
                .sorted((a, b) -> counts[a] != counts[b] ? Integer.compare(counts[a], counts[b]) : a - b)
                .mapToInt(value -> value)
                .toArray();
        for (int value : bytes) {
            next[value] = before;
            before += counts[value];
        }
        int[] sorted = new int[places];
        for (int at = LEAD; at < end; at++) {
            if (isPlace(at)) {
                sorted[next[text[at] & 0xff]++] = at;
            }
        }
        return sorted;
    }

    /** Draws a text from a model. */
    static byte[] draw(ContextModel model, int run, int bits, long seed) {
        int size = 1 << bits;
        byte[] text = new byte[LEAD + size + SLACK];
        if (run == 0) {
            model.draw(seed, text, LEAD, size);
        } else {
            model.drawRuns(seed, text, LEAD, size, run);
        }
        System.arraycopy(text, size, text, 0, LEAD);
        System.arraycopy(text, LEAD, text, LEAD + size, SLACK);
        return text;
    }

    /**
     * Returns the bucket of a context: the four bytes before a position as a little-endian number, of which as many count as
     * the order says.
     */
    int hash(int context) {
        // Two bytes are told apart exactly: the product keeps distinct high halves distinct in its own high half.
        return Mixing.fibonacci32(context & contextMask) >>> (32 - HASH_BITS);
    }

    /** Returns a mask: all bits if two contexts are the same, or none. */
    int sameMask(int context, int other) {
        int difference = (context ^ other) & contextMask;
        return ~((difference | -difference) >> 31);
    }

    /** Returns the position of a byte by its number, from 0, where the text repeats after its end. */
    int place(int number) {
        return LEAD + (number & (size - 1));
    }

    /** Returns the position of the same byte in the text of a position that may be up to {@link #SLACK} bytes after its end. */
    int wrapped(int position) {
        return position < LEAD + size ? position : position - size;
    }

    /**
     * Returns a position by its share of all.
     *
     * @param share in units of 2^-32, below one
     */
    int at(long share) {
        return LEAD + (int) ((share * size) >>> 32);
    }
}
