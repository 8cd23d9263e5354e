package dev.mimeo.scan.internal;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A range of a segment that is constant or a copy of earlier data. Immutable and thread-safe.
 *
 * @param start position of the first byte in the segment
 * @param end position after the last byte
 * @param distance for a copy, the number of bytes back to the data that it repeats; 0 for a constant range
 * @param value for a constant range, its byte value (0 to 255); -1 for a copy
 */
record Piece(int start, int end, long distance, int value) implements Serializable {

    int length() {
        return end - start;
    }

    private boolean isLike(Piece other) {
        return distance == other.distance && value == other.value;
    }

    private Piece between(int from, int to) {
        return new Piece(from, to, distance, value);
    }

    /**
     * Joins two lists of pieces, each in order and without overlaps. Where pieces of both lists overlap, the first list wins.
     * Adjacent pieces of the result that are alike become one.
     */
    static List<Piece> join(List<Piece> first, List<Piece> second) {
        List<Piece> result = new ArrayList<>(first.size() + second.size());
        int next = 0;
        int covered = 0;
        for (Piece piece : second) {
            int at = piece.start;
            while (next < first.size() && first.get(next).start < piece.end) {
                Piece winner = first.get(next++);
                at = Math.max(at, covered);
                if (winner.start > at) {
                    append(result, piece.between(at, winner.start));
                }
                append(result, winner);
                covered = winner.end;
            }
            at = Math.max(at, covered);
            if (piece.end > at) {
                append(result, piece.between(at, piece.end));
            }
        }
        for (; next < first.size(); next++) {
            append(result, first.get(next));
        }
        return result;
    }

    /** Appends a piece, or lengthens the last one if the piece continues it. */
    static void append(List<Piece> pieces, Piece piece) {
        int last = pieces.size() - 1;
        if (last >= 0 && pieces.get(last).end == piece.start && pieces.get(last).isLike(piece)) {
            pieces.set(last, pieces.get(last).between(pieces.get(last).start, piece.end));
        } else {
            pieces.add(piece);
        }
    }
}
