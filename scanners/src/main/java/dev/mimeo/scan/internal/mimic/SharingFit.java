package dev.mimeo.scan.internal.mimic;

import java.util.function.DoubleUnaryOperator;

/**
 * Finds how much chunks have in common: a share from 0 to 1 at which a deviation that falls with it is 0, by regula falsi that
 * halves what stays (Dowell, Jarratt: "A modified regula falsi method", BIT 11, 1971: the Illinois algorithm).
 */
final class SharingFit {

    private static final int STEPS = 4;

    /** Deviation that is good enough. */
    private static final double GOOD = 0.008;

    private SharingFit() {}

    /** Returns the best share of those that were tried. */
    static double find(DoubleUnaryOperator deviation) {
        double low = 0;
        double high = 1;
        double lowDeviation = deviation.applyAsDouble(low);
        double highDeviation = Double.NaN;
        double best = low;
        double least = Math.abs(lowDeviation);
        int side = 0;
        for (int step = 0; step < STEPS && best < 1 && least > GOOD && (step > 0 || lowDeviation > 0); step++) {
            double next = 1;
            if (!Double.isNaN(highDeviation)) {
                double part = lowDeviation / (lowDeviation - highDeviation);
                next = low + (high - low) * Math.max(0.15, Math.min(0.85, part));
            } else if (step == 0) {
                next = 0.5;
            } else if (low >= 1) {
                break;
            }
            double found = deviation.applyAsDouble(next);
            if (Math.abs(found) < least) {
                best = next;
                least = Math.abs(found);
            }
            if (found > 0) {
                low = next;
                lowDeviation = found;
                highDeviation /= side > 0 ? 2 : 1;
                side = 1;
            } else {
                high = next;
                highDeviation = found;
                lowDeviation /= side < 0 ? 2 : 1;
                side = -1;
            }
        }
        return best;
    }
}
