package dev.mimeo.generate.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.Recipe;
import dev.mimeo.random.SplitMix64;
import java.util.Arrays;

/**
 * Walks through a text: takes some bytes, goes to a place where the last bytes occur as well, and goes on there.
 *
 * <p>Each step waits for memory twice, and for the step before. So a chunk is several walks side by side, each of a part of
 * it, whose waits overlap; unless pieces of the chunk itself come again, which are near. For one thread at a time.
 */
final class TextWalk {

    /** Most walks side by side. */
    private static final int LANES = 8;

    /** Parts of a chunk are no shorter. */
    private static final int SHORTEST_LANE = 2048;

    /** What may be written beyond the end of a part. */
    private static final int GAP = TextPool.SLACK;

    /** Where the first part begins: what is before may be read as a context. */
    private static final int START = 8;

    /** Chunks in a row whose places in the text are near each other. */
    private static final int NEIGHBOURS = 4;

    private static final int PLACE_BITS = 12;

    /** How much longer pieces from the chunk itself are than those from the text. */
    private static final int RECENT_LENGTH = 4;

    private static final double ONE = 1L << 32;

    /** Added to places in the text that chunks of all classes have in common. */
    private static final int COMMON = 1 << 30;

    /** Where in the chunk what follows a context begins, for the last piece after it. */
    private final int[] lastPlaces = new int[1 << PLACE_BITS];

    private final int[] contexts = new int[LANES];
    private final int[] ends = new int[LANES];
    private final int[] places = new int[LANES];
    private final int[] froms = new int[LANES];
    private final int[] lengths = new int[LANES];

    /** What to subtract from a place in the buffer for that in the text in common. */
    private final int[] origins = new int[LANES];

    private final Pieces pieces = new Pieces();
    private byte[] buffer = new byte[0];

    /**
     * Makes a chunk.
     *
     * @param number of the chunk: those near to each other use places near to each other
     * @param seed decides all random choices
     */
    void walk(
            TextPool pool,
            CommonText common,
            ContentClass content,
            Recipe recipe,
            long number,
            long seed,
            byte[] destination,
            int offset,
            int length) {
        double reach = content.reach() / 256.0;
        double share = Math.min(reach, StrictMath.pow(2, -recipe.window() / 16.0));
        double near = content.near() / 256.0;
        double place = near * fraction(SplitMix64.derive(0, number / NEIGHBOURS))
                + (1 - near) * fraction(SplitMix64.mix(seed));
        long low = (long) (place * (reach - share) * ONE);
        pieces.set(content.stride() * StrictMath.pow(2, recipe.rate() / 32.0));
        int lanes = content.recent() > 0 ? 1 : Math.max(1, Math.min(LANES, length / SHORTEST_LANE));
        int part = (length + lanes - 1) / lanes;
        if (buffer.length < START + lanes * (part + GAP)) {
            buffer = new byte[START + lanes * (part + GAP)];
        }
        for (int lane = 0; lane < lanes; lane++) {
            places[lane] = START + lane * (part + GAP);
            ends[lane] = places[lane] + Math.min(part, length - lane * part);
            long start = low + (long) (fraction(SplitMix64.derive(seed, lane)) * share * ONE);
            contexts[lane] = Words.getInt(pool.text, pool.at(Math.min(start, (1L << 32) - 1)) - 4);
        }
        if (content.recent() > 0) {
            Arrays.fill(lastPlaces, 0);
        }
        for (int lane = 0; lane < lanes; lane++) {
            origins[lane] = places[lane] - lane * part - CommonText.phase(number, length);
        }
        advance(pool, common, content, lanes, length, low, (long) (share * ONE), seed);
        for (int lane = 0; lane < lanes; lane++) {
            int done = lane * part;
            System.arraycopy(
                    buffer, START + lane * (part + GAP), destination, offset + done, Math.min(part, length - done));
        }
    }

    private static double fraction(long bits) {
        return (bits >>> 32) * 0x1p-32;
    }

    /** Makes all parts: in each round a piece of each, first all choices, then all copies. */
    private void advance(
            TextPool pool,
            CommonText common,
            ContentClass content,
            int lanes,
            int length,
            long low,
            long window,
            long seed) {
        int recent = content.recent();
        int commonShare = content.common();
        byte[] data = buffer;
        byte[] text = pool.text;
        int left = length;
        long random = seed;
        while (left > 0) {
            for (int lane = 0; lane < lanes; lane++) {
                random += SplitMix64.STEP;
                long bits = SplitMix64.mix(random);
                int hash = pool.hash(contexts[lane]);
                int most = ends[lane] - places[lane];
                int n = Math.min(most, pieces.length(bits));
                int place = places[lane] - origins[lane];
                int last = recent == 0 ? 0 : recent(pool, hash, lane, bits, recent);
                if (CommonText.has(place, commonShare)) {
                    froms[lane] = common.index(place) | COMMON;
                    n = Math.min(most, CommonText.rest(place));
                } else if (last > 0) {
                    froms[lane] = ~last;
                    n = Math.min(most, RECENT_LENGTH * pieces.length(bits));
                } else {
                    froms[lane] = choose(pool, hash, low, window, bits);
                }
                if (froms[lane] < COMMON) {
                    n = CommonText.until(place, commonShare, n);
                }
                lengths[lane] = n;
                left -= n;
            }
            for (int lane = 0; lane < lanes; lane++) {
                int from = froms[lane];
                byte[] source = text;
                if (from < 0) {
                    from = ~from;
                    source = data;
                } else if (from >= COMMON) {
                    from -= COMMON;
                    source = common.bytes();
                }
                int n = lengths[lane];
                Words.copy(source, from, data, places[lane], n);
                contexts[lane] = Words.last(contexts[lane], source, from, n);
                places[lane] += n;
            }
        }
    }

    private static int choose(TextPool pool, int hash, long low, long window, long bits) {
        int start = pool.starts[hash];
        int number = pool.starts[hash + 1] - start;
        if (number == 0) {
            return pool.at(bits >>> 32);
        }
        return pool.positions[
                start + (int) ((low * number + (((bits >>> 40) * ((window * number) >>> 20)) >>> 4)) >>> 32)];
    }

    /** Returns the last place in the chunk after the same context, if it is to be continued, else 0. */
    private int recent(TextPool pool, int hash, int lane, long bits, int share) {
        int place = places[lane];
        int slot = hash >>> (TextPool.HASH_BITS - PLACE_BITS);
        int last = lastPlaces[slot];
        lastPlaces[slot] = place;
        boolean taken = ((int) (bits >>> 16) & 255) < share
                && last > 0
                && place - last >= 16
                && pool.same(Words.getInt(buffer, last - 4), contexts[lane]);
        return taken ? last : 0;
    }
}
