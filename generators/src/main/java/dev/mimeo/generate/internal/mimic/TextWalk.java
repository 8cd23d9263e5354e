package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.random.SplitMix64;

/**
 * Walks through a text: takes some bytes, goes to a place where the last bytes occur as well, and goes on there.
 *
 * <p>Each step waits for memory twice, and for the step before. So a chunk is several walks side by side, each of a part of
 * it, whose waits overlap; where pieces of the chunk itself come again it is one, see {@link RecentWalk}. For one thread at a
 * time.
 */
final class TextWalk {

    /** Most walks side by side. */
    private static final int LANES = 8;

    /** Parts of a chunk are no shorter. */
    private static final int SHORTEST_LANE = 2048;

    /** Bytes that may be written beyond the end of a part. */
    private static final int GAP = TextPool.SLACK;

    /** Start of the first part: the bytes before it may be read as a context. */
    private static final int START = 8;

    private final int[] contexts = new int[LANES];
    private final int[] ends = new int[LANES];

    /** Positions of the next common text, or of the end of the part. */
    private final int[] stops = new int[LANES];

    private final int[] places = new int[LANES];
    private final int[] froms = new int[LANES];
    private final int[] lengths = new int[LANES];

    /** Differences between positions in the buffer and those in the common text. */
    private final int[] origins = new int[LANES];

    private final WalkRange range = new WalkRange();
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
            MimicModel.Recipe recipe,
            long number,
            long seed,
            byte[] destination,
            int offset,
            int length) {
        range.set(content, recipe, number, seed);
        int lanes = Math.max(1, Math.min(LANES, length / SHORTEST_LANE));
        int part = (length + lanes - 1) / lanes;
        if (buffer.length < START + lanes * (part + GAP)) {
            buffer = new byte[START + lanes * (part + GAP)];
        }
        for (int lane = 0; lane < lanes; lane++) {
            places[lane] = START + lane * (part + GAP);
            ends[lane] = places[lane] + Math.min(part, length - lane * part);
            froms[lane] = range.position(pool, seed, lane);
            lengths[lane] = 0;
            contexts[lane] = LittleEndian.getInt(pool.text, froms[lane] - 4);
            origins[lane] = places[lane] - lane * part - CommonText.phase(number, length);
        }
        advance(pool, common, content, lanes, seed);
        for (int lane = 0; lane < lanes; lane++) {
            int done = lane * part;
            System.arraycopy(
                    buffer, START + lane * (part + GAP), destination, offset + done, Math.min(part, length - done));
        }
    }

    /** Makes all parts: in each round a piece of each, first all choices, then all copies. */
    private void advance(TextPool pool, CommonText common, ContentClass content, int lanes, long seed) {
        int commonShare = content.common();
        byte[] data = buffer;
        byte[] text = pool.text;
        int[] starts = pool.starts;
        byte[] positions = pool.positions;
        boolean exact = content.isReusing();
        PieceLengths pieces = range.pieces();
        int longest = pieces.longest();
        long low = range.low();
        long window = range.window();
        int left = lanes;
        long random = seed;
        for (int lane = 0; lane < lanes; lane++) {
            stops[lane] = stop(lane, commonShare);
        }
        while (left > 0) {
            for (int lane = 0; lane < lanes; lane++) {
                random += SplitMix64.GOLDEN_GAMMA;
                long bits = SplitMix64.mix64(random);
                int most = stops[lane] - places[lane];
                int n = Math.min(most, pieces.length(bits));
                int hash = pool.hash(contexts[lane]);
                int start = starts[hash];
                int number = starts[hash + 1] - start;
                int from = number == 0
                        ? pool.at(bits >>> 32)
                        : TextPool.position(positions, start + WalkRange.choose(number, low, window, bits));
                if (exact && !pool.same(LittleEndian.getInt(text, from - 4), contexts[lane])) {
                    // Another context with the same hash: the text just goes on.
                    from = pool.wrapped(froms[lane] + lengths[lane]);
                }
                froms[lane] = from;
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
                WildCopy.copy(text, from, data, place, n, longest);
                contexts[lane] = WildCopy.last(contexts[lane], text, from, n);
                place += n;
                places[lane] = place;
                left |= ends[lane] - place;
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
        WildCopy.copy(common.bytes(), common.index(place), buffer, places[lane], n);
        contexts[lane] = WildCopy.last(contexts[lane], common.bytes(), common.index(place), n);
        places[lane] += n;
        stops[lane] = stop(lane, share);
    }
}
