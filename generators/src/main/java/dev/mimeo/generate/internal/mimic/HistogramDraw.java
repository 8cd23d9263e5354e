package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.random.SplitMix64;

/** Bytes drawn from a histogram, each on its own. For one thread at a time. */
public final class HistogramDraw {

    /** Bytes of a value that are written at once, and may be beyond its last: a branch on the length would be mispredicted. */
    private static final int STEP = 128;

    /** Byte values in proportion to their frequency. */
    private final byte[] table;

    private final int bits;
    private final int mask;

    /**
     * Prepares to draw from no histogram yet: all bytes are 0.
     *
     * @param bits logarithm of the number of entries by which frequencies are rounded, 8 to 16; those of 14 stay in the nearest cache
     */
    public HistogramDraw(int bits) {
        this.bits = bits;
        mask = (1 << bits) - 1;
        table = new byte[(1 << bits) + STEP];
    }

    /**
     * Sets the histogram to draw from.
     *
     * @return number of values that occur
     */
    public int prepare(ByteHistogram bytes) {
        long total = bytes.total();
        long seen = 0;
        int from = 0;
        int symbols = 0;
        for (int value = 0; value < 256; value++) {
            int count = bytes.count(value);
            if (count > 0) {
                symbols++;
                seen += count;
                // Rounding sums, not counts, keeps the whole exact.
                int to = (int) ((seen << bits) / total);
                long word = value * 0x0101010101010101L;
                for (int at = from; at < to; at += STEP) {
                    for (int i = 0; i < STEP; i += Long.BYTES) {
                        LittleEndian.putLong(table, at + i, word);
                    }
                }
                from = to;
            }
        }
        return symbols;
    }

    /** Returns the first value that occurs. */
    public byte first() {
        return table[0];
    }

    /**
     * Fills a range, four bytes from each random number.
     *
     * @param seed decides the bytes: the state of {@link SplitMix64}
     * @return the state after it
     */
    public long fill(long seed, byte[] target, int offset, int length) {
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
            target[at] = values[(int) SplitMix64.mix64(counter) & mask];
        }
        return counter;
    }

    private long four(byte[] values, long random) {
        return (values[(int) random & mask] & 0xffL)
                | (values[(int) (random >>> 16) & mask] & 0xffL) << 8
                | (values[(int) (random >>> 32) & mask] & 0xffL) << 16
                | (values[(int) (random >>> 48) & mask] & 0xffL) << 24;
    }
}
