package dev.mimeo.generate.internal.mimic;

import org.jspecify.annotations.Nullable;

/**
 * The index of a {@link TextPool} once more, smaller: what draws of literals look up fits nearer memory, and takes no test
 * whether a context is there. Only for texts of at most 64 KiB and contexts of one or two bytes, as all have that are fitted.
 * Immutable and thread-safe.
 */
final class LiteralPlaces {

    /** Longest piece: the two bytes before it and what is written of it are one word. */
    static final int LONGEST = 6;

    private static final int MOST = 1 << 16;

    /** Numbers of the bytes where contexts end, as {@link TextPool#place} takes them, sorted as its positions are. */
    final char[] places;

    /**
     * By context, the first of its places in the high half, and how many more there are in the low half; all places for a
     * context that the text has not got.
     */
    final int[] buckets;

    /** Bits of the last two bytes, the last of them high, that are not of the context. */
    final int shift;

    private LiteralPlaces(TextPool pool, int order) {
        shift = 16 - 8 * order;
        places = new char[pool.places];
        for (int i = 0; i < places.length; i++) {
            places[i] = (char) (TextPool.position(pool.positions, i) - TextPool.LEAD);
        }
        buckets = new int[1 << (8 * order)];
        for (int context = 0; context < buckets.length; context++) {
            long bucket = TextPool.bucket(pool.buckets, pool.hash(context << (32 - 8 * order)));
            int start = (int) bucket;
            int number = (int) (bucket >>> 32) - start;
            buckets[context] = number == 0 ? places.length - 1 : start << 16 | (number - 1);
        }
    }

    /** Returns the index, or null where there is none. */
    static @Nullable LiteralPlaces of(TextPool pool, int order) {
        return order > 2 || pool.size > MOST ? null : new LiteralPlaces(pool, order);
    }
}
