package dev.mimeo.fidelity;

import dev.mimeo.statistics.Stats;

/**
 * Student's t distribution with a whole number of degrees of freedom (Student 1908). Its probabilities are the finite trigonometric sums
 * 26.7.3 and 26.7.4 of Abramowitz and Stegun, "Handbook of Mathematical Functions" (1964); quantiles are found by bisection.
 */
final class StudentsT {

    /** Bisections of the angle, after which neighbouring doubles are reached. */
    private static final int BISECTIONS = 100;

    private StudentsT() {}

    /** Returns half the width of the confidence interval of the mean of some values; 0 for fewer than two. */
    static double halfWidth(double[] values, double confidence) {
        int n = values.length;
        if (n < 2) {
            return 0;
        }
        Stats stats = new Stats();
        for (double value : values) {
            stats.add(value);
        }
        // The standard error of the mean by the population variance.
        return twoSided(confidence, n - 1) * Math.sqrt(stats.variance() / (n - 1));
    }

    /**
     * Returns the t for which {@code |T| <= t} has a probability.
     *
     * @param probability 0 inclusive to 1 exclusive
     * @param degrees number of degrees of freedom, at least 1
     */
    static double twoSided(double probability, int degrees) {
        if (!(probability >= 0 && probability < 1) || degrees < 1) {
            throw new IllegalArgumentException("probability " + probability + ", degrees of freedom " + degrees);
        }
        double low = 0;
        double high = Math.PI / 2;
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = (low + high) / 2;
            if (central(middle, degrees) < probability) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return Math.sqrt(degrees) * Math.tan((low + high) / 2);
    }

    /** Returns the probability of {@code |T| <= sqrt(degrees) * tan(angle)}. */
    private static double central(double angle, int degrees) {
        double cosine = Math.cos(angle);
        boolean odd = degrees % 2 == 1;
        double term = odd ? cosine : 1;
        double sum = degrees == 1 ? 0 : term;
        for (int k = odd ? 3 : 2; k <= degrees - 2; k += 2) {
            term *= cosine * cosine * (k - 1) / k;
            sum += term;
        }
        double sine = Math.sin(angle);
        return odd ? 2 / Math.PI * (angle + sine * sum) : sine * sum;
    }
}
