package dev.mimeo.generate.internal.mimic;

import dev.mimeo.internal.random.Mixing;
import dev.mimeo.internal.random.SplitMix64;
import java.io.Serializable;

/**
 * Text that chunks of all classes have in common, as files begin with the same notices and name the same things. Some chunks in a row end
 * with the same part of it. Chunks of models of earlier versions have spans of it instead, at the places where they are in the text, the same
 * in all chunks. Where a class has more of it than another, it has what the other has, too. Immutable and thread-safe.
 */
public final class CommonText implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Bytes of text that are the same in all chunks or in none, a power of two. */
    static final int SPAN = 64;

    /**
     * Window of Deflate, in bytes: it finds text that successive chunks share only if the distance is less than this.
     */
    private static final int DEFLATE_WINDOW = 1 << 15;

    /**
     * Distance in the text between the starts of successive chunks as long as the window, in bytes, and the number of
     * such starts. As many chunks in a row end with the same text: the next one could not find it within the window.
     */
    private static final int PHASE = 320;

    private static final int PHASES = 8;

    /** Of a text that repeats itself, one span in this number is new. */
    private static final int SPANS_FOR_NEW_ONE = 4;

    /** New spans that the others repeat, the last ones: blocks of a database have them, too. */
    private static final int REPEATED_SPANS = 16;

    private final TextPool pool;

    /** @param pool source of the text */
    CommonText(TextPool pool) {
        this.pool = pool;
    }

    /** Returns where in the text a chunk begins. */
    static int phase(long number, int length) {
        return length > DEFLATE_WINDOW - PHASES * PHASE ? (int) (number % PHASES) * PHASE : 0;
    }

    /**
     * Writes the text that a chunk and those next to it end with.
     *
     * @param repeating whether it repeats itself
     */
    void copyTail(long number, byte[] target, int offset, int length, boolean repeating) {
        long seed = SplitMix64.mix64(number / PHASES);
        for (int at = 0; at < length; at += SPAN) {
            int place = repeating ? SPAN * newSpan(seed, at / SPAN) : at;
            System.arraycopy(pool.text, index((int) seed + place), target, offset + at, Math.min(SPAN, length - at));
        }
    }

    /** Returns the number of the new span, counted from 0, that is at the place of a span in a text that repeats itself. */
    private static int newSpan(long seed, int span) {
        int last = span / SPANS_FOR_NEW_ONE;
        if (span % SPANS_FOR_NEW_ONE == 0) {
            return last;
        }
        long number = SplitMix64.derive(seed, span) >>> 1;
        return last - (int) (number % Math.min(REPEATED_SPANS, last + 1));
    }

    /**
     * Returns whether what is at a place is the same in all chunks: so of spans that are spread by the golden ratio.
     *
     * @param share share of the spans, in 1/256
     */
    static boolean has(int place, int share) {
        return (Mixing.fibonacci32(place / SPAN) >>> 24) < share;
    }

    /** Returns the bytes from a place to the end of its span. */
    static int rest(int place) {
        return SPAN - (place & (SPAN - 1));
    }

    /**
     * Returns the bytes from a place to the next that is the same in all chunks.
     *
     * @param share share of the spans, in 1/256
     * @param most returned where there are more
     */
    static int until(int place, int share, int most) {
        if (share == 0) {
            return most;
        }
        int next = place;
        while (next - place < most && !has(next, share)) {
            next += rest(next);
        }
        return Math.min(most, next - place);
    }

    /** Returns the array that the text is in, with room after it as {@link WildCopy#copy} needs. */
    byte[] bytes() {
        return pool.text;
    }

    /** Returns where in {@link #bytes} a place is: the text repeats after its end. */
    int index(int place) {
        return pool.place(place);
    }
}
