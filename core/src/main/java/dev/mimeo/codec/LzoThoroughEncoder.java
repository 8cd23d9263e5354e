package dev.mimeo.codec;

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

    /** Bytes that are planned at once. */
    private static final int STRETCH = 1 << 14;

    private static final int STATES = 5;
    private static final int FAR = Integer.MAX_VALUE / 2;

    private final int nice;
    private final LzoMatchFinder finder;

    /** By position and state: the least size; the state before; length of the step, and its distance, 0 for a literal. */
    private final int[] sizes = new int[(STRETCH + 1) * STATES];

    private final byte[] stateBefore = new byte[(STRETCH + 1) * STATES];
    private final int[] stepLength = new int[(STRETCH + 1) * STATES];
    private final int[] stepDistance = new int[(STRETCH + 1) * STATES];

    private final int[] planLength = new int[STRETCH];
    private final int[] planDistance = new int[STRETCH];

    /** Length and distance of the long match that ended the last stretch, length 0 if none did. */
    private int longLength;

    private int longDistance;

    /**
     * @param depth candidates tried for each position
     * @param nice a match of this length is taken without thinking
     */
    LzoThoroughEncoder(int depth, int nice) {
        this.nice = nice;
        this.finder = new LzoMatchFinder(depth, nice);
    }

    @Override
    public int encode(byte[] src, int srcOffset, int srcLength, LzoOutput out) {
        int end = srcOffset + srcLength;
        int literals = srcOffset;
        int state = 4;
        finder.begin(src, srcOffset, srcLength);
        for (int at = srcOffset; at < end; ) {
            int length = findSizes(at, Math.min(STRETCH, end - at), state);
            state = bestState(length);
            int step = followBack(length, state);
            while (step-- > 0) {
                int distance = planDistance[step];
                if (distance > 0) {
                    if (!out.put(literals, at - literals, planLength[step], distance)) {
                        finder.release();
                        return -1;
                    }
                    literals = at + planLength[step];
                }
                at += planLength[step];
            }
            if (longLength > 0) {
                if (!out.put(literals, at - literals, longLength, longDistance)) {
                    finder.release();
                    return -1;
                }
                at += longLength;
                literals = at;
                state = 0;
            }
        }
        finder.release();
        return out.finish(literals, end - literals);
    }

    /** Returns how far the sizes go: to the given length, or to where a long match is. */
    private int findSizes(int start, int length, int startState) {
        Arrays.fill(sizes, 0, (length + 1) * STATES, FAR);
        sizes[startState] = 0;
        longLength = 0;
        for (int i = 0; i < length; i++) {
            finder.search(start + i);
            int last = finder.count() - 1;
            if (last >= 0 && finder.length(last) >= nice) {
                longLength = finder.length(last);
                longDistance = finder.distance(last);
                return i;
            }
            addLiteral(i);
            if (last >= 0) {
                addMatches(i, length - i);
            }
        }
        return length;
    }

    private void addLiteral(int i) {
        int here = i * STATES;
        int next = here + STATES;
        for (int state = 0; state < 3; state++) {
            reach(next + state + 1, sizes[here + state] + 1, state, 1, 0);
        }
        reach(next + 4, sizes[here + 3] + 2, 3, 1, 0);
        reach(next + 4, sizes[here + 4] + 1, 4, 1, 0);
    }

    private void addMatches(int i, int most) {
        int any = bestState(i);
        int anySize = sizes[i * STATES + any];
        int length = 3;
        for (int match = 0; match < finder.count(); match++) {
            int distance = finder.distance(match);
            int longest = Math.min(finder.length(match), most);
            if (longest == 2 && distance <= LzoOutput.M1_DISTANCE) {
                addPair(i, distance);
            }
            while (length <= longest) {
                int size = anySize + LzoOutput.matchSize(any, length, distance);
                reach((i + length) * STATES, size, any, length, distance);
                if (length == 3) {
                    int after = sizes[i * STATES + 4] + LzoOutput.matchSize(4, length, distance);
                    reach((i + length) * STATES, after, 4, length, distance);
                }
                length++;
            }
        }
    }

    /** A match of two bytes is possible after one to three literals. */
    private void addPair(int i, int distance) {
        for (int state = 1; state <= 3; state++) {
            reach((i + 2) * STATES, sizes[i * STATES + state] + 2, state, 2, distance);
        }
    }

    private void reach(int index, int size, int state, int length, int distance) {
        if (size < sizes[index]) {
            sizes[index] = size;
            stateBefore[index] = (byte) state;
            stepLength[index] = length;
            stepDistance[index] = distance;
        }
    }

    private int bestState(int i) {
        int best = 0;
        for (int state = 1; state < STATES; state++) {
            if (sizes[i * STATES + state] < sizes[i * STATES + best]) {
                best = state;
            }
        }
        return best;
    }

    /** Makes a plan of the steps, the last one first, and returns how many they are. */
    private int followBack(int length, int endState) {
        int steps = 0;
        int state = endState;
        for (int i = length; i > 0; steps++) {
            int index = i * STATES + state;
            planLength[steps] = stepLength[index];
            planDistance[steps] = stepDistance[index];
            i -= stepLength[index];
            state = stateBefore[index];
        }
        return steps;
    }
}
