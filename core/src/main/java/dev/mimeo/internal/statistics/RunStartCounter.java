package dev.mimeo.internal.statistics;

import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.random.SplitMix64;

/**
 * Count of the positions at which a run of {@value #LENGTH} bytes of an original begins. A run that repeats its first 1 to
 * {@value #MAX_PERIOD} bytes does not count. Not thread-safe.
 */
public final class RunStartCounter {

    /** Least length of a run, bytes. */
    public static final int LENGTH = 12;

    private static final int MAX_PERIOD = 4;
    private static final int BUFFER = 1 << 16;

    /** Bytes of a chain, as chance is estimated by the share of positions. */
    private static final long MAX_CHAIN_BYTES = 16 << 20;

    private final GramIndex index;
    private long positions;
    private long found;
    private long periodic;

    /**
     * Starts a count.
     *
     * @param index index of the sequences of {@value #LENGTH} bytes of the original, which may be a sample of them
     */
    public RunStartCounter(GramIndex index) {
        this.index = index;
    }

    /** Counts positions in a range; {@code length} is the end of the bytes that are there. */
    public void search(byte[] data, int from, int limit, int length) {
        positions += limit - from;
        for (int i = from; i < limit && i + LENGTH <= length; i++) {
            if (isPeriodic(data, i)) {
                periodic++;
            } else if (index.position(data, i) >= 0) {
                found++;
            }
        }
    }

    /**
     * Searches a text of a chain, which is always the same.
     *
     * @param bytes bytes of the text, of which at most 16 MiB are drawn
     */
    public static RunStartCounter ofChain(GramIndex index, OrderTwoChain chain, long bytes) {
        RunStartCounter counter = new RunStartCounter(index);
        SplitMix64 random = new SplitMix64(0);
        byte[] text = new byte[BUFFER];
        for (long left = Math.min(bytes, MAX_CHAIN_BYTES); left > 0; left -= BUFFER) {
            chain.draw(random, text);
            counter.search(text, 0, BUFFER - LENGTH + 1, BUFFER);
        }
        return counter;
    }

    private static boolean isPeriodic(byte[] data, int start) {
        long first = LittleEndian.getLong(data, start);
        for (int period = 1; period <= MAX_PERIOD; period++) {
            // Two words, one at each end, have all bytes of the run between them.
            int last = start + LENGTH - Long.BYTES;
            if (first == LittleEndian.getLong(data, start + period)
                    && LittleEndian.getLong(data, last - period) == LittleEndian.getLong(data, last)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the share of the positions, 0 to 1; estimated if the index is a sample. */
    public double share() {
        return share(positions);
    }

    /** Returns the share of those positions at which no run begins that repeats its first bytes. */
    public double shareOfAperiodic() {
        return share(positions - periodic);
    }

    private double share(long all) {
        return all == 0 ? 0 : Math.min(1, found / index.rate() / all);
    }
}
