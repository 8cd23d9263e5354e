package dev.mimeo.scan.internal;

import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.scan.internal.mimic.Copies;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds which stretches of the data repeat earlier data, without keeping any of it, from the fingerprints of blocks.
 *
 * <p>Blocks at multiples of 4 KiB give the exact ends of copies that file systems, disks and databases make. Small
 * content-defined blocks ({@link FineBlocks}) give copies at any distance, to within some hundred bytes ({@link CopyTracker}).
 *
 * <p>Not thread-safe; takes segments in order.
 */
final class StretchFinder {

    /** Shorter constant stretches, bytes, and copies of what is nearer, are left to the statistics of compression. */
    static final int MIN_LENGTH = 2048;

    private final PositionTable positions;
    private final BlockHistory history = new BlockHistory();

    /** The block of the history that comes next if the last copy goes on; also behind a block that differed. */
    private long expected = -1;

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
        List<Piece> copies = Piece.join(aligned, copies(base, blocks, constants, aligned));
        copies.removeIf(piece -> piece.length() < Copies.SHORTEST || piece.distance() < MIN_LENGTH);
        return Piece.join(constants, copies);
    }

    /** Follows the current copy, looks up the small blocks that it does not explain, and enters the new ones. */
    private List<Piece> copies(long base, FineBlocks blocks, List<Piece> constants, List<Piece> aligned) {
        CopyTracker tracker = new CopyTracker(base, aligned);
        int run = 0; // the first constant run that does not end before the block
        for (int i = 0; i < blocks.count(); i++) {
            int start = blocks.start(i);
            int end = blocks.end(i);
            while (run < constants.size() && constants.get(run).end() < end) {
                run++;
            }
            if (blocks.isCut(i)) {
                tracker.cut(start, end);
                expected += expected >= 0 ? 1 : 0;
                history.add(base + start, 0);
                continue;
            }
            if (blocks.startsRun(i)) {
                tracker.border(start);
            }
            long fingerprint = blocks.fingerprint(i);
            if (run < constants.size() && constants.get(run).start() <= start) {
                tracker.border(start);
                tracker.border(end);
            } else {
                track(tracker, base, start, end, fingerprint);
            }
            expected += expected >= 0 ? 1 : 0;
            history.add(base + start, fingerprint);
        }
        return tracker.finish();
    }

    /** Tells the tracker whether a block goes on with the current copy, is a copy of another block, or differs from all known. */
    private void track(CopyTracker tracker, long base, int start, int end, long fingerprint) {
        if (history.is(expected, fingerprint)) {
            tracker.repeated(start, end, base + start - history.position(expected));
        } else if (positions.samples(fingerprint)) {
            long first = positions.add(fingerprint, base + start);
            if (first < 0) {
                tracker.differs(start, end);
            } else {
                expected = history.numberAt(first);
                tracker.repeated(start, end, base + start - first);
            }
        }
    }

    /**
     * Returns the part of pieces that falls into a chunk. A copy that overlaps what it repeats becomes copies of the first
     * period.
     *
     * @param pieces pieces of the segment, in order
     * @param base position of the segment in all data
     * @param from first byte of the chunk in the segment
     * @param to after its last byte
     */
    static List<ChunkCharacterization.Stretch> within(List<Piece> pieces, long base, int from, int to) {
        List<ChunkCharacterization.Stretch> stretches = new ArrayList<>();
        for (Piece piece : pieces) {
            if (piece.end() <= from || piece.start() >= to) {
                continue;
            }
            int period = (int) Math.min(piece.length(), piece.value() >= 0 ? piece.length() : piece.distance());
            int first = Math.max(0, from - piece.start()) / period;
            for (int start = piece.start() + first * period; start < Math.min(piece.end(), to); start += period) {
                int a = Math.max(start, from);
                int b = Math.min(Math.min(start + period, piece.end()), to);
                if (a < b) {
                    long source = base + piece.start() - piece.distance() + (a - start);
                    stretches.add(
                            piece.value() >= 0
                                    ? ChunkCharacterization.Stretch.constant(a - from, b - a, piece.value())
                                    : ChunkCharacterization.Stretch.copy(a - from, b - a, source));
                }
            }
        }
        return stretches;
    }
}
