package dev.mimeo.fidelity;

import java.util.Arrays;

/** Values of one quantity, one per chunk, in the order of the chunks. Immutable and thread-safe. */
public final class Distribution {

    private final double[] values;
    private final double[] sorted;

    private Distribution(double[] values) {
        this.values = values;
        this.sorted = values.clone();
        Arrays.sort(sorted);
    }

    /**
     * Returns a distribution of the given values; copied.
     *
     * @throws IllegalArgumentException if a value is not a number
     */
    public static Distribution of(double... values) {
        for (double value : values) {
            if (Double.isNaN(value)) {
                throw new IllegalArgumentException("a distribution only has numbers, got NaN");
            }
        }
        return new Distribution(values.clone());
    }

    /** Returns the number of values. */
    public int size() {
        return values.length;
    }

    /** Returns the value of the chunk at an index, 0 to {@link #size()} - 1. */
    public double at(int index) {
        return values[index];
    }

    /**
     * Returns a quantile, interpolated between neighbours; 0 if there are no values.
     *
     * @param q 0 to 1
     * @throws IllegalArgumentException if it is out of range
     */
    public double quantile(double q) {
        if (!(q >= 0 && q <= 1)) {
            throw new IllegalArgumentException("a quantile must be from 0 to 1, got " + q);
        }
        return Statistics.quantile(sorted, q);
    }

    /** Returns the arithmetic mean; 0 if there are no values. */
    public double mean() {
        return values.length == 0 ? 0 : sum() / values.length;
    }

    /** Returns the sum of all values. */
    public double sum() {
        return Arrays.stream(values).sum();
    }

    /** Returns the two-sample Kolmogorov-Smirnov statistic against another distribution, 0 to 1. */
    public double kolmogorovSmirnov(Distribution other) {
        return Statistics.kolmogorovSmirnov(sorted, other.sorted);
    }

    /** Returns the absolute deviations of another distribution's values from these, chunk by chunk, of equal size. */
    Distribution absoluteDeviations(Distribution synthetic) {
        double[] deviations = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            deviations[i] = Math.abs(Statistics.deviation(values[i], synthetic.values[i]));
        }
        return new Distribution(deviations);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Distribution that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return "Distribution[" + values.length + " values, median " + quantile(0.5) + "]";
    }

    /** A histogram: the number of occurrences of each integer 0, 1, 2, and so on. Immutable and thread-safe. */
    public static final class Histogram {

        private final long[] counts;

        private Histogram(long[] counts) {
            this.counts = counts;
        }

        /**
         * Returns a histogram of the given counts, indexed by value, each at least 0; copied.
         *
         * @throws IllegalArgumentException if a count is negative
         */
        public static Histogram of(long... counts) {
            for (long count : counts) {
                if (count < 0) {
                    throw new IllegalArgumentException("a value cannot occur " + count + " times");
                }
            }
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

        /**
         * Returns the Kolmogorov-Smirnov statistic against a histogram of equal size, 0 to 1; 1 if only one is empty.
         *
         * @throws IllegalArgumentException if the sizes differ
         */
        public double kolmogorovSmirnov(Histogram other) {
            checkSize(other);
            return Statistics.kolmogorovSmirnov(counts, other.counts);
        }

        /**
         * Returns the total variation distance from a histogram of equal size, 0 to 1; 1 if only one is empty.
         *
         * @throws IllegalArgumentException if the sizes differ
         */
        public double totalVariation(Histogram other) {
            checkSize(other);
            return Statistics.totalVariation(counts, other.counts);
        }

        private void checkSize(Histogram other) {
            if (other.size() != size()) {
                throw new IllegalArgumentException(
                        "histograms of " + size() + " and of " + other.size() + " values cannot be compared");
            }
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
}
