package dev.mimeo.garage.internal.codec;

import java.util.Arrays;

/**
 * Cuts integers into ranges such that the number of a range and the place in it take few bits: quantiles of a sample, which
 * are merged with their neighbours as long as that makes the whole shorter. For one thread at a time.
 *
 * <p>The idea of quantile bins with offsets is that of pcodec by M. Loncaric; the ranges are found by dynamic programming
 * over {@code count * (log2(all / count) + bits of an offset) + bits of a range}.
 */
final class Bins {

    /** Most ranges, so that the number of one is a byte. */
    static final int MAX = 128;

    private static final int SAMPLE = 2_048;

    private static final int QUANTILES = 128;

    /** Each quantile may be cut in two where a value that is in many samples starts. */
    private static final int GROUPS = 2 * QUANTILES + 4 * Integer.SIZE;

    /** Cost of a range besides its least value, in bits. */
    private static final int RANGE_BITS = 10;

    /** Values are in up to {@code 2^TABLE_BITS} buckets by their highest bits. */
    private static final int TABLE_BITS = 11;

    /** Most ranges that may start in a bucket, so that few steps lead from its first range to that of a value. */
    private static final int MOST_STARTS = 2;

    private static final float[] LOG2 = new float[SAMPLE + 1];

    static {
        for (int i = 1; i < LOG2.length; i++) {
            LOG2[i] = (float) (Math.log(i) / Math.log(2));
        }
    }

    private final SampleSort sort = new SampleSort();
    private final long[] sample = new long[SAMPLE];
    private final long[] lows = new long[GROUPS];
    private final long[] highs = new long[GROUPS];
    private final int[] starts = new int[GROUPS + 1];
    private final float[] costs = new float[GROUPS + 1];
    private final int[] origins = new int[GROUPS + 1];
    /** Least value of each range but the first, then what is never reached. */
    private final long[] bounds = new long[MAX];

    private final byte[] table = new byte[1 << TABLE_BITS];

    private int count;

    /**
     * Finds ranges for values.
     *
     * @param min the least value
     * @param max the greatest value
     */
    void find(long[] values, int size, long min, long max) {
        int taken = Math.min(size, SAMPLE);
        for (int i = 0; i < taken; i++) {
            sample[i] = values[(int) ((long) i * size / taken)];
        }
        sample[0] = min;
        sample[taken - 1] = max;
        sort.sort(sample, taken);
        int groups = group(taken);
        float rangeBits = (float) taken / size * (RANGE_BITS + bits(max - min) * 8 / 7);
        do {
            merge(groups, taken, rangeBits);
            rangeBits *= 2;
        } while (count > MAX);
        setBounds(groups);
    }

    /** Cuts the sample into groups of like size; equal values are in one group. */
    private int group(int taken) {
        int groups = 0;
        int at = 0;
        int step = (taken + QUANTILES - 1) / QUANTILES;
        while (at < taken) {
            // At both ends groups are small, for a few values that are far out.
            int end = at + Math.max(1, Math.min(step, Math.min(at + 1, (taken - at) / 2)));
            while (end < taken && sample[end] == sample[end - 1]) {
                end++;
            }
            int same = end - 1;
            while (same > at && sample[same - 1] == sample[same]) {
                same--;
            }
            if (same > at && end - same > step) {
                groups = addGroup(groups, at, same);
                at = same;
            }
            groups = addGroup(groups, at, end);
            at = end;
        }
        starts[groups] = taken;
        return groups;
    }

    private int addGroup(int groups, int from, int to) {
        starts[groups] = from;
        lows[groups] = sample[from];
        highs[groups] = sample[to - 1];
        return groups + 1;
    }

    private void merge(int groups, int taken, float rangeBits) {
        costs[0] = 0;
        float all = LOG2[taken];
        for (int end = 1; end <= groups; end++) {
            float best = Float.POSITIVE_INFINITY;
            int origin = 0;
            long high = highs[end - 1];
            int until = starts[end];
            for (int start = end - 1; start >= 0; start--) {
                int inside = until - starts[start];
                float cost = costs[start] + inside * (all - LOG2[inside] + bits(high - lows[start]));
                if (cost < best) {
                    best = cost;
                    origin = start;
                }
            }
            costs[end] = best + rangeBits;
            origins[end] = origin;
        }
        count = 0;
        for (int end = groups; end > 0; end = origins[end]) {
            count++;
        }
    }

    private void setBounds(int groups) {
        int range = count;
        for (int end = groups, after = groups; end > 0; after = end, end = origins[end]) {
            if (range < count) {
                bounds[range - 1] = bound(origins[end], end, after);
            }
            range--;
        }
        Arrays.fill(bounds, count - 1, MAX, Long.MAX_VALUE);
    }

    /**
     * Returns where the second of two ranges starts. What is between the samples of both goes where it costs less, for it
     * makes all places in that range longer: above all not to a range of one value only.
     *
     * @param first first group of the first range
     * @param second first group of the second range
     * @param end group behind the second range
     */
    private long bound(int first, int second, int end) {
        long high = highs[second - 1];
        long low = lows[second];
        long below = (long) (starts[second] - starts[first]) * (bits(low - 1 - lows[first]) - bits(high - lows[first]));
        long above =
                (long) (starts[end] - starts[second]) * (bits(highs[end - 1] - high - 1) - bits(highs[end - 1] - low));
        return below <= above ? low : high + 1;
    }

    private static int bits(long difference) {
        return Long.SIZE - Long.numberOfLeadingZeros(difference);
    }

    /** Returns the number of ranges, 1 to {@link #MAX}. */
    int count() {
        return count;
    }

    /**
     * Finds the range of each value.
     *
     * @param min as {@link #find} had it
     * @param max as {@link #find} had it
     */
    void assign(long[] values, int size, long min, long max, byte[] ranges) {
        if (count == 1) {
            Arrays.fill(ranges, 0, size, (byte) 0);
            return;
        }
        long span = max - min;
        // No more buckets than values, for each takes as long to fill as a value to look up.
        int bits = Math.min(TABLE_BITS, Integer.SIZE - 1 - Integer.numberOfLeadingZeros(size));
        int shift = Math.max(0, bits(span) - bits);
        if (fillTable(min, (int) (span >>> shift), shift)) {
            assignByTable(values, size, min, shift, ranges);
        } else {
            assignBySearch(values, size, ranges);
        }
    }

    /** Finds the range of the least value of each bucket; returns whether few ranges start in each. */
    private boolean fillTable(long min, int last, int shift) {
        int range = 0;
        for (int bucket = 0; bucket <= last; bucket++) {
            int before = range;
            long low = min + ((long) bucket << shift);
            while (range < count - 1 && low >= bounds[range]) {
                range++;
            }
            if (range > before + MOST_STARTS) {
                return false;
            }
            table[bucket] = (byte) range;
        }
        return range >= count - 1 - MOST_STARTS;
    }

    private void assignByTable(long[] values, int size, long min, int shift, byte[] ranges) {
        for (int i = 0; i < size; i++) {
            long value = values[i];
            int range = table[(int) ((value - min) >>> shift)];
            while (range < count - 1 && value >= bounds[range]) {
                range++;
            }
            ranges[i] = (byte) range;
        }
    }

    private void assignBySearch(long[] values, int size, byte[] ranges) {
        int first = Integer.highestOneBit(count - 1);
        // Bounds are sorted: after each step all bounds before the range are at most the value. Which side is next
        // cannot be foretold, so it is computed: the sign of (value < bound), whatever overflows. Behind the last bound
        // there is what only the greatest of all integers reaches.
        for (int i = 0; i < size; i++) {
            long value = values[i];
            int range = 0;
            for (int step = first; step > 0; step >>= 1) {
                long bound = bounds[range + step - 1];
                long below = (value & ~bound) | (~(value ^ bound) & (value - bound));
                range += step & ~(int) (below >> 63);
            }
            ranges[i] = (byte) Math.min(range, count - 1);
        }
    }
}
