package dev.mimeo.fidelity;

import java.util.Arrays;

/** The few statistics a comparison needs. All results are finite for finite input. */
final class Statistics {

    private Statistics() {}

    /** Returns {@code synthetic / original - 1}; with an original of 0, 0 if both are 0 and else 1. */
    static double deviation(double original, double synthetic) {
        if (original == 0) {
            return synthetic == 0 ? 0 : 1;
        }
        return synthetic / original - 1;
    }

    /**
     * Returns a quantile, interpolated linearly between order statistics (Hyndman and Fan 1996, type 7); 0 for no values.
     *
     * @param sorted ascending
     * @param q 0 to 1
     */
    static double quantile(double[] sorted, double q) {
        if (sorted.length == 0) {
            return 0;
        }
        double position = q * (sorted.length - 1);
        int below = (int) position;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }

    /** Returns the lower median: the middle value, or the smaller of the two in the middle; 0 for no values. */
    static double lowerMedian(double[] values, int count) {
        if (count == 0) {
            return 0;
        }
        double[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return sorted[(count - 1) / 2];
    }

    /**
     * Returns the two-sample Kolmogorov-Smirnov statistic, the largest distance of the empirical distribution functions:
     * 0 for equal distributions to 1 for disjoint ones; 0 if a side has no values.
     *
     * @param a ascending
     * @param b ascending
     */
    static double kolmogorovSmirnov(double[] a, double[] b) {
        if (a.length == 0 || b.length == 0) {
            return 0;
        }
        double largest = 0;
        int i = 0;
        int j = 0;
        while (i < a.length && j < b.length) {
            double value = Math.min(a[i], b[j]);
            while (i < a.length && a[i] <= value) {
                i++;
            }
            while (j < b.length && b[j] <= value) {
                j++;
            }
            largest = Math.max(largest, Math.abs((double) i / a.length - (double) j / b.length));
        }
        return largest;
    }

    /** Returns the Kolmogorov-Smirnov statistic of two histograms over the same ordered bins; 1 if only one is empty. */
    static double kolmogorovSmirnov(long[] a, long[] b) {
        long totalA = Arrays.stream(a).sum();
        long totalB = Arrays.stream(b).sum();
        if (totalA == 0 || totalB == 0) {
            return totalA == totalB ? 0 : 1;
        }
        double largest = 0;
        long sumA = 0;
        long sumB = 0;
        for (int i = 0; i < a.length; i++) {
            sumA += a[i];
            sumB += b[i];
            largest = Math.max(largest, Math.abs((double) sumA / totalA - (double) sumB / totalB));
        }
        return largest;
    }

    /** Returns the total variation distance of two histograms: 0 for equal shares to 1 for disjoint ones or one empty. */
    static double totalVariation(long[] a, long[] b) {
        long totalA = Arrays.stream(a).sum();
        long totalB = Arrays.stream(b).sum();
        if (totalA == 0 || totalB == 0) {
            return totalA == totalB ? 0 : 1;
        }
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += Math.abs((double) a[i] / totalA - (double) b[i] / totalB);
        }
        return sum / 2;
    }

    /**
     * Returns half the width of a distribution-free confidence interval of the median: between the order statistics that
     * enclose it with a probability of at least 0.9, or between the extremes where there are fewer than five values. 0
     * for fewer than two.
     */
    static double medianUncertainty(double[] values) {
        int n = values.length;
        if (n < 2) {
            return 0;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        // The median lies below the k-th smallest value with probability P[Binomial(n, 1/2) < k].
        int k = 1;
        double tail = Math.pow(0.5, n);
        double term = tail;
        while (k < n / 2) {
            term = term * (n - k + 1) / k;
            if (2 * (tail + term) > 0.1) {
                break;
            }
            tail += term;
            k++;
        }
        return (sorted[n - k] - sorted[k - 1]) / 2;
    }
}
