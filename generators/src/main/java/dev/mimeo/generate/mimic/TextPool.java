package dev.mimeo.generate.mimic;

import dev.mimeo.characterization.mimic.ContextModel;

/**
 * Text that all chunks of a class take their literals from, with an index of where each context occurs. Immutable and
 * thread-safe.
 */
final class TextPool {

    /** Bytes after each position that may be copied. */
    static final int SLACK = 288;

    static final int HASH_BITS = 16;
    private static final int BUCKETS = 1 << HASH_BITS;

    /** The text, followed by its first bytes once more. */
    final byte[] text;

    final int mask;

    /** Bits of the four bytes before a position that count. */
    final int contextMask;

    /** First place in {@link #positions} of the contexts of a hash; one more entry at the end. */
    final int[] starts = new int[BUCKETS + 1];

    /** Where contexts end, that is, what follows them begins, sorted by hash, then ascending. */
    final int[] positions;

    /** How often each byte occurs in the text. */
    final int[] counts = new int[256];

    /** Indexes a text for contexts of so many bytes. */
    TextPool(byte[] text, int order) {
        this.text = text;
        contextMask = -1 << (32 - 8 * order);
        int size = text.length - SLACK;
        mask = size - 1;
        positions = new int[size];
        int[] next = new int[BUCKETS];
        int context = before(size);
        for (int at = 0; at < size; at++) {
            starts[hash(context) + 1]++;
            counts[text[at] & 0xff]++;
            context = context >>> 8 | text[at] << 24;
        }
        for (int i = 0; i < BUCKETS; i++) {
            starts[i + 1] += starts[i];
            next[i] = starts[i];
        }
        context = before(size);
        for (int at = 0; at < size; at++) {
            positions[next[hash(context)]++] = at;
            context = context >>> 8 | text[at] << 24;
        }
    }

    /** Draws a text from a model. */
    static byte[] draw(ContextModel model, int run, int bits, long seed) {
        int size = 1 << bits;
        byte[] text = new byte[size + SLACK];
        if (run == 0) {
            model.draw(seed, text, 0, size);
        } else {
            model.drawRuns(seed, text, 0, size, run);
        }
        System.arraycopy(text, 0, text, size, SLACK);
        return text;
    }

    private int before(int at) {
        return (text[at - 1] & 0xff) << 24
                | (text[at - 2] & 0xff) << 16
                | (text[at - 3] & 0xff) << 8
                | (text[at - 4] & 0xff);
    }

    /** Returns the bucket of a context: the four bytes before a position as a little-endian number, of which as many count as the order says. */
    int hash(int context) {
        // Two bytes are told apart exactly: the product keeps distinct high halves distinct in its own high half.
        return ((context & contextMask) * 0x9e3779b1) >>> (32 - HASH_BITS);
    }
}
