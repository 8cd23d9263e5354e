package dev.mimeo.generate.internal.mimic;

import dev.mimeo.internal.random.SplitMix64;

/**
 * Lets the content of a chunk that is its own repeat the copies of earlier chunks in it, as variants of a file repeat what they are copied
 * with. Spans of the content are replaced, as many as the recipe says, and spread by the golden ratio. A span behind another one goes on where
 * that ended in a copy; others begin anywhere in the copies.
 */
public final class CopyEcho {

    private final byte[] target;
    private final int start;

    /** Starts and ends of copies in the chunk, in order. */
    private final int[] copies;

    private final int copied;
    private final int share;
    private final long seed;

    /** Place in a copy from which the last span is, and the end of that copy; none if the next span is not to go on there. */
    private int source;

    private int sourceEnd;

    private CopyEcho(byte[] target, int start, int[] copies, int share, long seed) {
        this.target = target;
        this.start = start;
        this.copies = copies;
        this.share = share;
        this.seed = seed;
        int sum = 0;
        for (int i = 0; i < copies.length; i += 2) {
            sum += copies[i + 1] - copies[i];
        }
        this.copied = sum;
    }

    /**
     * Writes over content of a chunk.
     *
     * @param target has the whole chunk
     * @param start place of the chunk
     * @param length bytes of the chunk
     * @param copies start and end of each copy in the chunk, in order
     * @param share share of what is not copied, in 1/256
     * @param seed decides what is repeated
     */
    public static void write(byte[] target, int start, int length, int[] copies, int share, long seed) {
        CopyEcho echo = new CopyEcho(target, start, copies, share, seed);
        if (share == 0 || echo.copied == 0) {
            return;
        }
        int own = 0;
        int at = 0;
        for (int i = 0; i < copies.length; i += 2) {
            own = echo.fill(at, copies[i], own);
            at = copies[i + 1];
        }
        echo.fill(at, length, own);
    }

    /**
     * Writes over some spans between two copies.
     *
     * @param own bytes of the chunk that are not copied, before
     * @return the same at the end
     */
    private int fill(int from, int to, int own) {
        int place = own;
        int part;
        for (int at = from; at < to; at += part) {
            part = Math.min(CommonText.rest(place), to - at);
            if (CommonText.has(place, share)) {
                repeat(at, part, place / CommonText.SPAN);
            } else {
                sourceEnd = 0;
            }
            place += part;
        }
        return place;
    }

    private void repeat(int at, int length, int span) {
        if (sourceEnd - source < length) {
            choose(length, span);
        }
        int fits = Math.min(length, sourceEnd - source);
        System.arraycopy(target, start + source, target, start + at, fits);
        source += fits;
    }

    private void choose(int length, int span) {
        int place = (int) (((SplitMix64.mix64(seed + span) >>> 33) * copied) >>> 31);
        int copy = 0;
        while (place >= copies[copy + 1] - copies[copy]) {
            place -= copies[copy + 1] - copies[copy];
            copy += 2;
        }
        sourceEnd = copies[copy + 1];
        source = Math.max(copies[copy], Math.min(copies[copy] + place, sourceEnd - length));
    }
}
