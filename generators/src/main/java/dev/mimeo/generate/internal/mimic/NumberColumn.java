package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.mimic.ContextTable;
import dev.mimeo.characterization.mimic.NumberModel;
import java.util.List;

/**
 * A column of numbers, prepared so that each change takes one random number: distributions are alias tables (A. J. Walker: "An efficient
 * method for generating discrete random variables with general distributions", ACM TOMS 3, 1977). Immutable and thread-safe.
 */
final class NumberColumn {

    /** Logarithm of the parts of the range in each of which the search for a level begins somewhere. */
    private static final int START_BITS = 10;

    private static final int THRESHOLD_BITS = 16;
    private static final int RANK_BITS = 16;

    /** By bucket: its least magnitude, and a mask of the bits that its magnitudes differ in. */
    private static final long[] LEAST = new long[NumberModel.MAX_BUCKET + 1];

    private static final long[] MASKS = new long[NumberModel.MAX_BUCKET + 1];

    static {
        for (int bucket = 0; bucket <= NumberModel.MAX_BUCKET; bucket++) {
            LEAST[bucket] = NumberModel.least(bucket);
            MASKS[bucket] = (1L << NumberModel.bits(bucket)) - 1;
        }
    }

    final NumberModel.Kind kind;
    final int shift;

    /** The least value; what is drawn are differences to it. */
    final long least;

    /** Difference of the greatest value and the least one, without a sign: above 2<sup>63</sup> where a column has all doubles. */
    final long range;

    private final long[] bounds;
    private final int levels;
    private final int startShift;

    /** By part of the range: the level of its first value. */
    private final byte[] starts = new byte[1 << START_BITS];

    /** By rank, from the least one on. */
    private final byte[] groups = new byte[2 * NumberModel.MAX_BUCKET + 1];

    private final int groupCount;

    /** By level, then group: the first entry of its table, and the number of its entries less one, which is all ones. */
    private final long[] tables;

    /** Whether all levels and groups have the same table. */
    private final boolean isAlike;

    /** By level: difference of its greatest value and the least one; none is above that of the last level. */
    private final long[] ends;

    /** Entries of all tables: a threshold, the rank below it, and the other one. */
    private final long[] entries;

    NumberColumn(NumberModel.Column column) {
        kind = column.kind();
        shift = column.shift();
        bounds = column.bounds().stream().mapToLong(Long::longValue).toArray();
        levels = column.levels();
        least = bounds[0];
        range = bounds[levels] - least;
        ends = new long[levels];
        for (int level = 0; level < levels; level++) {
            ends[level] = level == levels - 1 ? -1 : bounds[level + 1] - 1 - least;
        }
        startShift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(range) - START_BITS);
        for (int part = 0; part < starts.length; part++) {
            long first = (long) part << startShift;
            boolean isInRange = first >>> startShift == part && Long.compareUnsigned(first, range) <= 0;
            starts[part] = (byte) (isInRange ? level(first, 0) : levels - 1);
        }
        int group = 0;
        groupCount = column.groups().size() + 1;
        for (int rank = -NumberModel.MAX_BUCKET; rank <= NumberModel.MAX_BUCKET; rank++) {
            while (group < column.groups().size() && rank >= column.groups().get(group)) {
                group++;
            }
            groups[NumberModel.MAX_BUCKET + rank] = (byte) group;
        }
        List<NumberModel.Change> changes = column.changes();
        isAlike = changes.size() == 1;
        int[] first = new int[changes.size() + 1];
        for (int i = 0; i < changes.size(); i++) {
            first[i + 1] = first[i] + size(changes.get(i));
        }
        entries = new long[first[changes.size()]];
        for (int i = 0; i < changes.size(); i++) {
            fill(changes.get(i), first[i], first[i + 1] - first[i]);
        }
        tables = column.use().stream()
                .mapToLong(i -> (long) first[i] << Integer.SIZE | (first[i + 1] - first[i] - 1))
                .toArray();
    }

    private static int size(NumberModel.Change change) {
        int ranks = change.ranks().size();
        return ranks == 1 ? 1 : 2 * Integer.highestOneBit(ranks - 1);
    }

    /** Fills a table: entries that are rarer than one in its size share theirs with those that are more frequent. */
    private void fill(NumberModel.Change change, int first, int size) {
        double[] shares = new double[size];
        double sum = 0;
        for (int code : change.codes()) {
            sum += ContextTable.weight(code);
        }
        for (int i = 0; i < change.codes().size(); i++) {
            shares[i] = ContextTable.weight(change.codes().get(i)) / sum * size;
        }
        int[] small = new int[size];
        int[] large = new int[size];
        int smalls = 0;
        int larges = 0;
        for (int i = 0; i < size; i++) {
            if (shares[i] < 1) {
                small[smalls++] = i;
            } else {
                large[larges++] = i;
            }
        }
        while (smalls > 0 && larges > 0) {
            int rare = small[--smalls];
            int frequent = large[larges - 1];
            entries[first + rare] = entry(change, rare, frequent, shares[rare]);
            shares[frequent] -= 1 - shares[rare];
            if (shares[frequent] < 1) {
                larges--;
                small[smalls++] = frequent;
            }
        }
        // All other shares are 1, give or take a rounding error.
        while (larges > 0) {
            int frequent = large[--larges];
            entries[first + frequent] = entry(change, frequent, frequent, 1);
        }
        while (smalls > 0) {
            int rare = small[--smalls];
            int other = Math.min(rare, change.ranks().size() - 1);
            entries[first + rare] = entry(change, other, other, 1);
        }
    }

    private static long entry(NumberModel.Change change, int below, int above, double share) {
        // Entries beyond the ranks have a share of 0.
        int rankBelow = change.ranks().get(Math.min(below, change.ranks().size() - 1));
        int rankAbove = change.ranks().get(above);
        long threshold = StrictMath.round(share * (1 << THRESHOLD_BITS));
        return threshold << (2 * RANK_BITS) | (rankBelow & 0xffffL) << RANK_BITS | (rankAbove & 0xffffL);
    }

    /**
     * Draws the rank of the next change.
     *
     * @param place a value, less the least one
     * @param last the rank of the last change
     * @param random random bits, of which the lower half is used
     */
    int rank(long place, int last, long random) {
        long table = isAlike ? tables[0] : table(place, last);
        long entry = entries[(int) (table >>> Integer.SIZE) + ((int) random & (int) table)];
        int chance = (int) (random >>> THRESHOLD_BITS) & 0xffff;
        // No branch: which of the two ranks it is cannot be predicted.
        int isBelow = (chance - (int) (entry >>> (2 * RANK_BITS))) >> (Integer.SIZE - 1);
        return (short) (entry >>> (isBelow & RANK_BITS));
    }

    private long table(long place, int last) {
        int level = level(place, starts[(int) (place >>> startShift)]);
        return tables[level * groupCount + groups[NumberModel.MAX_BUCKET + last]];
    }

    private int level(long place, int from) {
        int level = from;
        while (Long.compareUnsigned(place, ends[level]) > 0) {
            level++;
        }
        return level;
    }

    /** Returns the magnitude of a change of a rank, each of its bucket as likely as any other. */
    static long magnitude(int rank, long random) {
        int bucket = Math.abs(rank);
        return LEAST[bucket] + (random & MASKS[bucket]);
    }

    /**
     * Returns the number after a change, in the other direction where it would leave the range, and the same one where that does too.
     *
     * @param place a number, less the least one
     * @param sign -1 for a change to less, 0 for one to more
     */
    long next(long place, long magnitude, long sign) {
        if (range < 0) {
            return nextOfWide(place, magnitude, sign);
        }
        // No branches: how near the end of the range a number is cannot be predicted.
        long room = (place & sign) | ((range - place) & ~sign);
        long isOver = (room - magnitude) >> (Long.SIZE - 1);
        long isOverBack = (range - room - magnitude) >> (Long.SIZE - 1);
        long direction = sign ^ isOver;
        long change = (magnitude ^ direction) - direction;
        return place + (change & ~(isOver & isOverBack));
    }

    private long nextOfWide(long place, long magnitude, long sign) {
        long room = sign < 0 ? place : range - place;
        boolean isOver = Long.compareUnsigned(magnitude, room) > 0;
        if (isOver && Long.compareUnsigned(magnitude, range - room) > 0) {
            return place;
        }
        return isOver == (sign < 0) ? place + magnitude : place - magnitude;
    }

    /**
     * Returns where a value is among those of the class in their order, 0 to 1. The high bits that all numbers of the column have in common are not
     * looked at: a model may have others than its original.
     */
    double share(long value) {
        long inCommon = common(least, bounds[levels]);
        long its = (least & inCommon) | (value & ~inCommon);
        long place = Math.max(least, Math.min(bounds[levels], its)) - least;
        int level = level(place, 0);
        double width = (double) bounds[level + 1] - bounds[level];
        double part = width == 0 ? 0 : ((double) (place + least) - bounds[level]) / width;
        return (level + part) / levels;
    }

    /** Returns the high bits that two numbers, and all between them, have in common, as bits that are set. */
    private static long common(long least, long greatest) {
        int different = Long.SIZE - Long.numberOfLeadingZeros(least ^ greatest);
        return different == Long.SIZE ? 0 : -1L << different;
    }

    /** Returns the value at a share, less the least one: the opposite of {@link #share}. */
    long place(double share) {
        int level = (int) Math.max(0, Math.min(levels - 1, share * levels));
        double width = (double) bounds[level + 1] - bounds[level];
        long value = bounds[level] + (long) ((share * levels - level) * width);
        return Math.max(least, Math.min(bounds[levels], value)) - least;
    }
}
