package dev.mimeo.scan.internal;

import dev.mimeo.internal.random.SplitMix64;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joins small blocks that repeat earlier data at the same distance, and decides where the copies they make begin and end.
 *
 * <p>A copy ends somewhere in the first block that differs. That place is taken at random from the block, uniformly, so that
 * copied bytes are neither too few nor too many on average; where aligned blocks tell the end of a copy, it is that.
 * One differing block within a copy is taken for an edit of a few bytes.
 *
 * <p>For one segment; takes its blocks in order.
 */
final class CopyTracker {

    /** Typical size of an edit within one block, in bytes: a number, a date, a checksum. */
    private static final int EDIT = 16;

    private final long base;
    private final List<Piece> aligned;
    private final List<Piece> copies = new ArrayList<>();

    private int leading = -1; // end of the block that the start of the segment cut
    private int known; // the current or next copy does not begin before it
    private int start; // the current copy, if its end is greater
    private int end;
    private long distance;
    private int differing; // blocks since the last copy
    private long lastDistance;

    CopyTracker(long base, List<Piece> aligned) {
        this.base = base;
        this.aligned = aligned;
    }

    /** Takes a place where any copy begins or ends, if it is there. */
    void border(int place) {
        close(place);
        known = Math.max(known, place);
        differing = 0;
        lastDistance = 0;
    }

    /** Takes a block that the end of the segment cut: a copy next to it is taken to go on. */
    void cut(int from, int to) {
        if (end > start) {
            end = to;
        } else {
            leading = to;
        }
    }

    /** Takes a block that repeats the data a distance before it. */
    void repeated(int from, int to, long blockDistance) {
        if (end > start && blockDistance == distance) {
            end = to;
            return;
        }
        close(from);
        distance = blockDistance;
        if (differing == 1 && lastDistance == distance) {
            start = Math.min(from, known + EDIT);
        } else {
            int room = (int) Math.min(from - known, base + from - distance);
            start = from - (from == leading ? room : part(base + from, room));
        }
        Piece piece = around(from);
        start = piece == null ? start : Math.max(start, piece.start());
        end = to;
        differing = 0;
    }

    /** Takes a block whose content was not there before. */
    void differs(int from, int to) {
        close(to);
        known = Math.max(known, from);
        differing++;
    }

    List<Piece> finish() {
        close(end);
        return copies;
    }

    /** Ends the current copy, if there is one, before a limit. */
    private void close(int limit) {
        if (end <= start) {
            return;
        }
        int stop = end + part(base + end, limit - end);
        Piece piece = around(end);
        stop = piece == null ? stop : Math.min(stop, piece.end());
        copies.add(new Piece(start, stop, distance, -1));
        known = stop;
        lastDistance = distance;
        start = end = 0;
    }

    /** Returns a uniform random share of a length, decided by a position. */
    private static int part(long position, int length) {
        return (int) (((SplitMix64.mix64(position) >>> 33) * length) >>> 31);
    }

    /** Returns the aligned piece that holds a place or ends there. */
    private @Nullable Piece around(int place) {
        int low = 0;
        int high = aligned.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (aligned.get(middle).start() <= place) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        Piece piece = aligned.isEmpty() ? null : aligned.get(low);
        return piece != null && piece.start() <= place && place <= piece.end() ? piece : null;
    }
}
