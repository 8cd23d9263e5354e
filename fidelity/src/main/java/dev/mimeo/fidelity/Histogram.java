package dev.mimeo.fidelity;

import java.util.Arrays;

/** A histogram: the number of occurrences of each integer 0, 1, 2, and so on. Immutable and thread-safe. */
public final class Histogram {

    private final long[] counts;

    private Histogram(long[] counts) {
        this.counts = counts;
    }

    /** Returns a histogram of the given counts, indexed by value, each at least 0; copied. */
    public static Histogram of(long... counts) {
        return new Histogram(counts.clone());
    }

    /** Returns the number of values, the largest plus one. */
    public int size() {
        return counts.length;
    }

    /** Returns how often a value occurs. */
    public long count(int value) {
        return counts[value];
    }

    /** Returns the sum of all counts. */
    public long total() {
        return Arrays.stream(counts).sum();
    }

    /** Returns the mean value; 0 if all counts are 0. */
    public double mean() {
        double sum = 0;
        for (int value = 0; value < counts.length; value++) {
            sum += (double) value * counts[value];
        }
        long total = total();
        return total == 0 ? 0 : sum / total;
    }

    /** Returns the Kolmogorov-Smirnov statistic against a histogram of equal size, 0 to 1; 1 if only one is empty. */
    public double kolmogorovSmirnov(Histogram other) {
        return Statistics.kolmogorovSmirnov(counts, other.counts);
    }

    /** Returns the total variation distance from a histogram of equal size, 0 to 1; 1 if only one is empty. */
    public double totalVariation(Histogram other) {
        return Statistics.totalVariation(counts, other.counts);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Histogram that && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return "Histogram[" + total() + " in " + counts.length + " values]";
    }
}
