package dev.mimeo.codec.internal;

import java.util.Arrays;

/**
 * Chooses literals and matches so that a range of the block takes the fewest bytes, given the matches that are found.
 *
 * <p>The least size up to each position where a match ends is computed, with the last step to it. The sizes with one, two, three
 * or more literals after a match follow from these. They are kept apart, since a fourth literal in a row costs a byte more and
 * the shortest matches exist after certain numbers of literals only. Then the steps on the way to the end of the range are
 * followed back. Two things are left out of the sum: that a run of more than 18 literals takes another byte for each 255, and
 * that the first run of a block may be longer for less.
 *
 * <p>A match of more than three bytes can also start later, with the same distance and at no higher price. So the data from a
 * position on takes no more bytes than the data from an earlier position on, except for such short matches. This saves most of
 * the work: of the lengths for which a match takes the same size, only the longest few are tried; and no match is searched at a
 * position if as few bytes lead to a later one, which is the case at most positions inside matches.
 */
final class LzoThoroughEncoder implements LzoEncoder {

    /** Bytes that are planned at once: few, so that the plan stays in the CPU cache. */
    private static final int STRETCH = 1 << 12;

    /**
     * A step in one number, the smaller the better: the size up to its end, the position where the match before it ended, its
     * length and its distance. A number without length and distance is the best way to a position.
     */
    private static final int LENGTH_AT = 16;

    private static final int BEFORE_AT = 28;
    private static final int SIZE_AT = 44;
    private static final int DISTANCE_MASK = (1 << LENGTH_AT) - 1;
    private static final int LENGTH_MASK = (1 << (BEFORE_AT - LENGTH_AT)) - 1;
    private static final int BEFORE_MASK = (1 << (SIZE_AT - BEFORE_AT)) - 1;
    private static final long BYTE = 1L << SIZE_AT;

    /** More than every way has, and not too much for adding some bytes. */
    private static final long NO_WAY = BYTE << 18;

    private final int nice;
    private final LzoMatchFinder finder;

    /** By position in the range: the best match that ends there; no way to all positions between two ranges. */
    private final long[] steps = new long[STRETCH + 1];

    /** Positions in the range where chosen matches end, the last one first. */
    private final int[] plan = new int[STRETCH];

    /** The best way to the end of the part of the range that is planned. */
    private long best;

    /** End of a match, and the size up to there. */
    private int ahead;

    private long aheadSize;

    /** Length and distance of the long match that ended the last range, length 0 if none did. */
    private int longLength;

    private int longDistance;

    /**
     * @param depth candidates tried for each position
     * @param nice a match of this length is taken without thinking; at most 256
     */
    LzoThoroughEncoder(int depth, int nice) {
        this.nice = nice;
        this.finder = new LzoMatchFinder(depth, nice);
        Arrays.fill(steps, NO_WAY);
    }

    @Override
    public int encode(byte[] src, int srcOffset, int srcLength, LzoOutput out) {
        finder.begin(src, srcOffset, srcLength);
        try {
            return encode(srcOffset, srcOffset + srcLength, out);
        } finally {
            finder.release();
        }
    }

    private int encode(int start, int end, LzoOutput out) {
        int literals = start;
        for (int at = start; at < end; ) {
            int state = at == start ? 4 : Math.min(at - literals, 4);
            int length = findSteps(at, Math.min(STRETCH, end - at), state);
            boolean room = true;
            for (int left = followBack(); left > 0 && room; left--) {
                int stepEnd = plan[left - 1];
                int stepLength = length(steps[stepEnd]);
                room = out.put(literals, at + stepEnd - stepLength - literals, stepLength, distance(steps[stepEnd]));
                literals = at + stepEnd;
            }
            Arrays.fill(steps, 0, Math.min(STRETCH, length + nice) + 1, NO_WAY);
            at += length;
            if (longLength > 0) {
                room = room && out.put(literals, at - literals, longLength, longDistance);
                at += longLength;
                literals = at;
            }
            if (!room) {
                return -1;
            }
        }
        return out.finish(literals, end - literals);
    }

    /** Returns how far the steps go: to the given length, or to where a long match is. */
    private int findSteps(int start, int length, int startState) {
        steps[0] = startState == 0 ? 0 : NO_WAY;
        long one = startState == 1 ? 0 : NO_WAY;
        long two = startState == 2 ? 0 : NO_WAY;
        long three = startState == 3 ? 0 : NO_WAY;
        long run = startState == 4 ? 0 : NO_WAY;
        longLength = 0;
        ahead = 0;
        for (int i = 0; ; i++) {
            long none = (steps[i] & -BYTE) + ((long) i << BEFORE_AT);
            long few = Math.min(one, Math.min(two, three));
            long any = Math.min(none, Math.min(few, run));
            if (i == length) {
                best = any;
                return i;
            }
            if (i >= ahead || any < aheadSize) {
                if (isLong(start + i)) {
                    best = any;
                    return i;
                }
                addMatches(i, length - i, any, few, run);
                lookAhead(i, length - i);
            }
            run = Math.min(run + BYTE, three + 2 * BYTE);
            three = two + BYTE;
            two = one + BYTE;
            one = none + BYTE;
        }
    }

    /** Searches at a position, and returns whether a match is so long that it is taken. */
    private boolean isLong(int at) {
        finder.search(at);
        int last = finder.count() - 1;
        if (last < 0 || finder.length(last) < nice) {
            return false;
        }
        longLength = finder.length(last);
        longDistance = finder.distance(last);
        return true;
    }

    /**
     * Adds the matches that were found at a position.
     *
     * @param most the longest length that is possible
     * @param any the best way there
     * @param few the best one that ends with one to three literals
     * @param run the best one that ends with more of them
     */
    private void addMatches(int i, int most, long any, long few, long run) {
        int from = 3;
        for (int match = 0; match < finder.count(); match++) {
            int distance = finder.distance(match);
            int longest = Math.min(finder.length(match), most);
            if (longest == 2 && distance <= LzoOutput.M1_DISTANCE) {
                add(i, 2, distance, few + 2 * BYTE);
            }
            if (from == 3 && longest >= 3) {
                add(i, 3, distance, any + LzoOutput.matchSize(0, 3, distance) * BYTE);
                add(i, 3, distance, run + LzoOutput.matchSize(4, 3, distance) * BYTE);
                from = 4;
            }
            // From here on the literals before do not matter, and the size only changes at two lengths.
            if (distance <= LzoOutput.M2_DISTANCE) {
                from = addLengths(i, from, Math.min(longest, LzoOutput.M2_LENGTH), distance, any + 2 * BYTE);
            }
            int direct = distance <= LzoOutput.M3_DISTANCE ? LzoOutput.M3_LENGTH : LzoOutput.M4_LENGTH;
            from = addLengths(i, from, Math.min(longest, direct), distance, any + 3 * BYTE);
            from = addLengths(i, from, longest, distance, any + 4 * BYTE);
        }
    }

    /** Remembers the end of the longest match from a position if no smaller size leads beyond the position yet. */
    private void lookAhead(int i, int most) {
        int last = finder.count() - 1;
        if (last >= 0) {
            int end = i + Math.min(finder.length(last), most);
            long size = steps[end] & -BYTE;
            if (i >= ahead || size <= aheadSize) {
                ahead = end;
                aheadSize = size;
            }
        }
    }

    /** Adds the longest of several lengths that take the same size, and returns the next length. */
    private int addLengths(int i, int from, int to, int distance, long way) {
        if (to < from) {
            return from;
        }
        // Always four, some perhaps twice: a loop would end where the CPU does not expect it.
        add(i, to, distance, way);
        add(i, Math.max(from, to - 1), distance, way);
        add(i, Math.max(from, to - 2), distance, way);
        add(i, Math.max(from, to - 3), distance, way);
        return to + 1;
    }

    private void add(int i, int length, int distance, long way) {
        steps[i + length] = Math.min(steps[i + length], way + (length << LENGTH_AT | distance));
    }

    /** Plans the matches of the best way, the last one first, and returns their number. */
    private int followBack() {
        int count = 0;
        for (int at = before(best); at > 0; at = before(steps[at])) {
            plan[count] = at;
            count++;
        }
        return count;
    }

    private static int before(long step) {
        return (int) (step >>> BEFORE_AT) & BEFORE_MASK;
    }

    private static int length(long step) {
        return (int) step >>> LENGTH_AT & LENGTH_MASK;
    }

    private static int distance(long step) {
        return (int) step & DISTANCE_MASK;
    }
}
