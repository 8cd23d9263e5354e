package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.random.SplitMix64;
import java.util.Arrays;

/**
 * Walks through a text in which pieces of the chunk itself come again, of several chunks side by side: each step waits for memory
 * twice, and for the step before of the same chunk. What a chunk is like does not depend on the others. For one thread at a time.
 */
final class RecentWalk {

    /** Most chunks side by side. */
    static final int LANES = 8;

    private static final int PLACE_BITS = 12;

    /** Factor by which pieces from the chunk itself are longer than those from the text. */
    private static final int RECENT_LENGTH = 4;

    /** Before each chunk: read as the context of its first byte. */
    private static final int LEAD = Long.BYTES;

    private static final byte[] NOWHERE = {};

    /** Positions in each chunk after the last piece that follows a context, by hash of the context. */
    private final int[] lastPlaces = new int[LANES << PLACE_BITS];

    private final int[] active = new int[LANES];
    private final int[] starts = new int[LANES];
    private final int[] ends = new int[LANES];

    /** Positions of the next common text, or of the end of the chunk. */
    private final int[] stops = new int[LANES];

    private final int[] places = new int[LANES];
    private final int[] contexts = new int[LANES];
    private final long[] randoms = new long[LANES];
    private final long[] lows = new long[LANES];
    private final long[] windows = new long[LANES];
    private final PieceLengths[] pieces = new PieceLengths[LANES];
    private final int[] froms = new int[LANES];
    private final int[] lengths = new int[LANES];

    /** Positions after the last pieces, in the text, or in the buffer as their complements. */
    private final int[] nexts = new int[LANES];

    /** Chunks whose next piece is looked up in the index of the text, and where in it. */
    private final int[] searching = new int[LANES];

    private final int[] indexes = new int[LANES];
    private final int[] found = new int[LANES];
    private int searches;

    /** So that what is only read to have it near is not left out. */
    private int ignored;

    /** Differences between positions in the buffer and those in the common text. */
    private final int[] origins = new int[LANES];

    private final byte[][] destinations = new byte[LANES][0];
    private final int[] offsets = new int[LANES];
    private int lanes;
    private byte[] buffer = new byte[0];

    RecentWalk() {
        Arrays.setAll(pieces, lane -> new PieceLengths());
    }

    /** Returns whether there is no room for another chunk. */
    boolean isFull() {
        return lanes == LANES;
    }

    /** Returns whether no chunk was added that is not made yet. */
    boolean isEmpty() {
        return lanes == 0;
    }

    /**
     * Adds a chunk to make.
     *
     * @param number of the chunk
     * @param seed decides all random choices
     * @param destination receives it when it is made
     */
    void add(TextPool pool, WalkRange range, long number, long seed, byte[] destination, int offset, int length) {
        int lane = lanes++;
        starts[lane] = LEAD + (lane == 0 ? 0 : ends[lane - 1] + TextPool.SLACK);
        places[lane] = starts[lane];
        ends[lane] = starts[lane] + length;
        origins[lane] = starts[lane] - CommonText.phase(number, length);
        nexts[lane] = range.position(pool, seed, 0);
        contexts[lane] = LittleEndian.getInt(pool.text, nexts[lane] - 4);
        randoms[lane] = seed;
        lows[lane] = range.low();
        windows[lane] = range.window();
        pieces[lane].set(range.pieces());
        destinations[lane] = destination;
        offsets[lane] = offset;
    }

    /** Makes the chunks added, all of one class. */
    void run(TextPool pool, CommonText common, ContentClass content) {
        int room = ends[lanes - 1] + TextPool.SLACK;
        if (buffer.length < room) {
            buffer = new byte[room];
        }
        Arrays.fill(lastPlaces, 0, lanes << PLACE_BITS, 0);
        int left = 0;
        for (int lane = 0; lane < lanes; lane++) {
            LittleEndian.putLong(buffer, starts[lane] - LEAD, 0);
            stops[lane] = stop(lane, content.common());
            if (ends[lane] > starts[lane]) {
                active[left++] = lane;
            }
        }
        while (left > 0) {
            choose(pool, common, content, left);
            search(pool, content.isReusing());
            copy(pool, left);
            for (int i = left - 1; i >= 0; i--) {
                if (places[active[i]] == ends[active[i]]) {
                    active[i] = active[--left];
                }
            }
        }
        for (int lane = 0; lane < lanes; lane++) {
            System.arraycopy(buffer, starts[lane], destinations[lane], offsets[lane], ends[lane] - starts[lane]);
            destinations[lane] = NOWHERE;
        }
        lanes = 0;
    }

    /** Chooses the next piece of each chunk. */
    private void choose(TextPool pool, CommonText common, ContentClass content, int left) {
        byte[] data = buffer;
        int[] first = pool.starts;
        int recent = content.recent();
        boolean exact = content.isReusing();
        int waiting = 0;
        for (int i = 0; i < left; i++) {
            int lane = active[i];
            int place = places[lane];
            int context = contexts[lane];
            randoms[lane] += SplitMix64.GOLDEN_GAMMA;
            long bits = SplitMix64.mix64(randoms[lane]);
            int hash = pool.hash(context);
            int slot = lane << PLACE_BITS | hash >>> (TextPool.HASH_BITS - PLACE_BITS);
            int last = lastPlaces[slot];
            lastPlaces[slot] = place;
            int stop = stops[lane];
            if (place == stop) {
                takeCommon(common, lane, content.common());
                continue;
            }
            int n = pieces[lane].length(bits);
            if (((int) (bits >>> 16) & 255) < recent
                    && last > 0
                    && place - last >= 16
                    && (!exact || context != Integer.rotateLeft(context, Byte.SIZE))
                    && pool.same(LittleEndian.getInt(data, last - 4), context)) {
                froms[lane] = ~last;
                n *= RECENT_LENGTH;
            } else {
                int start = first[hash];
                int number = first[hash + 1] - start;
                if (number == 0) {
                    froms[lane] = pool.at(bits >>> 32);
                } else {
                    searching[waiting] = lane;
                    indexes[waiting++] = start + WalkRange.choose(number, lows[lane], windows[lane], bits);
                }
            }
            lengths[lane] = Math.min(stop - place, n);
        }
        searches = waiting;
    }

    /** Looks up where pieces are, and what they begin with, all at a time: as few other steps as can be are between the waits. */
    private void search(TextPool pool, boolean exact) {
        byte[] text = pool.text;
        byte[] positions = pool.positions;
        for (int i = 0; i < searches; i++) {
            found[i] = TextPool.position(positions, indexes[i]);
        }
        int sum = 0;
        for (int i = 0; i < searches; i++) {
            sum += text[found[i]];
        }
        ignored = sum;
        for (int i = 0; i < searches; i++) {
            int lane = searching[i];
            if (!exact || pool.same(LittleEndian.getInt(text, found[i] - 4), contexts[lane])) {
                froms[lane] = found[i];
            } else {
                // Another context with the same hash: the last piece just goes on.
                froms[lane] = nexts[lane];
            }
        }
    }

    /** Appends the pieces. */
    private void copy(TextPool pool, int left) {
        byte[] data = buffer;
        byte[] text = pool.text;
        for (int i = 0; i < left; i++) {
            int lane = active[i];
            int from = froms[lane];
            int n = lengths[lane];
            int place = places[lane];
            if (from < 0) {
                nexts[lane] = from - n;
                from = ~from;
                WildCopy.copy(data, from, data, place, n);
                contexts[lane] = WildCopy.last(contexts[lane], data, from, n);
            } else {
                nexts[lane] = pool.wrapped(from + n);
                WildCopy.copy(text, from, data, place, n, pieces[lane].longest());
                contexts[lane] = WildCopy.last(contexts[lane], text, from, n);
            }
            places[lane] = place + n;
        }
    }

    /** Returns where in the buffer text in common begins next, or the chunk ends. */
    private int stop(int lane, int share) {
        int place = places[lane];
        return place + CommonText.until(place - origins[lane], share, ends[lane] - place);
    }

    /** Appends the text in common that a chunk is at, to the end of its span. */
    private void takeCommon(CommonText common, int lane, int share) {
        int place = places[lane] - origins[lane];
        int n = Math.min(ends[lane] - places[lane], CommonText.rest(place));
        WildCopy.copy(common.bytes(), common.index(place), buffer, places[lane], n);
        contexts[lane] = WildCopy.last(contexts[lane], common.bytes(), common.index(place), n);
        places[lane] += n;
        stops[lane] = stop(lane, share);
        froms[lane] = nexts[lane];
        lengths[lane] = 0;
    }
}
