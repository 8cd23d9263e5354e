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
        return read(original, 0, synthetic, 0, common, most);
    }

    /**
     * Reads a range of both sides.
     *
     * @param originalStart position of the first byte of the original
     * @param syntheticStart position of the first byte of the synthetic data
     * @param common bytes of the range
     * @param most bytes to join at most
     */
    static JoinedSegments read(
            DataSample original, long originalStart, DataSample synthetic, long syntheticStart, long common, long most)
            throws IOException {
        if (common <= most) {
            byte[] a = new byte[(int) common];
            byte[] b = new byte[a.length];
            original.read(originalStart, a, 0, a.length);
            synthetic.read(syntheticStart, b, 0, b.length);
            return new JoinedSegments(a, b);
        }
        int segment = (int) Math.max(1, Math.min(LARGEST_SEGMENT, most / 4));
        int count = (int) (most / segment);
        long part = common / count;
        SplitMix64 random = new SplitMix64(0);
        byte[] a = new byte[count * segment];
        byte[] b = new byte[a.length];
        for (int i = 0; i < count; i++) {
            long offset = part * i + random.below(part - segment + 1);
            original.read(originalStart + offset, a, i * segment, segment);
            synthetic.read(syntheticStart + offset, b, i * segment, segment);
        }
        return new JoinedSegments(a, b);
    }

    /** Returns the bytes of each side. */
    int length() {
        return original.length;
    }
}
