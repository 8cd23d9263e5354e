package dev.mimeo.codec.internal;

import java.util.Arrays;

/**
 * Chooses literals and matches so that a stretch of the block takes the fewest bytes, given the matches that are found.
 *
 * <p>The least size up to each position is computed for each state (literals since the last match: 0 to 3, or 4 for
 * more), since a fourth literal in a row costs a byte more and the shortest matches exist in some states only. Then the
 * choices on the way to the end of the stretch are followed back. Two things are left out of the sum: that a run of more
 * than 18 literals takes another byte for each 255, and that the first run of a block may be longer for less.
 */
final class LzoThoroughEncoder implements LzoEncoder {

    /** Bytes that are planned at once: few, so that the plan stays in the CPU cache. */
    private static final int STRETCH = 1 << 12;

    private static final int STATES = 5;
    private static final int FAR = Integer.MAX_VALUE / 2;

    /** Room for the positions of a state, with those that matches which start inside the stretch would reach. */
    private static final int ROW = 2 * STRETCH;

    /** A step in one number: distance (0 for a literal), length, and the state before. */
    private static final int LENGTH_AT = 16;

    private static final int LENGTH_MASK = (1 << 12) - 1;
    private static final int STATE_AT = 28;

    private final int nice;
    private final LzoMatchFinder finder;

    /** By state and position: the least size, and the last step to it. */
    private final int[] sizes = new int[STATES * ROW];

    private final int[] steps = new int[STATES * ROW];

    /** Positions of this stretch, from its start, whose sizes are set up. */
    private int filled;

    private final int[] plan = new int[STRETCH];

    /** Length and distance of the long match that ended the last stretch, length 0 if none did. */
    private int longLength;

    private int longDistance;

    /**
     * @param depth candidates tried for each position
     * @param nice a match of this length is taken without thinking; at most 256
     */
    LzoThoroughEncoder(int depth, int nice) {
        this.nice = nice;
        this.finder = new LzoMatchFinder(depth, nice);
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
        int state = 4;
        for (int at = start; at < end; ) {
            int length = findSizes(at, Math.min(STRETCH, end - at), state);
            state = bestState(length);
            int left = followBack(length, state);
            while (left-- > 0) {
                int distance = plan[left] & 0xffff;
                int stepLength = plan[left] >>> LENGTH_AT & LENGTH_MASK;
                if (distance > 0) {
                    if (!out.put(literals, at - literals, stepLength, distance)) {
                        return -1;
                    }
                    literals = at + stepLength;
                }
                at += stepLength;
            }
            if (longLength > 0) {
                if (!out.put(literals, at - literals, longLength, longDistance)) {
                    return -1;
                }
                at += longLength;
                literals = at;
                state = 0;
            }
        }
        return out.finish(literals, end - literals);
    }

    /** Returns how far the sizes go: to the given length, or to where a long match is. */
    private int findSizes(int start, int length, int startState) {
        filled = 0;
        fill(1);
        sizes[startState * ROW] = 0;
        longLength = 0;
        for (int i = 0; i < length; i++) {
            finder.search(start + i);
            int last = finder.count() - 1;
            if (last >= 0 && finder.length(last) >= nice) {
                longLength = finder.length(last);
                longDistance = finder.distance(last);
                return i;
            }
            fill(i + 2 + nice);
            addLiteral(i);
            if (last >= 0) {
                addMatches(i, length - i);
            }
        }
        return length;
    }

    /** Sets up the sizes of the given number of positions; no more, as a long match may end the stretch soon. */
    private void fill(int positions) {
        if (positions > filled) {
            int end = Math.min(ROW, positions + nice);
            for (int state = 0; state < STATES; state++) {
                Arrays.fill(sizes, state * ROW + filled, state * ROW + end, FAR);
            }
            filled = end;
        }
    }

    private void addLiteral(int i) {
        for (int state = 0; state < 3; state++) {
            reach((state + 1) * ROW + i + 1, sizes[state * ROW + i] + 1, step(state, 1, 0));
        }
        reach(4 * ROW + i + 1, sizes[3 * ROW + i] + 2, step(3, 1, 0));
        reach(4 * ROW + i + 1, sizes[4 * ROW + i] + 1, step(4, 1, 0));
    }

    private void addMatches(int i, int most) {
        int any = bestState(i);
        int anySize = sizes[any * ROW + i];
        int length = 3;
        for (int match = 0; match < finder.count(); match++) {
            int distance = finder.distance(match);
            int longest = Math.min(finder.length(match), most);
            if (longest == 2 && distance <= LzoOutput.M1_DISTANCE) {
                addPair(i, distance);
            }
            if (length == 3 && longest >= 3) {
                reach(i + 3, anySize + LzoOutput.matchSize(any, 3, distance), step(any, 3, distance));
                reach(i + 3, sizes[4 * ROW + i] + LzoOutput.matchSize(4, 3, distance), step(4, 3, distance));
                length = 4;
            }
            // From here on the state does not matter, and the size only changes at two lengths.
            if (distance <= LzoOutput.M2_DISTANCE) {
                length = addLengths(i, length, Math.min(longest, LzoOutput.M2_LENGTH), any, anySize + 2, distance);
            }
            int direct = distance <= LzoOutput.M3_DISTANCE ? LzoOutput.M3_LENGTH : LzoOutput.M4_LENGTH;
            length = addLengths(i, length, Math.min(longest, direct), any, anySize + 3, distance);
            length = addLengths(i, length, longest, any, anySize + 4, distance);
        }
    }

    /** Adds matches of several lengths that take the same size, and returns the next length. */
    private int addLengths(int i, int from, int to, int state, int size, int distance) {
        for (int length = from; length <= to; length++) {
            reach(i + length, size, step(state, length, distance));
        }
        return Math.max(from, to + 1);
    }

    /** A match of two bytes is possible after one to three literals. */
    private void addPair(int i, int distance) {
        for (int state = 1; state <= 3; state++) {
            reach(i + 2, sizes[state * ROW + i] + 2, step(state, 2, distance));
        }
    }

    private static int step(int state, int length, int distance) {
        return state << STATE_AT | length << LENGTH_AT | distance;
    }

    private void reach(int index, int size, int step) {
        if (size < sizes[index]) {
            sizes[index] = size;
            steps[index] = step;
        }
    }

    private int bestState(int i) {
        int best = 0;
        for (int state = 1; state < STATES; state++) {
            if (sizes[state * ROW + i] < sizes[best * ROW + i]) {
                best = state;
            }
        }
        return best;
    }

    /** Makes a plan of the steps, the last one first, and returns how many they are. */
    private int followBack(int length, int endState) {
        int count = 0;
        int state = endState;
        for (int i = length; i > 0; count++) {
            int step = steps[state * ROW + i];
            plan[count] = step;
            i -= step >>> LENGTH_AT & LENGTH_MASK;
            state = step >>> STATE_AT;
        }
        return count;
    }
}
