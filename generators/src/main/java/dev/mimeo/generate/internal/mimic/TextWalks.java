package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.random.Mixing;
import dev.mimeo.internal.random.SplitMix64;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Walks through the text of a class, several side by side: each takes some bytes, goes to a position where the last bytes occur as
 * well, and continues there. For one thread at a time.
 *
 * <p>A piece of a walk depends on two look-ups in large tables and on the piece before. So each round makes a piece of every walk: first
 * all choices, then all look-ups, then all copies, so that the look-ups wait for memory together. Choices are made with masks: a branch
 * that depends on a look-up or a random number would often be mispredicted, and end what was begun of other walks. A chunk does not
 * depend on the others.
 */
final class TextWalks {

    /** Most walks side by side. */
    private static final int LANES = 16;

    /** Most walks that a chunk is made of. */
    private static final int PARTS = 8;

    /** Parts of a chunk that are walks of their own are no shorter. */
    private static final int SHORTEST_LANE = 2048;

    private static final int PLACE_BITS = 12;

    /** Logarithm of the factor by which pieces from anywhere in the chunk itself are longer than those from the text. */
    private static final int RECENT_LENGTH = 2;

    /** Least distance of what comes again in the chunk, as {@link WildCopy} needs it. */
    private static final int LEAST_DISTANCE = 16;

    /** Pieces in a row that are in a cycle of up to {@link #LONGEST_PERIOD} bytes, before the walk goes on in the text until it has left it. */
    private static final int LONGEST_CYCLE = 16;

    private static final int LONGEST_PERIOD = 64;

    /** Before each part: read as the context of its first byte. */
    private static final int LEAD = Long.BYTES;

    private final TextPool pool;
    private final @Nullable CommonText common;
    private final ContentClass content;

    /** The first ones are in use. */
    private final Lane[] lanes = new Lane[LANES];

    private int active;

    /** By lane and hash of a context, 4 less than the position in the buffer after the last piece that follows it; or 0. */
    private final int[] lastPlaces;

    /** Lanes whose next piece is from the chunk itself. */
    private final int[] recents = new int[LANES];

    /** Bytes at each position, where no piece is longer; else null. */
    private final int @Nullable [] heads;

    private byte[] buffer = new byte[0];
    private int room;

    /**
     * @param common text in common that is spread over chunks, null if none is
     * @param heads {@link TextPool#heads} if no piece is longer than these, else null
     */
    TextWalks(TextPool pool, @Nullable CommonText common, ContentClass content, int @Nullable [] heads) {
        this.pool = pool;
        this.common = common;
        this.content = content;
        this.heads = heads;
        Arrays.setAll(lanes, Lane::new);
        lastPlaces = new int[content.recent() > 0 ? LANES << PLACE_BITS : 0];
    }

    /** Returns the number of walks that a chunk is made of. */
    private int parts(int length) {
        return content.recent() > 0 ? 1 : Math.max(1, Math.min(PARTS, length / SHORTEST_LANE));
    }

    /**
     * Adds a chunk to make. It is there when others need its place, or after {@link #finish}.
     *
     * @param number number of the chunk
     * @param seed decides all random choices
     */
    void add(WalkRange range, long number, long seed, byte[] destination, int offset, int length) {
        int parts = parts(length);
        int part = (length + parts - 1) / parts;
        if (active + parts > LANES) {
            finish();
        }
        if (LEAD + part + TextPool.SLACK > room) {
            finish();
            room = LEAD + part + TextPool.SLACK;
            buffer = new byte[LANES * room];
        }
        for (int i = 0; i * part < length; i++) {
            Lane lane = lanes[active++];
            lane.random = seed + i * SplitMix64.GOLDEN_GAMMA - (parts - 1) * SplitMix64.GOLDEN_GAMMA;
            lane.gamma = parts * SplitMix64.GOLDEN_GAMMA;
            lane.start = lane.number * room + LEAD;
            lane.place = lane.start;
            lane.end = lane.start + Math.min(part, length - i * part);
            lane.origin = lane.start - i * part - CommonText.phase(number, length);
            lane.stop = stop(lane);
            lane.piecesInCycle = 0;
            lane.next = range.position(pool, seed, i);
            lane.context = LittleEndian.getInt(pool.text, lane.next - 4);
            lane.low = range.low();
            lane.window = range.window();
            lane.base = range.pieces().base();
            lane.mask = range.pieces().mask();
            lane.longest = range.pieces().longest();
            lane.destination = destination;
            lane.offset = offset + i * part;
            LittleEndian.putLong(buffer, lane.start - LEAD, 0);
            if (content.recent() > 0) {
                Arrays.fill(lastPlaces, lane.number << PLACE_BITS, (lane.number + 1) << PLACE_BITS, 0);
            }
        }
    }

    /** Makes what was added and is not there yet. */
    void finish() {
        while (active > 0) {
            int recent = content.recent() > 0 ? chooseAny() : chooseText();
            int finished;
            if (heads != null) {
                searchHeads(heads);
                finished = appendHeads();
            } else {
                search();
                if (content.isReusing()) {
                    compare();
                }
                finished = append();
            }
            if (recent > 0) {
                finished |= appendRecent(recent);
            }
            if (finished != 0) {
                retire();
            }
        }
    }

    /** Chooses the next piece of each walk; returns how many are from the chunks themselves. */
    private int chooseAny() {
        byte[] buckets = pool.buckets;
        int[] last = lastPlaces;
        byte[] data = buffer;
        int recent = content.recent();
        int recentMask = -1 << (Integer.SIZE - Byte.SIZE * content.order());
        int farthest = Math.min(content.farthestRecent(), room);
        int longer = content.order() < content.textOrder() ? 0 : RECENT_LENGTH;
        // In texts that repeat themselves, a run of one byte ends as in the original: it is not copied from the chunk.
        int runs = content.isReusing() ? 0 : -1;
        boolean endsRuns = content.endsRuns();
        int found = 0;
        int count = active;
        for (int i = 0; i < count; i++) {
            Lane lane = lanes[i];
            long random = lane.random + lane.gamma;
            lane.random = random;
            long bits = SplitMix64.mix64(random);
            int context = lane.context;
            int place = lane.place;
            int slot = lane.number << PLACE_BITS
                    | Mixing.fibonacci32(context & recentMask) >>> (Integer.SIZE - PLACE_BITS);
            int again = last[slot];
            last[slot] = place - 4;
            int drawn = (((int) (bits >>> 16) & 255) - recent) >> 31;
            // A byte nearby is read where the piece is from the text anyway.
            int seen = LittleEndian.getInt(data, again & drawn);
            int difference = (seen ^ context) & recentMask;
            int change = context ^ Integer.rotateLeft(context, Byte.SIZE);
            int chosen = (drawn
                            & -again
                            & (again + 3 + LEAST_DISTANCE - place)
                            & (place - again - 5 - farthest)
                            & (change | -change | runs)
                            & (difference - 1 & ~difference))
                    >> 31;
            lane.isInRun = endsRuns && isInRun(lane, data, again);
            if (lane.isInRun) {
                chosen = 0;
            }
            lane.isRecent = chosen;
            lane.length = Math.min(lane.stop - place, lane.draw(bits) << (chosen & longer));
            lane.index = index(TextPool.bucket(buckets, pool.hash(context)), lane, bits);
            lane.from = again + 4;
            recents[found] = i;
            found -= chosen;
        }
        return found;
    }

    /** Chooses the next piece of each walk, all from the text; returns 0. */
    private int chooseText() {
        byte[] buckets = pool.buckets;
        boolean endsRuns = content.endsRuns();
        int count = active;
        for (int i = 0; i < count; i++) {
            Lane lane = lanes[i];
            long random = lane.random + lane.gamma;
            lane.random = random;
            long bits = SplitMix64.mix64(random);
            lane.isInRun = endsRuns && isPeriodic(LittleEndian.getLong(buffer, lane.place - Long.BYTES));
            lane.length = Math.min(lane.stop - lane.place, lane.draw(bits));
            lane.index = index(TextPool.bucket(buckets, pool.hash(lane.context)), lane, bits);
        }
        return 0;
    }

    /** Draws a position after a context, as {@link Lane#index} has it. */
    private int index(long bucket, Lane lane, long bits) {
        int start = (int) bucket;
        int number = (int) (bucket >>> 32) - start;
        if (number == 0) {
            return ~pool.at(bits >>> 32);
        }
        return start + WalkRange.choose(number, lane.low, lane.window, bits);
    }

    /** Looks up the first bytes of the pieces from the text. */
    private void searchHeads(int[] words) {
        for (int i = 0; i < active; i++) {
            Lane lane = lanes[i];
            int index = lane.index;
            lane.word = index < 0 ? LittleEndian.getInt(pool.text, ~index) : words[index];
        }
    }

    /** Looks up where the pieces from the text are. */
    private void search() {
        byte[] positions = pool.positions;
        for (int i = 0; i < active; i++) {
            Lane lane = lanes[i];
            int index = lane.index;
            int position = index < 0 ? ~index : TextPool.position(positions, index);
            lane.from ^= (lane.from ^ position) & ~lane.isRecent;
        }
    }

    /**
     * Lets those go on in the text that got a position of another context with the same hash, and those in a run: its contexts are the same
     * all over the run, so that the few places that a chunk uses may lie within runs alone, or lead out of them by more bytes than a piece has.
     */
    private void compare() {
        byte[] text = pool.text;
        boolean anywhere = content.recent() > 0;
        for (int i = 0; i < active; i++) {
            Lane lane = lanes[i];
            if (lane.isRecent == 0
                    && !(anywhere && lane.index < 0)
                    && (pool.sameMask(LittleEndian.getInt(text, lane.from - 4), lane.context) == 0
                            || (lane.next >= 0 && lane.isInRun))) {
                lane.from = lane.next;
            }
        }
    }

    /**
     * Returns whether a walk is in a run of a short period, or has been in a cycle of a longer one for some pieces.
     *
     * @param again 4 less than the last place with the same context, or 0
     */
    private static boolean isInRun(Lane lane, byte[] data, int again) {
        long last = LittleEndian.getLong(data, lane.place - Long.BYTES);
        boolean isAgain = again != 0
                && lane.place - again - 4 <= LONGEST_PERIOD
                && LittleEndian.getLong(data, again + 4 - Long.BYTES) == last;
        lane.piecesInCycle = isAgain ? lane.piecesInCycle + 1 : 0;
        return lane.piecesInCycle > LONGEST_CYCLE || isPeriodic(last);
    }

    /** Returns whether the last eight bytes repeat one to four bytes. */
    private static boolean isPeriodic(long last) {
        // Periods of one and two are also periods of four.
        return (last ^ last << 32) >>> 32 == 0 || (last ^ last << 24) >>> 24 == 0;
    }

    /** Appends pieces of a word at most from the text; returns a number that is not 0 if a walk is at its end. */
    private int appendHeads() {
        byte[] data = buffer;
        int finished = 0;
        for (int i = 0; i < active; i++) {
            Lane lane = lanes[i];
            int n = lane.length & ~lane.isRecent;
            int place = lane.place;
            LittleEndian.putInt(data, place, lane.word);
            lane.context = (int) (((lane.context & 0xffffffffL) | (long) lane.word << 32) >>> (8 * n));
            place += n;
            lane.place = place;
            if (lane.length == 0) {
                takeCommon(lane);
            }
            finished |= ~((lane.place - lane.end) >> 31);
        }
        return finished;
    }

    /** Appends pieces from the text; returns a number that is not 0 if a walk is at its end. */
    private int append() {
        byte[] text = pool.text;
        byte[] data = buffer;
        boolean exact = content.isReusing();
        int finished = 0;
        for (int i = 0; i < active; i++) {
            Lane lane = lanes[i];
            int n = lane.length;
            int from = lane.from;
            int place = lane.place;
            if (n == 0) {
                if (content.recent() == 0) {
                    lane.next = from;
                }
                takeCommon(lane);
            } else if (from < 0) {
                // A piece from the chunk itself is continued.
                append(lane, ~from, n);
            } else if (lane.isRecent == 0) {
                WildCopy.copy(text, from, data, place, n, lane.longest);
                lane.context = WildCopy.last(lane.context, text, from, n);
                lane.place = place + n;
                if (exact) {
                    lane.next = pool.wrapped(from + n);
                }
            }
            finished |= ~((lane.place - lane.end) >> 31);
        }
        return finished;
    }

    /** Appends pieces from the chunks themselves; returns a number that is not 0 if a walk is at its end. */
    private int appendRecent(int count) {
        int finished = 0;
        for (int i = 0; i < count; i++) {
            Lane lane = lanes[recents[i]];
            if (lane.length > 0) {
                append(lane, lane.from, lane.length);
            }
            finished |= ~((lane.place - lane.end) >> 31);
        }
        return finished;
    }

    private void append(Lane lane, int from, int n) {
        byte[] data = buffer;
        WildCopy.copy(data, from, data, lane.place, n);
        lane.context = WildCopy.last(lane.context, data, from, n);
        lane.next = ~(from + n);
        lane.place += n;
    }

    /** Appends the text in common that a walk is at, to the end of its span. */
    private void takeCommon(Lane lane) {
        CommonText text = Objects.requireNonNull(common);
        int place = lane.place - lane.origin;
        int n = Math.min(lane.end - lane.place, CommonText.rest(place));
        WildCopy.copy(text.bytes(), text.index(place), buffer, lane.place, n);
        lane.context = WildCopy.last(lane.context, text.bytes(), text.index(place), n);
        lane.place += n;
        lane.stop = stop(lane);
    }

    /** Returns where in the buffer text in common begins next, or the part ends. */
    private int stop(Lane lane) {
        return lane.place + CommonText.until(lane.place - lane.origin, content.common(), lane.end - lane.place);
    }

    /** Hands out what is there. */
    private void retire() {
        for (int i = active - 1; i >= 0; i--) {
            Lane lane = lanes[i];
            if (lane.place == lane.end) {
                System.arraycopy(buffer, lane.start, lane.destination, lane.offset, lane.end - lane.start);
                lane.destination = Lane.NOWHERE;
                lanes[i] = lanes[--active];
                lanes[active] = lane;
            }
        }
    }
}
