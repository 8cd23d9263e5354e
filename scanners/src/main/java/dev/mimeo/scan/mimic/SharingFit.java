package dev.mimeo.scan.mimic;

import java.util.function.DoubleUnaryOperator;

/** Finds how much chunks have in common: a share from 0 to 1 at which a deviation that falls with it is 0, by regula falsi. */
final class SharingFit {

    private static final int STEPS = 5;

    /** Deviation that is good enough. */
    private static final double GOOD = 0.004;

    private SharingFit() {}

    /** Returns the best share of those that were tried. */
    static double find(DoubleUnaryOperator deviation) {
        double low = 0;
        double high = 1;
        double lowDeviation = deviation.applyAsDouble(low);
        double highDeviation = Double.NaN;
        double best = low;
        double least = Math.abs(lowDeviation);
        for (int step = 0; step < STEPS && lowDeviation > GOOD && least > GOOD; step++) {
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
            } else {
                high = next;
                highDeviation = found;
            }
        }
        return best;
    }
}
