package dev.mimeo.scan.internal.mimic;

import java.util.function.Function;

/**
 * Minimizes a sum of squares over a few numbers, each within bounds, by damped least squares (Levenberg 1944, Marquardt 1963)
 * with derivatives that are measured once and then corrected by what each trial shows (Broyden: "A class of methods for solving
 * nonlinear simultaneous equations", Math. Comp. 19, 1965). For one thread.
 */
final class LeastSquares {

    private static final double FIRST_DAMPING = 0.1;

    /** Longest step, in probes. */
    private static final double LONGEST = 2.5;

    /** Shorter steps say more about chance than about derivatives. */
    private static final double SHORTEST_LESSON = 0.3;

    /** Keeps what matters little where it is. */
    private static final double RIDGE = 3e-6;

    private final Function<double[], double[]> residuals;
    private final double[] probes;
    private final double[] low;
    private final double[] high;

    /** By residual and number: change for a probe. */
    private double[][] slopes = new double[0][];

    /**
     * @param residuals residuals to minimize
     * @param probes change of each number that shows its effect, and in units of which steps are measured
     * @param low least values
     * @param high greatest values
     */
    LeastSquares(Function<double[], double[]> residuals, double[] probes, double[] low, double[] high) {
        this.residuals = residuals;
        this.probes = probes;
        this.low = low;
        this.high = high;
    }

    /**
     * Returns the best numbers found.
     *
     * @param good sum of squares that needs no further trial
     * @param trials most evaluations after those of the derivatives
     */
    double[] minimize(double[] start, double good, int trials) {
        double[] best = start;
        double[] found = residuals.apply(start);
        double least = squares(found);
        if (least <= good) {
            return best;
        }
        slopes = new double[found.length][probes.length];
        for (int i = 0; i < probes.length; i++) {
            double[] other = start.clone();
            other[i] = bounded(i, start[i] + probes[i]);
            if (Math.abs(other[i] - start[i]) < probes[i] / 2) {
                other[i] = bounded(i, start[i] - probes[i]);
            }
            double change = (other[i] - start[i]) / probes[i];
            double[] trial = residuals.apply(other);
            for (int j = 0; j < found.length; j++) {
                slopes[j][i] = (trial[j] - found[j]) / change;
            }
        }
        double damping = FIRST_DAMPING;
        for (int trial = 0; trial < trials && least > good; trial++) {
            double[] next = next(best, found, damping);
            double[] there = residuals.apply(next);
            learn(best, next, found, there);
            double squares = squares(there);
            if (squares < least) {
                least = squares;
                best = next;
                found = there;
                damping /= 4;
            } else {
                damping *= 6;
            }
        }
        return best;
    }

    private double bounded(int i, double value) {
        return Math.max(low[i], Math.min(high[i], value));
    }

    private double[] next(double[] from, double[] found, double damping) {
        int n = probes.length;
        boolean[] fixed = new boolean[n];
        double[] step = new double[n];
        // A number that would leave its bounds stays, and the others are solved for again.
        for (boolean changed = true; changed; ) {
            step = solve(found, damping, fixed);
            changed = false;
            for (int i = 0; i < n; i++) {
                boolean out = step[i] > 0 ? from[i] >= high[i] : step[i] < 0 && from[i] <= low[i];
                if (out && !fixed[i]) {
                    fixed[i] = true;
                    changed = true;
                }
            }
        }
        double longest = 0;
        for (double part : step) {
            longest = Math.max(longest, Math.abs(part));
        }
        double scale = Math.min(1, LONGEST / Math.max(LONGEST, longest));
        double[] next = new double[n];
        for (int i = 0; i < n; i++) {
            next[i] = bounded(i, from[i] + scale * step[i] * probes[i]);
        }
        return next;
    }

    /** Solves the damped normal equations by Gaussian elimination; they are positive definite. */
    private double[] solve(double[] found, double damping, boolean[] fixed) {
        int n = probes.length;
        double[][] equations = new double[n][n + 1];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < found.length; j++) {
                for (int k = 0; k < n && !fixed[i]; k++) {
                    equations[i][k] += fixed[k] ? 0 : slopes[j][i] * slopes[j][k];
                }
                equations[i][n] -= fixed[i] ? 0 : slopes[j][i] * found[j];
            }
            equations[i][i] = equations[i][i] * (1 + damping) + RIDGE;
        }
        for (int i = 0; i < n; i++) {
            for (int k = i + 1; k < n; k++) {
                double factor = equations[k][i] / equations[i][i];
                for (int j = i; j <= n; j++) {
                    equations[k][j] -= factor * equations[i][j];
                }
            }
        }
        double[] step = new double[n];
        for (int i = n - 1; i >= 0; i--) {
            double sum = equations[i][n];
            for (int k = i + 1; k < n; k++) {
                sum -= equations[i][k] * step[k];
            }
            step[i] = sum / equations[i][i];
        }
        return step;
    }

    /** Corrects the derivatives by half of what they were wrong by. */
    private void learn(double[] from, double[] to, double[] before, double[] after) {
        int n = probes.length;
        double[] step = new double[n];
        double norm = 0;
        for (int i = 0; i < n; i++) {
            step[i] = (to[i] - from[i]) / probes[i];
            norm += step[i] * step[i];
        }
        if (norm < SHORTEST_LESSON * SHORTEST_LESSON) {
            return;
        }
        for (int j = 0; j < before.length; j++) {
            double wrong = after[j] - before[j];
            for (int i = 0; i < n; i++) {
                wrong -= slopes[j][i] * step[i];
            }
            for (int i = 0; i < n; i++) {
                slopes[j][i] += 0.5 * wrong * step[i] / norm;
            }
        }
    }

    static double squares(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value * value;
        }
        return sum;
    }
}
