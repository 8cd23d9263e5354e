package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.ContextTable;
import dev.mimeo.characterization.mimic.NumberModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** The changes of the numbers of some columns, counted in as much detail as is asked for. For one thread. */
final class NumberCounts {

    /** Levels of a column whose changes do not depend on them: the first number of a chunk does. */
    private static final int LEAST_LEVELS = 16;

    /** Bounds of levels are rounded to this part of the range, so that none is a number of the data: only how often ranges of them occur is told. */
    private static final int BOUND_BITS = 12;

    /** Fewest changes of a cell that has a distribution of its own. */
    private static final int LEAST_COUNT = 64;

    /** Fewest of them that occur often enough to be told, as a share. */
    private static final double LEAST_TOLD = 0.5;

    private static final int RANKS = 2 * NumberModel.MAX_BUCKET + 1;
    private static final double LOG_2 = StrictMath.log(2);

    private final NumberModel.Kind kind;
    private final int width;
    private final int occurrences;
    private final int shift;

    /** By change: the number before it, that number's own change, as a rank, and the change, as a rank. */
    private final long[] values;

    private final short[] lasts;
    private final short[] ranks;

    private final long[] sorted;
    private int size;

    /** Least of the ranks, and how many there are up to the greatest one. */
    private final int firstRank;

    private final int rankCount;

    /**
     * The detail with which changes depend on the number and the change before.
     *
     * @param levels parts of the range
     * @param groups groups of changes
     */
    record Detail(int levels, int groups) {}

    /** A column and the bits that the changes take with it. */
    record Counted(NumberModel.Column column, double bits) {}

    /**
     * Takes the numbers of a column.
     *
     * @param sequences those in a row, as {@link NumberLayout#values} returns them
     * @param width bytes of a number
     * @param occurrences least number of occurrences of a change that is told
     */
    NumberCounts(List<long[]> sequences, NumberModel.Kind kind, int width, int occurrences) {
        this.kind = kind;
        this.width = width;
        this.occurrences = occurrences;
        int most = 0;
        long set = 0;
        for (long[] numbers : sequences) {
            most += numbers.length;
            for (long number : numbers) {
                set |= number;
            }
        }
        shift = NumberLayout.shift(set);
        values = new long[most];
        lasts = new short[most];
        ranks = new short[most];
        sequences.forEach(this::add);
        sorted = Arrays.copyOf(values, size);
        Arrays.sort(sorted);
        int least = size == 0 ? 0 : ranks[0];
        int greatest = least;
        for (int i = 1; i < size; i++) {
            least = Math.min(least, ranks[i]);
            greatest = Math.max(greatest, ranks[i]);
        }
        firstRank = least;
        rankCount = greatest - least + 1;
    }

    private void add(long[] numbers) {
        int last = 0;
        for (int i = 1; i < numbers.length; i++) {
            long before = numbers[i - 1] >> shift;
            int rank = NumberModel.rank((numbers[i] >> shift) - before);
            values[size] = before;
            lasts[size] = (short) last;
            ranks[size++] = (short) rank;
            last = rank;
        }
    }

    /** Returns whether there is no change, as in chunks that are shorter than two rows. */
    boolean isEmpty() {
        return size == 0;
    }

    /** Returns whether there are two different changes at least. */
    boolean hasChanges() {
        return rankCount > 1;
    }

    /** Counts in a detail; there must be a change. */
    Counted count(Detail detail) {
        long[] bounds = bounds(Math.max(LEAST_LEVELS, detail.levels()));
        int[] groups = groups(detail.groups());
        int levels = bounds.length - 1;
        int[][] counts = new int[levels * (groups.length + 1)][rankCount];
        byte[] groupOf = groupOf(groups);
        for (int i = 0; i < size; i++) {
            int level = detail.levels() == 1 ? 0 : level(bounds, values[i]);
            int group = groupOf[NumberModel.MAX_BUCKET + lasts[i]];
            counts[level * (groups.length + 1) + group][ranks[i] - firstRank]++;
        }
        return column(bounds, groups, counts, detail.levels() == 1 ? 1 : levels);
    }

    private Counted column(long[] bounds, int[] groups, int[][] counts, int told) {
        int cells = groups.length + 1;
        int[] all = sum(counts, 0, counts.length);
        Map<Integer, Integer> places = new LinkedHashMap<>();
        List<NumberModel.Change> changes = new ArrayList<>();
        List<Integer> use = new ArrayList<>();
        double bits = 0;
        for (int level = 0; level < bounds.length - 1; level++) {
            int row = Math.min(level, told - 1);
            int[] ofLevel = sum(counts, row * cells, (row + 1) * cells);
            for (int group = 0; group < cells; group++) {
                int cell = row * cells + group;
                boolean isOwn = isEnough(counts[cell]);
                boolean isOfLevel = !isOwn && isEnough(ofLevel);
                int[] its = isOwn ? counts[cell] : isOfLevel ? ofLevel : all;
                int key = isOwn ? cell : isOfLevel ? -2 - row : -1;
                int next = places.size();
                int place = places.computeIfAbsent(key, unused -> next);
                if (place == changes.size()) {
                    changes.add(change(its));
                }
                use.add(place);
                bits += row == level ? bits(changes.get(place), counts[cell]) : 0;
            }
        }
        List<Long> ends = Arrays.stream(bounds).boxed().toList();
        List<Integer> starts = Arrays.stream(groups).boxed().toList();
        return new Counted(new NumberModel.Column(kind, shift, ends, starts, use, changes), bits);
    }

    private static int[] sum(int[][] counts, int from, int to) {
        int[] sum = new int[counts[0].length];
        for (int i = from; i < to; i++) {
            for (int rank = 0; rank < sum.length; rank++) {
                sum[rank] += counts[i][rank];
            }
        }
        return sum;
    }

    /** Returns whether a cell has a distribution of its own: most of its changes occur often enough to be told. */
    private boolean isEnough(int[] counts) {
        long all = 0;
        long told = 0;
        for (int count : counts) {
            all += count;
            told += count >= occurrences ? count : 0;
        }
        return all >= LEAST_COUNT && told >= LEAST_TOLD * all;
    }

    /** Returns a distribution of the changes that are told; of those that occur most often where none is. */
    private NumberModel.Change change(int[] counts) {
        int most = Arrays.stream(counts).max().orElseThrow();
        int least = Math.min(occurrences, Math.max(1, most));
        List<Integer> told = new ArrayList<>();
        List<Integer> codes = new ArrayList<>();
        for (int rank = 0; rank < counts.length; rank++) {
            if (counts[rank] >= least) {
                told.add(firstRank + rank);
                codes.add((int) ContextTable.code(counts[rank]));
            }
        }
        return new NumberModel.Change(told, codes);
    }

    /** Returns the bits that changes take with a distribution; one that it does not tell takes those that say so, and those of its rank. */
    private double bits(NumberModel.Change change, int[] counts) {
        double sum = 0;
        for (int code : change.codes()) {
            sum += ContextTable.weight(code);
        }
        double bits = 0;
        long all = 0;
        for (int rank = 0; rank < counts.length; rank++) {
            all += counts[rank];
            bits += (double) counts[rank] * NumberModel.bits(Math.abs(firstRank + rank));
        }
        long told = 0;
        for (int i = 0; i < change.ranks().size(); i++) {
            int count = counts[change.ranks().get(i) - firstRank];
            told += count;
            bits += count * log2(sum / ContextTable.weight(change.codes().get(i)));
        }
        long left = all - told;
        return bits
                + (told == 0 ? 0 : told * log2((double) all / told))
                + (left == 0 ? 0 : left * log2((double) all / left * RANKS));
    }

    private static double log2(double value) {
        return StrictMath.log(value) / LOG_2;
    }

    /** Returns bounds of parts of the range with about as many numbers each. */
    private long[] bounds(int levels) {
        long least = sorted[0];
        long greatest = sorted[size - 1];
        int rangeBits = Long.SIZE - Long.numberOfLeadingZeros(greatest - least);
        int low = Math.max(0, rangeBits - BOUND_BITS);
        long unit = 1L << low;
        long[] bounds = new long[levels + 1];
        for (int i = 0; i < levels; i++) {
            long rounded = sorted[(int) ((long) i * size / levels)] & -unit;
            bounds[i] = Math.max(rounded, kind.least(width) >> shift);
        }
        long end = greatest | (unit - 1);
        bounds[levels] = Math.min(end, kind.greatest(width) >> shift);
        return bounds;
    }

    private static int level(long[] bounds, long value) {
        int low = 0;
        int high = bounds.length - 2;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (value >= bounds[middle]) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Returns the ranks at which groups of last changes begin that occur about as often each; what is more frequent has its own. */
    private int[] groups(int groups) {
        short[] ordered = Arrays.copyOf(lasts, size);
        Arrays.sort(ordered);
        SortedSet<Integer> starts = new TreeSet<>();
        for (int i = 1; i < groups; i++) {
            int rank = ordered[(int) ((long) i * size / groups)];
            int before = ordered[(int) ((i - 1L) * size / groups)];
            starts.add(rank == before ? rank + 1 : rank);
        }
        return starts.stream()
                .mapToInt(Integer::intValue)
                .filter(rank -> rank > ordered[0] && rank <= ordered[size - 1])
                .toArray();
    }

    private static byte[] groupOf(int[] groups) {
        byte[] groupOf = new byte[RANKS];
        int group = 0;
        for (int rank = 0; rank < RANKS; rank++) {
            while (group < groups.length && rank - NumberModel.MAX_BUCKET >= groups[group]) {
                group++;
            }
            groupOf[rank] = (byte) group;
        }
        return groupOf;
    }
}
