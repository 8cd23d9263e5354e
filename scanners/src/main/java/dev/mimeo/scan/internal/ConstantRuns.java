package dev.mimeo.scan.internal;

import java.util.Arrays;
import java.util.List;

/** Finds long runs of one byte value. Stateless and thread-safe. */
final class ConstantRuns {

    /** Distance of probes in bytes. A run of twice this length contains at least one whole probe. */
    private static final int STEP = StretchFinder.MIN_LENGTH / 2;

    /** Length of a probe in bytes. */
    private static final int PROBE = 16;

    private ConstantRuns() {}

    /** Appends the runs of at least {@link StretchFinder#MIN_LENGTH} bytes in a contiguous range. */
    static void find(byte[] data, int offset, int length, List<Piece> target) {
        int end = offset + length;
        int from = offset; // end of the previous run; no other run begins before it
        for (int probe = offset; probe + PROBE <= end; probe += STEP) {
            if (!isConstant(data, probe, probe + PROBE)) {
                continue;
            }
            int start = probe;
            while (start > from && data[start - 1] == data[probe]) {
                start--;
            }
            int mismatch = Arrays.mismatch(data, probe, end - 1, data, probe + 1, end);
            int stop = mismatch < 0 ? end : probe + mismatch + 1;
            if (stop - start >= StretchFinder.MIN_LENGTH) {
                target.add(new Piece(start, stop, 0, data[probe] & 0xff));
            }
            from = stop;
            probe += Math.max(0, (stop - probe - 1) / STEP * STEP);
        }
    }

    private static boolean isConstant(byte[] data, int from, int to) {
        return Arrays.equals(data, from, to - 1, data, from + 1, to);
    }
}
