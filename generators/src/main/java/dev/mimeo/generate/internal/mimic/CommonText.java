package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.mimic.ParseTemplate;
import dev.mimeo.internal.random.Mixing;
import dev.mimeo.internal.random.SplitMix64;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Text that chunks of several classes have in common, as files begin with the same notices and name the same things; {@link CommonTexts} chooses
 * it. Some chunks in a row end with the same part of it. Chunks of models of earlier versions have spans of it instead, at the places where they are in the text, the same
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

    private final TextPool pool;
    private final @Nullable Replayed replayed;

    /**
     * A template that is replayed where chunks repeat themselves.
     *
     * @param literals source of its literals
     * @param stride bytes taken from there at a time, on average
     */
    record Replayed(ParseTemplate template, TextPool literals, int stride) implements Serializable {}

    /**
     * @param pool source of the text
     * @param replayed null where no class has templates
     */
    CommonText(TextPool pool, @Nullable Replayed replayed) {
        this.pool = pool;
        this.replayed = replayed;
    }

    /** Returns where in the text a chunk begins. */
    static int phase(long number, int length) {
        return length > DEFLATE_WINDOW - PHASES * PHASE ? (int) (number % PHASES) * PHASE : 0;
    }

    /** Returns the number of the chunks that end with the same text as a chunk. */
    static long group(long number) {
        return number / PHASES;
    }

    /** Returns what chunks that repeat themselves end with, or null where it is what others end with. */
    @Nullable Replayed replayed() {
        return replayed;
    }

    /** Writes the text that the chunks of a group end with. */
    void copyTail(long group, byte[] target, int offset, int length) {
        int start = (int) SplitMix64.mix64(group);
        for (int at = 0; at < length; at += SPAN) {
            System.arraycopy(pool.text, index(start + at), target, offset + at, Math.min(SPAN, length - at));
        }
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
