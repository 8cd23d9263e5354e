package dev.mimeo.dataseries.transform;

import dev.mimeo.dataseries.RowList;
import java.io.IOException;
import java.util.Collection;

/**
 * Tells when a file has reached its target size, although its last extents are still being compressed. These are taken to
 * compress as well as all before, and are few compared with the target.
 */
final class SizeEstimate {

    /** Unpacked bytes that may be on their way, at most; enough that all threads have something to do. */
    private static final long MAX_WINDOW = 64L << 20;

    /** Ratio before anything is known; that of the original tool. */
    private static final double FIRST_RATIO = 0.3;

    private final long target;
    private final long window;
    private long unpackedBytes;
    private long storedBytes;

    SizeEstimate(long target) {
        this.target = target;
        this.window = Math.min(MAX_WINDOW, target / 4);
    }

    /** Returns whether there is a target at all. */
    boolean isWanted() {
        return target > 0;
    }

    /** Takes note of an extent. */
    void learn(long unpacked, long stored) {
        unpackedBytes += unpacked;
        storedBytes += stored;
    }

    /**
     * Returns whether a file would reach its target if it ended now; false without a target.
     *
     * @param waiting rows that would be written before its end
     */
    boolean isReached(RepackPart part, Collection<RowList> waiting) throws IOException {
        if (!isWanted()) {
            return false;
        }
        long settled = part.settledBytes(window);
        long rest = part.unsettledBytes();
        for (RowList list : waiting) {
            rest += list.rows() == 0 ? 0 : list.sizeBytes();
        }
        double ratio = unpackedBytes == 0 ? FIRST_RATIO : (double) storedBytes / unpackedBytes;
        return settled + ratio * rest >= target;
    }
}
