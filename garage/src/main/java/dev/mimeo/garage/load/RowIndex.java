package dev.mimeo.garage.load;

import dev.mimeo.internal.random.Mixing;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The rows of a table by time and instance, numbered as they came. For one thread at a time. */
final class RowIndex {

    private static final int FEWEST = 16;

    private long[] times = new long[FEWEST];
    private @Nullable String[] instances = new String[FEWEST];
    private int[] next = new int[FEWEST];
    private int[] heads = filled(2 * FEWEST);
    private int rows;
    private int last;

    private static int[] filled(int length) {
        int[] heads = new int[length];
        Arrays.fill(heads, -1);
        return heads;
    }

    /** Returns the number of a row, or -1 if it is not there. */
    int find(long time, @Nullable String instance) {
        if (rows > 0 && isRow(last, time, instance)) {
            return last;
        }
        for (int row = heads[slot(time, instance)]; row >= 0; row = next[row]) {
            if (isRow(row, time, instance)) {
                last = row;
                return row;
            }
        }
        return -1;
    }

    private boolean isRow(int row, long time, @Nullable String instance) {
        return times[row] == time && Objects.equals(instances[row], instance);
    }

    /** Adds a row that is not there. */
    int add(long time, @Nullable String instance) {
        if (rows == times.length) {
            times = Arrays.copyOf(times, 2 * rows);
            instances = Arrays.copyOf(instances, 2 * rows);
            next = Arrays.copyOf(next, 2 * rows);
            heads = filled(4 * rows);
            for (int row = 0; row < rows; row++) {
                link(row);
            }
        }
        times[rows] = time;
        instances[rows] = instance;
        link(rows);
        last = rows;
        return rows++;
    }

    private void link(int row) {
        int slot = slot(times[row], instances[row]);
        next[row] = heads[slot];
        heads[slot] = row;
    }

    private int slot(long time, @Nullable String instance) {
        long mixed = Mixing.fibonacci64(31 * time + Objects.hashCode(instance));
        return (int) (mixed >>> 32) & heads.length - 1;
    }

    int rows() {
        return rows;
    }

    long time(int row) {
        return times[row];
    }

    @Nullable String instance(int row) {
        return instances[row];
    }

    long bytes() {
        return 28L * times.length;
    }

    /**
     * Returns the rows by time and instance; null if they came by time, for a collector's own order of instances is as good as
     * any.
     */
    int @Nullable [] order(boolean wholeInstances) {
        Comparator<@Nullable String> byInstance = wholeInstances
                ? Comparator.nullsFirst(Comparator.comparingLong(Long::parseLong))
                : Comparator.nullsFirst(Comparator.naturalOrder());
        Comparator<Integer> byTime = (a, b) -> Long.compare(times[a], times[b]);
        Comparator<Integer> order = byTime.thenComparing((a, b) -> byInstance.compare(instances[a], instances[b]));
        boolean isSorted = true;
        for (int row = 1; row < rows && isSorted; row++) {
            isSorted = times[row - 1] <= times[row];
        }
        if (isSorted) {
            return null;
        }
        Integer[] sorted = new Integer[rows];
        Arrays.setAll(sorted, row -> row);
        Arrays.sort(sorted, order);
        return Arrays.stream(sorted).mapToInt(row -> row).toArray();
    }
}
