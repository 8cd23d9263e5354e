package dev.mimeo.fidelity;

import dev.mimeo.internal.random.SplitMix64;
import java.io.IOException;

/**
 * As much of both sides as a codec is given as one stream: everything, or segments joined, at the same offsets of both. Each
 * segment is at a random place of a part of its own, all parts being equally long: evenly spaced ones could meet the same part of
 * what was generated from a sample again and again, as that comes in cycles.
 *
 * @param original bytes of the original
 * @param synthetic as many bytes of the synthetic data
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier of buffers, never compared
record JoinedSegments(byte[] original, byte[] synthetic) {

    private static final int LARGEST_SEGMENT = 4 << 20;

    /**
     * Reads both sides.
     *
     * @param common bytes that both sides have
     * @param most bytes to join at most
     */
    static JoinedSegments read(DataSample original, DataSample synthetic, long common, long most) throws IOException {
        if (common <= most) {
            return read(original, synthetic, new long[] {0}, (int) common);
        }
        int segment = (int) Math.max(1, Math.min(LARGEST_SEGMENT, most / 4));
        int count = (int) (most / segment);
        long part = common / count;
        SplitMix64 random = new SplitMix64(0);
        long[] offsets = new long[count];
        for (int i = 0; i < count; i++) {
            offsets[i] = part * i + random.below(part - segment + 1);
        }
        return read(original, synthetic, offsets, segment);
    }

    private static JoinedSegments read(DataSample original, DataSample synthetic, long[] offsets, int segment)
            throws IOException {
        byte[] a = new byte[offsets.length * segment];
        byte[] b = new byte[a.length];
        for (int i = 0; i < offsets.length; i++) {
            original.read(offsets[i], a, i * segment, segment);
            synthetic.read(offsets[i], b, i * segment, segment);
        }
        return new JoinedSegments(a, b);
    }

    /** Returns the bytes of each side. */
    int length() {
        return original.length;
    }
}
