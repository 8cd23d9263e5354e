package dev.mimeo.scan;

import dev.mimeo.characterization.Stretch;
import dev.mimeo.random.SplitMix64;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds which stretches of the data repeat earlier data, without keeping any of it, from the fingerprints of blocks.
 *
 * <p>Blocks at multiples of 4 KiB give the exact ends of copies that file systems, disks and databases make. Small
 * content-defined blocks ({@link FineBlocks}) give copies at any distance. The end of such a copy lies somewhere in the
 * first block that differs; it is taken at random there, so that the copied bytes are right on average.
 *
 * <p>Not thread-safe; takes segments in order.
 */
final class StretchFinder {

    /** Shorter stretches, bytes, are left to the statistics of compression: no store that deduplicates finds them. */
    static final int MIN_LENGTH = 2048;

    /** What of a stretch reaches into a chunk is kept from this size on, bytes. */
    private static final int MIN_PART = 128;

    private final PositionTable positions;

    StretchFinder(int maxEntries) {
        this.positions = new PositionTable(maxEntries);
    }

    /**
     * Finds the constant and copied stretches of the next segment.
     *
     * @param base position of the segment in all data
     * @param constants constant runs, in order
     * @param aligned copies found by aligned blocks, in order
     * @param blocks the small blocks of the segment
     * @return in order, without overlaps
     */
    List<Piece> find(long base, List<Piece> constants, List<Piece> aligned, FineBlocks blocks) {
        List<Piece> pieces = Piece.join(constants, Piece.join(aligned, copies(base, blocks, aligned)));
        pieces.removeIf(piece -> piece.length() < MIN_LENGTH || (piece.value() < 0 && piece.distance() < MIN_LENGTH));
        return pieces;
    }

    /** Looks up all small blocks, enters the new ones, and joins those that repeat data at the same distance. */
    private List<Piece> copies(long base, FineBlocks blocks, List<Piece> aligned) {
        List<Piece> result = new ArrayList<>();
        int known = 0; // everything before it is known to be no part of the current copy
        int start = 0; // the current copy, if its end is greater
        int end = 0;
        long distance = 0;
        for (int i = 0; i < blocks.count(); i++) {
            long fingerprint = blocks.fingerprint(i);
            if (blocks.startsRun(i)) {
                close(result, base, start, end, end, distance, aligned);
                known = start = end = blocks.start(i);
            }
            if (!positions.samples(fingerprint)) {
                continue;
            }
            long position = base + blocks.start(i);
            long first = positions.add(fingerprint, position);
            if (first >= 0 && end > start && position - first == distance) {
                end = blocks.end(i);
                continue;
            }
            close(result, base, start, end, first < 0 ? blocks.end(i) : blocks.start(i), distance, aligned);
            known = Math.max(known, end);
            if (first < 0) {
                known = start = end = blocks.start(i);
                continue;
            }
            distance = position - first;
            int room = (int) Math.min(blocks.start(i) - known, first);
            start = blocks.start(i) - part(position, room);
            start = Math.max(start, alignedStart(aligned, blocks.start(i), distance, start));
            end = blocks.end(i);
        }
        close(result, base, start, end, end, distance, aligned);
        return result;
    }

    /** Appends the current copy, with its end taken at random before the place where it must have ended. */
    private static void close(
            List<Piece> result, long base, int start, int end, int limit, long distance, List<Piece> aligned) {
        if (end <= start) {
            return;
        }
        int stop = end + part(base + end, limit - end);
        stop = Math.max(end, alignedEnd(aligned, end, distance, stop));
        int from = result.isEmpty()
                ? start
                : Math.max(start, result.get(result.size() - 1).end());
        if (stop > from) {
            result.add(new Piece(from, stop, distance, -1));
        }
    }

    /** Returns a uniform random share of a length, decided by a position. */
    private static int part(long position, int length) {
        return (int) (((SplitMix64.mix(position) >>> 33) * length) >>> 31);
    }

    /** Where aligned blocks tell the beginning of the same copy, takes that. */
    private static int alignedStart(List<Piece> aligned, int inside, long distance, int guess) {
        Piece piece = around(aligned, inside, distance);
        return piece == null ? guess : Math.max(guess, piece.start());
    }

    private static int alignedEnd(List<Piece> aligned, int inside, long distance, int guess) {
        Piece piece = around(aligned, inside, distance);
        return piece == null ? guess : Math.min(guess, piece.end());
    }

    /** Returns the piece of the same distance that holds a place or ends there. */
    private static @Nullable Piece around(List<Piece> aligned, int place, long distance) {
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
        if (aligned.isEmpty()) {
            return null;
        }
        Piece piece = aligned.get(low);
        return piece.start() <= place && place <= piece.end() && piece.distance() == distance ? piece : null;
    }

    /**
     * Returns the part of pieces that falls into a chunk. A copy that overlaps what it repeats becomes copies of the first
     * period.
     *
     * @param pieces of the segment, in order
     * @param base position of the segment in all data
     * @param from first byte of the chunk in the segment
     * @param to after its last byte
     */
    static List<Stretch> within(List<Piece> pieces, long base, int from, int to) {
        List<Stretch> stretches = new ArrayList<>();
        for (Piece piece : pieces) {
            if (piece.end() <= from || piece.start() >= to) {
                continue;
            }
            int period = (int) Math.min(piece.length(), piece.value() >= 0 ? piece.length() : piece.distance());
            int first = Math.max(0, from - piece.start()) / period;
            for (int start = piece.start() + first * period; start < Math.min(piece.end(), to); start += period) {
                int a = Math.max(start, from);
                int b = Math.min(Math.min(start + period, piece.end()), to);
                if (b - a >= MIN_PART) {
                    long source = base + piece.start() - piece.distance() + (a - start);
                    stretches.add(
                            piece.value() >= 0
                                    ? Stretch.constant(a - from, b - a, piece.value())
                                    : Stretch.copy(a - from, b - a, source));
                }
            }
        }
        return stretches;
    }
}
