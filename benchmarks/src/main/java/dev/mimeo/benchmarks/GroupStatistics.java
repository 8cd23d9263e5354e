package dev.mimeo.benchmarks;

import dev.mimeo.internal.random.Mixing;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/** Statistics of some values by an int: an open hash table over arrays, without an object per group or row. */
final class GroupStatistics {

    /** Of one group: how many values, and what they are like. */
    record Group(long count, double sum, double squares, double min, double max) {}

    private int[] keys = new int[64];
    private boolean[] used = new boolean[64];
    private long[] counts = new long[64];
    private double[] sums = new double[64];
    private double[] squares = new double[64];
    private double[] minima = new double[64];
    private double[] maxima = new double[64];
    private int size;

    /** Adds a value to a group. */
    void add(int key, double value) {
        int slot = slot(key);
        counts[slot]++;
        sums[slot] += value;
        squares[slot] += value * value;
        minima[slot] = Math.min(minima[slot], value);
        maxima[slot] = Math.max(maxima[slot], value);
    }

    /** Sets what another has found out about a group. */
    void put(int key, Group group) {
        int slot = slot(key);
        counts[slot] = group.count;
        sums[slot] = group.sum;
        squares[slot] = group.squares;
        minima[slot] = group.min;
        maxima[slot] = group.max;
    }

    private int slot(int key) {
        int mask = keys.length - 1;
        int slot = (Mixing.fibonacci32(key) >>> 16) & mask;
        while (used[slot]) {
            if (keys[slot] == key) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
        if (size * 2 >= keys.length) {
            grow();
            return slot(key);
        }
        size++;
        used[slot] = true;
        keys[slot] = key;
        minima[slot] = Double.POSITIVE_INFINITY;
        maxima[slot] = Double.NEGATIVE_INFINITY;
        return slot;
    }

    private void grow() {
        SortedMap<Integer, Group> groups = groups();
        int length = keys.length * 2;
        keys = new int[length];
        used = new boolean[length];
        counts = new long[length];
        sums = new double[length];
        squares = new double[length];
        minima = new double[length];
        maxima = new double[length];
        size = 0;
        groups.forEach(this::put);
    }

    /** Returns the groups by their keys. */
    SortedMap<Integer, Group> groups() {
        SortedMap<Integer, Group> groups = new TreeMap<>();
        for (int slot = 0; slot < keys.length; slot++) {
            if (used[slot]) {
                groups.put(keys[slot], new Group(counts[slot], sums[slot], squares[slot], minima[slot], maxima[slot]));
            }
        }
        return groups;
    }

    /** Returns whether two sides found the same groups and, except for rounding, the same statistics. */
    static boolean agree(GroupStatistics one, GroupStatistics other) {
        SortedMap<Integer, Group> left = one.groups();
        SortedMap<Integer, Group> right = other.groups();
        return left.keySet().equals(right.keySet())
                && left.entrySet().stream().allMatch(entry -> {
                    Group a = entry.getValue();
                    Group b = right.get(entry.getKey());
                    return b != null
                            && a.count == b.count
                            && near(a.sum, b.sum)
                            && near(a.squares, b.squares)
                            && near(a.min, b.min)
                            && near(a.max, b.max);
                });
    }

    private static boolean near(double a, double b) {
        return Math.abs(a - b) <= 1e-6 * Math.max(1, Math.max(Math.abs(a), Math.abs(b)));
    }

    @Override
    public String toString() {
        return size + " groups, " + Arrays.stream(counts).sum() + " rows";
    }
}
