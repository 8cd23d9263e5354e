package dev.mimeo.dataseries.transform;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges sources of sorted rows; where rows are equal, those of the earlier source come first. A tree of losers: D. E.
 * Knuth, The Art of Computer Programming, volume 3, section 5.4.1.
 */
final class LoserTree {

    private final SortedRows[] sources;
    private final boolean[] exhausted;

    /** The loser of the match at each inner node, which has the number of its parent times two, or plus one. */
    private final int[] losers;

    private int winner;

    LoserTree(List<SortedRows> sources) throws IOException {
        this.sources = sources.toArray(SortedRows[]::new);
        int count = this.sources.length;
        this.exhausted = new boolean[count];
        this.losers = new int[Math.max(1, count)];
        for (int source = 0; source < count; source++) {
            exhausted[source] = !this.sources[source].next();
        }
        this.winner = count == 0 ? -1 : play(1);
    }

    /** Plays all matches below a node and returns the winner. Leaves are numbered after the inner nodes. */
    private int play(int node) {
        int count = sources.length;
        if (node >= count) {
            return node - count;
        }
        int left = play(2 * node);
        int right = play(2 * node + 1);
        boolean leftWins = wins(left, right);
        losers[node] = leftWins ? right : left;
        return leftWins ? left : right;
    }

    /** Returns the source of the next row, which is to be used before {@link #advance()}; null after the last row. */
    @Nullable SortedRows head() {
        return winner < 0 || exhausted[winner] ? null : sources[winner];
    }

    /** Returns the number of the source of {@link #head()}. */
    int headNumber() {
        return winner;
    }

    /** Moves on to the row after {@link #head()}. */
    void advance() throws IOException {
        int candidate = winner;
        exhausted[candidate] = !sources[candidate].next();
        for (int node = (candidate + sources.length) / 2; node >= 1; node /= 2) {
            if (wins(losers[node], candidate)) {
                int loser = candidate;
                candidate = losers[node];
                losers[node] = loser;
            }
        }
        winner = candidate;
    }

    private boolean wins(int one, int other) {
        if (exhausted[one] || exhausted[other]) {
            return (!exhausted[one] && exhausted[other]) || (exhausted[one] == exhausted[other] && one < other);
        }
        int result = sources[one].compare(sources[other]);
        return result < 0 || (result == 0 && one < other);
    }
}
