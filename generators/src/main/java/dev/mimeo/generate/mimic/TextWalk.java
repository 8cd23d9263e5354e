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

    /** Where in the chunk what follows a context begins, for the last piece after it. */
    private final int[] lastPlaces = new int[1 << PLACE_BITS];

    private final int[] contexts = new int[LANES];
    private final int[] ends = new int[LANES];

    /** Where text in common begins next, or the part ends. */
    private final int[] stops = new int[LANES];

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
        for (int lane = 0; lane < lanes; lane++) {
            origins[lane] = places[lane] - lane * part - CommonText.phase(number, length);
        }
        if (content.recent() > 0) {
            Arrays.fill(lastPlaces, 0);
            advanceWithRecent(pool, common, content, low, (long) (share * ONE), seed);
        } else {
            advance(pool, common, content, lanes, low, (long) (share * ONE), seed);
        }
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
            TextPool pool, CommonText common, ContentClass content, int lanes, long low, long window, long seed) {
        int commonShare = content.common();
        byte[] data = buffer;
        byte[] text = pool.text;
        int[] starts = pool.starts;
        int[] positions = pool.positions;
        int longest = pieces.longest();
        int left = lanes;
        long random = seed;
        for (int lane = 0; lane < lanes; lane++) {
            stops[lane] = stop(lane, commonShare);
        }
        while (left > 0) {
            for (int lane = 0; lane < lanes; lane++) {
                random += SplitMix64.STEP;
                long bits = SplitMix64.mix(random);
                int most = stops[lane] - places[lane];
                int n = Math.min(most, pieces.length(bits));
                int hash = pool.hash(contexts[lane]);
                int start = starts[hash];
                int number = starts[hash + 1] - start;
                froms[lane] = number == 0 ? pool.at(bits >>> 32) : positions[start + choose(number, low, window, bits)];
                if (most == 0 && ends[lane] > places[lane]) {
                    takeCommon(common, lane, commonShare);
                }
                lengths[lane] = n;
            }
            left = 0;
            for (int lane = 0; lane < lanes; lane++) {
                int from = froms[lane];
                int n = lengths[lane];
                int place = places[lane];
                Words.copy(text, from, data, place, n, longest);
                contexts[lane] = Words.last(contexts[lane], text, from, n);
                place += n;
                places[lane] = place;
                left |= ends[lane] - place;
            }
        }
    }

    /** Makes one part in which pieces of the chunk itself come again. */
    private void advanceWithRecent(
            TextPool pool, CommonText common, ContentClass content, long low, long window, long seed) {
        int recent = content.recent();
        int commonShare = content.common();
        byte[] data = buffer;
        byte[] text = pool.text;
        int[] starts = pool.starts;
        int[] positions = pool.positions;
        int longest = pieces.longest();
        int end = ends[0];
        int place = places[0];
        int context = contexts[0];
        int stop = stop(0, commonShare);
        long random = seed;
        while (place < end) {
            random += SplitMix64.STEP;
            long bits = SplitMix64.mix(random);
            int hash = pool.hash(context);
            int slot = hash >>> (TextPool.HASH_BITS - PLACE_BITS);
            int last = lastPlaces[slot];
            lastPlaces[slot] = place;
            if (place == stop) {
                contexts[0] = context;
                places[0] = place;
                takeCommon(common, 0, commonShare);
                context = contexts[0];
                place = places[0];
                stop = stops[0];
                continue;
            }
            int drawn = pieces.length(bits);
            if (((int) (bits >>> 16) & 255) < recent
                    && last > 0
                    && place - last >= 16
                    && pool.same(Words.getInt(data, last - 4), context)) {
                int n = Math.min(stop - place, RECENT_LENGTH * drawn);
                Words.copy(data, last, data, place, n);
                context = Words.last(context, data, last, n);
                place += n;
            } else {
                int n = Math.min(stop - place, drawn);
                int start = starts[hash];
                int number = starts[hash + 1] - start;
                int from = number == 0 ? pool.at(bits >>> 32) : positions[start + choose(number, low, window, bits)];
                Words.copy(text, from, data, place, n, longest);
                context = Words.last(context, text, from, n);
                place += n;
            }
        }
    }

    /** Returns where in the buffer text in common begins next, or the part ends. */
    private int stop(int lane, int share) {
        int place = places[lane];
        return place + CommonText.until(place - origins[lane], share, ends[lane] - place);
    }

    /** Appends the text in common that a part is at, to the end of its span. */
    private void takeCommon(CommonText common, int lane, int share) {
        int place = places[lane] - origins[lane];
        int n = Math.min(ends[lane] - places[lane], CommonText.rest(place));
        Words.copy(common.bytes(), common.index(place), buffer, places[lane], n);
        contexts[lane] = Words.last(contexts[lane], common.bytes(), common.index(place), n);
        places[lane] += n;
        stops[lane] = stop(lane, share);
    }

    /** Draws one of the places of a context from the share of them that the chunk uses. */
    private static int choose(int number, long low, long window, long bits) {
        return (int) ((low * number + (((bits >>> 40) * ((window * number) >>> 20)) >>> 4)) >>> 32);
    }
}
