package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.random.SplitMix64;
import java.util.Arrays;

/** Bytes drawn from a histogram, each on its own. For one thread at a time. */
final class HistogramDraw {

    /** Small enough to stay in the nearest cache. */
    private static final int TABLE_BITS = 14;

    private static final int MASK = (1 << TABLE_BITS) - 1;

    /** Byte values in proportion to their frequency. */
    private final byte[] table = new byte[1 << TABLE_BITS];

    /** Sets the histogram to draw from. */
    void prepare(ByteHistogram bytes) {
        long total = bytes.total();
        long seen = 0;
        int from = 0;
        for (int value = 0; value < 256; value++) {
            seen += bytes.count(value);
            // Rounding sums, not counts, keeps the whole exact.
            int to = (int) ((seen << TABLE_BITS) / total);
            Arrays.fill(table, from, to, (byte) value);
            from = to;
        }
    }

    /** Fills a range. */
    void fill(long seed, byte[] target, int offset, int length) {
        byte[] values = table;
        long counter = seed;
        int at = offset;
        int end = offset + length;
        for (; at <= end - 8; at += 8) {
            counter += SplitMix64.GOLDEN_GAMMA;
            long low = SplitMix64.mix64(counter);
            counter += SplitMix64.GOLDEN_GAMMA;
            long high = SplitMix64.mix64(counter);
            LittleEndian.putLong(target, at, four(values, low) | four(values, high) << 32);
        }
        for (; at < end; at++) {
            counter += SplitMix64.GOLDEN_GAMMA;
            target[at] = values[(int) SplitMix64.mix64(counter) & MASK];
        }
    }

    private static long four(byte[] values, long bits) {
        return (values[(int) bits & MASK] & 0xffL)
                | (values[(int) (bits >>> 16) & MASK] & 0xffL) << 8
                | (values[(int) (bits >>> 32) & MASK] & 0xffL) << 16
                | (values[(int) (bits >>> 48) & MASK] & 0xffL) << 24;
    }
}
