package dev.mimeo.internal.random;

/**
 * Random numbers of the Laplace distribution around 0, rounded to integers: by inversion, from the sequence of a seed. Not
 * thread-safe.
 */
public final class LaplaceNoise {

    private final double scale;
    private final SplitMix64 random;

    /**
     * Starts a sequence.
     *
     * @param scale mean of the absolute values before rounding, above 0 and finite
     * @param seed decides all numbers
     * @throws IllegalArgumentException if the scale is out of range
     */
    public LaplaceNoise(double scale, long seed) {
        if (!(scale > 0) || scale == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("the scale of noise must be above 0 and finite, got " + scale);
        }
        this.scale = scale;
        this.random = new SplitMix64(seed);
    }

    /** Returns the next number. */
    public long next() {
        long bits = random.nextLong();
        // 53 bits, never 0, whose logarithm is the same on every machine.
        double magnitude = -scale * StrictMath.log(((bits >>> 11) + 1) * 0x1p-53);
        return Math.round((bits & 1) == 0 ? magnitude : -magnitude);
    }

    /**
     * Returns a count with noise, no less than 0 and no more than fits.
     *
     * @param count count to blur
     */
    public int blur(int count) {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, count + next()));
    }
}
