package dev.mimeo.garage.internal.codec;

/**
 * Permitted loss of floating point numbers.
 *
 * @param maxRelativeError largest {@code |v - v'| / |v|}, 0 (nothing is lost) or more
 * @param validMin values below stay below, and others do not become so; negative infinity if there is no such limit
 * @param validMax values above stay above, and others do not become so; infinity if there is no such limit
 */
public record Loss(double maxRelativeError, double validMin, double validMax) {

    /** Nothing is lost. */
    public static final Loss NONE = new Loss(0, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

    /** Checks the error. */
    public Loss {
        if (!(maxRelativeError >= 0)) {
            throw new IllegalArgumentException("the error must be 0 or more, got " + maxRelativeError);
        }
    }

    /** Makes a loss of values without limits. */
    public Loss(double maxRelativeError) {
        this(maxRelativeError, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    /**
     * Returns how many of the lowest bits of a fraction can be rounded away: the greatest k with {@code 2^(k-1) /
     * 2^fractionBits} at most the error.
     */
    int bits(int fractionBits) {
        int k = 0;
        while (k < fractionBits && Math.scalb(1.0, k - fractionBits) <= maxRelativeError) {
            k++;
        }
        return k;
    }

    /** Rounds the values of a range as an encoder does, unless it finds that all take less as they are. */
    public void round(float[] values, int from, int count) {
        Truncation truncation = Truncation.ofFloats(this);
        for (int i = from; i < from + count; i++) {
            values[i] = Float.intBitsToFloat(truncation.apply(Float.floatToRawIntBits(values[i])));
        }
    }

    /** Rounds the values of a range, as those of 32 bits. */
    public void round(double[] values, int from, int count) {
        Truncation truncation = Truncation.ofDoubles(this);
        for (int i = from; i < from + count; i++) {
            values[i] = Double.longBitsToDouble(truncation.apply(Double.doubleToRawLongBits(values[i])));
        }
    }

    boolean isInRange(double value) {
        return value >= validMin && value <= validMax;
    }
}
