package dev.mimeo.statistics;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Approximate quantiles of a sequence of values in little memory: G. S. Manku, S. Rajagopalan, B. G. Lindsay, "Approximate
 * Medians and other Quantiles in One Pass and with Limited Memory", SIGMOD 1998, with its new policy of collapsing.
 *
 * <p>As long as no more values are added than the sketch is made for, the rank of what it returns differs from the rank
 * asked for by at most the error times the number of values, whatever the values and their order. It is exact until the
 * buffers are full for the first time. The result follows from the values and their order alone. NaN counts as the largest
 * value. For one thread at a time.
 */
public final class QuantileSketch {

    /** Error of the rank where none is given, as a share of the number of values. */
    public static final double DEFAULT_ERROR = 0.01;

    /** Values that a sketch is made for where nothing else is said. */
    public static final long DEFAULT_BOUND = 1_000_000_000L;

    private static final int MAX_BUFFERS = 29;
    private static final int MAX_HEIGHT = 40;
    private static final double MAX_VALUES = 1e9;
    private static final int MIN_BUFFER_SIZE = 10;
    private static final long MIN_BOUND = 100;

    private static final Size DEFAULT_SIZE = Size.of(DEFAULT_ERROR, DEFAULT_BOUND);

    private final int bufferSize;
    private final SketchBuffer[] buffers;

    /** Buffers in use; the last is being filled, all others are full. */
    private int used = 1;

    private long count;

    /** Whether values come several times in a row. */
    private boolean inRuns;

    private boolean lowNext = true;
    private Snapshot snapshot = new Snapshot(new double[0], new long[0]);

    /** Number and size of buffers. */
    private record Size(int buffers, int values) {

        /** Finds the least memory that keeps the error, by the search of section 4.5 of the paper. */
        static Size of(double error, long bound) {
            Size best = new Size(0, 0);
            double bestValues = Double.POSITIVE_INFINITY;
            for (int b = 2; b <= MAX_BUFFERS; b++) {
                int height = 3;
                while (height < MAX_HEIGHT && leaves(b, height) <= 2 * error * bound) {
                    height++;
                }
                if (height < MAX_HEIGHT) {
                    height--;
                }
                double k = Math.ceil(bound / binomial(b + height - 2, height - 1));
                if (b * k < MAX_VALUES && b * k < bestValues) {
                    best = new Size(b, Math.max(MIN_BUFFER_SIZE, (int) k));
                    bestValues = b * k;
                }
            }
            return best;
        }

        /** The left side of the constraint on the height of the tree of collapses, for buffers of one value. */
        private static double leaves(int b, int height) {
            return (height - 2) * binomial(b + height - 2, height - 1)
                    - binomial(b + height - 3, height - 3)
                    + binomial(b + height - 3, height - 2);
        }

        private static double binomial(int n, int k) {
            double result = 1;
            for (int i = 1; i <= k; i++) {
                result = result * (n - k + i) / i;
            }
            return Math.rint(result);
        }
    }

    /** All values kept, sorted, and for each the number of values that it and those before it stand for. */
    @SuppressWarnings("ArrayRecordComponent") // Not compared.
    private record Snapshot(double[] values, long[] ranks) {}

    /** Makes an empty sketch with the default error for up to 10^9 values; it grows to about 50 KB. */
    public QuantileSketch() {
        this(DEFAULT_SIZE);
    }

    /**
     * Makes an empty sketch.
     *
     * @param error largest error of a rank as a share of the number of values, above 0 and below 0.2
     * @param bound values that the error is kept for, at least 2
     */
    public QuantileSketch(double error, long bound) {
        this(Size.of(checkedError(error), checkedBound(bound)));
    }

    private QuantileSketch(Size size) {
        if (size.buffers == 0) {
            throw new IllegalArgumentException("the error is too small for a sketch of reasonable size");
        }
        this.bufferSize = size.values;
        this.buffers = IntStream.range(0, size.buffers)
                .mapToObj(i -> new SketchBuffer())
                .toArray(SketchBuffer[]::new);
    }

    private static double checkedError(double error) {
        if (!(error > 0 && error < 0.2)) {
            throw new IllegalArgumentException("error must be above 0 and below 0.2, got " + error);
        }
        return error;
    }

    private static long checkedBound(long bound) {
        if (bound < 2) {
            throw new IllegalArgumentException("bound must be at least 2, got " + bound);
        }
        return Math.max(MIN_BOUND, bound);
    }

    /** Adds a value. */
    public void add(double value) {
        filling().add(value, 1, bufferSize);
        count++;
    }

    /**
     * Adds a value several times, in time that grows with the logarithm of the number, and gives the same as one time after the
     * other.
     *
     * @param times how often, at least 0
     * @throws IllegalArgumentException if {@code times} is negative
     */
    public void add(double value, long times) {
        if (times < 0) {
            throw new IllegalArgumentException("a value cannot be added " + times + " times");
        }
        inRuns = true;
        count += times;
        for (long left = times; left > 0; ) {
            SketchBuffer buffer = filling();
            if (buffer.size == 0 && used > 1 && left > bufferSize) {
                left -= addCollapsed(buffer, value, left);
            } else {
                int some = (int) Math.min(left, bufferSize - buffer.size);
                buffer.add(value, some, bufferSize);
                left -= some;
            }
        }
    }

    /**
     * Puts a value into an empty buffer, the last in use, as often as collapses of this and all free buffers would leave in it. The
     * last of these collapses is due only when another value follows.
     *
     * @param most times, of which one at least is left
     * @return how often
     */
    private long addCollapsed(SketchBuffer buffer, double value, long most) {
        CollapseTree tree = new CollapseTree(buffers.length - used + 1);
        tree.raise(buffers[used - 2].level, (most - 1) / bufferSize + 1);
        buffer.add(value, bufferSize, bufferSize);
        if (tree.level() > 0) {
            buffer.level = tree.level();
            buffer.weight = tree.leaves();
            lowNext ^= tree.hasOddEvens();
        }
        return tree.leaves() * bufferSize;
    }

    /** Returns the buffer that is being filled, which has room for a value. */
    private SketchBuffer filling() {
        SketchBuffer buffer = buffers[used - 1];
        return buffer.size == bufferSize ? nextBuffer() : buffer;
    }

    private SketchBuffer nextBuffer() {
        if (used == buffers.length) {
            collapse();
        }
        SketchBuffer next = buffers[used];
        used++;
        next.clear(inRuns);
        // The last free buffer joins those that will be collapsed next.
        next.level = used == buffers.length ? buffers[used - 2].level : 0;
        return next;
    }

    /** Makes one buffer of all those of the lowest level, which are the last ones: every weight-th of their values. */
    private void collapse() {
        int first = buffers.length - 1;
        while (first > 0 && buffers[first - 1].level == buffers[first].level) {
            first--;
        }
        long weight = 0;
        for (int i = first; i < buffers.length; i++) {
            weight += buffers[i].weight;
        }
        long wanted = (weight + 1) / 2;
        if (weight % 2 == 0) {
            wanted += lowNext ? 0 : 1;
            lowNext = !lowNext;
        }
        double[] merged = everyOf(first, weight, wanted);
        SketchBuffer result = buffers[first];
        result.values = merged;
        result.weight = weight;
        result.level++;
        used = first + 1;
    }

    /** Returns a buffer of values, among all values of the buffers from the first on, as {@link SketchMerge#everyOf} does. */
    private double[] everyOf(int first, long distance, long start) {
        if (distance == buffers.length - first) {
            double[] merged = new RunSort(buffers, first).everyOf(bufferSize, distance, start);
            if (merged.length > 0) {
                return merged;
            }
        }
        for (int i = first; i < buffers.length; i++) {
            buffers[i].sort();
        }
        return new SketchMerge(buffers, first, bufferSize).everyOf(distance, start);
    }

    /**
     * Adds all values that another sketch stands for. Buffers of more than one value each are put in as that many of the
     * same value, so ranks may be off by the errors of both together. An empty sketch takes over the buffers as they are.
     *
     * @param other made for the same error and bound; stays as it is
     * @throws IllegalArgumentException if its buffers are other ones
     */
    public void add(QuantileSketch other) {
        if (other.bufferSize != bufferSize || other.buffers.length != buffers.length) {
            throw new IllegalArgumentException("sketches of " + buffers.length + " buffers of " + bufferSize
                    + " and of " + other.buffers.length + " of " + other.bufferSize + " values cannot be merged");
        }
        if (count == 0) {
            takeOver(other);
            return;
        }
        if (other == this) {
            // Its buffers change while they are read.
            QuantileSketch copy = new QuantileSketch(new Size(buffers.length, bufferSize));
            copy.takeOver(this);
            add(copy);
            return;
        }
        int otherUsed = other.used;
        for (int b = 0; b < otherUsed; b++) {
            SketchBuffer from = other.buffers[b];
            double[] values = Arrays.copyOf(from.values, from.size);
            long weight = from.weight;
            if (weight == 1 && b < otherUsed - 1) {
                // Full buffers are added in order, also those that are not sorted yet.
                Arrays.sort(values);
            }
            for (double value : values) {
                add(value, weight);
            }
        }
    }

    private void takeOver(QuantileSketch other) {
        for (int b = 0; b < other.used; b++) {
            buffers[b].copy(other.buffers[b]);
        }
        used = other.used;
        count = other.count;
        lowNext = other.lowNext;
    }

    /** Returns the number of buffers. */
    public int bufferCount() {
        return buffers.length;
    }

    /** Returns the number of values of a buffer. */
    public int bufferSize() {
        return bufferSize;
    }

    /** Returns the bytes of the values held now; they grow to at most 9 bytes for each value of each buffer. */
    public long memoryBytes() {
        long values = 0;
        for (SketchBuffer buffer : buffers) {
            values += buffer.memoryBytes();
        }
        return values + (Double.BYTES + Long.BYTES) * (long) snapshot.values.length;
    }

    /** Returns the number of values added. */
    public long count() {
        return count;
    }

    /**
     * Returns a value of which about the given share of all values is less or equal; NaN without values.
     *
     * @param quantile share, from 0 to 1
     * @throws IllegalArgumentException if the share is out of range
     */
    public double quantile(double quantile) {
        if (!(quantile >= 0 && quantile <= 1)) {
            throw new IllegalArgumentException("quantile must be from 0 to 1, got " + quantile);
        }
        if (count == 0) {
            return Double.NaN;
        }
        Snapshot sorted = snapshot();
        // Less a little, for a quotient such as 131058/150000 times 150000 may be rounded up.
        long rank = Math.max(1, (long) Math.ceil(count * (quantile - 1e-15)));
        int at = Arrays.binarySearch(sorted.ranks, rank);
        return sorted.values[at >= 0 ? at : -at - 1];
    }

    private Snapshot snapshot() {
        Snapshot known = snapshot;
        if (known.ranks.length > 0 && known.ranks[known.ranks.length - 1] == count) {
            return known;
        }
        int total = 0;
        for (int b = 0; b < used; b++) {
            buffers[b].sort();
            total += buffers[b].size;
        }
        double[] values = new double[total];
        long[] ranks = new long[total];
        int[] next = new int[used];
        long rank = 0;
        for (int i = 0; i < total; i++) {
            int least = -1;
            for (int b = 0; b < used; b++) {
                if (next[b] < buffers[b].size
                        && (least < 0
                                || SketchMerge.isLess(
                                        buffers[b].values[next[b]], buffers[least].values[next[least]]))) {
                    least = b;
                }
            }
            rank += buffers[least].weight;
            values[i] = buffers[least].values[next[least]];
            ranks[i] = rank;
            next[least]++;
        }
        snapshot = new Snapshot(values, ranks);
        return snapshot;
    }
}
