package dev.mimeo.scan.internal;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A stretch of a segment that is constant or a copy of earlier data.
 *
 * @param start first byte in the segment
 * @param end after the last byte
 * @param distance of a copy: bytes back to the data it repeats; 0 for a constant one
 * @param value of a constant one: its byte value; -1 for a copy
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
     * Joins two lists of pieces, each in order and without overlaps: where both have something, the first wins. Pieces of
     * the result that continue each other are one.
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

    /** Appends a piece, or lengthens the last one if it continues that. */
    static void append(List<Piece> pieces, Piece piece) {
        int last = pieces.size() - 1;
        if (last >= 0 && pieces.get(last).end == piece.start && pieces.get(last).isLike(piece)) {
            pieces.set(last, pieces.get(last).between(pieces.get(last).start, piece.end));
        } else {
            pieces.add(piece);
        }
    }
}
