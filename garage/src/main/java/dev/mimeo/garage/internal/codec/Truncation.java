package dev.mimeo.garage.internal.codec;

/**
 * Rounds the lowest bits of fractions away, to nearest, ties upwards in magnitude.
 *
 * <p>With k bits less the relative error of a normal number is at most {@code 2^(k-1) / 2^p}, p being 23 or 52: it moves by
 * at most {@code 2^(k-1)} units of {@code 2^(e-p)}, and is at least {@code 2^e}. That does not hold for subnormal numbers,
 * and NaN and infinities have no fraction to round, so these are kept as they are; so are zeros, numbers that would round
 * up to infinity, and numbers that would change sides of a limit of what is valid.
 */
final class Truncation {

    private final int k;
    private final Loss loss;

    private Truncation(int k, Loss loss) {
        this.k = k;
        this.loss = loss;
    }

    static Truncation ofFloats(Loss loss) {
        return new Truncation(loss.bits(23), loss);
    }

    static Truncation ofDoubles(Loss loss) {
        return new Truncation(loss.bits(52), loss);
    }

    /** Returns how many bits are zero afterwards in what is not kept as it is. */
    int bits() {
        return k;
    }

    /** Returns the bits of a number, rounded, or as they are if it must be kept. */
    int apply(int bits) {
        int exponent = bits & 0x7f80_0000;
        if (k == 0 || exponent == 0 || exponent == 0x7f80_0000) {
            return bits;
        }
        int rounded = (bits + (1 << (k - 1))) & (-1 << k);
        boolean same = (rounded & 0x7f80_0000) != 0x7f80_0000
                && loss.isInRange(Float.intBitsToFloat(bits)) == loss.isInRange(Float.intBitsToFloat(rounded));
        return same ? rounded : bits;
    }

    /** Returns the bits of a number, rounded, or as they are if it must be kept. */
    long apply(long bits) {
        long exponent = bits & 0x7ff0_0000_0000_0000L;
        if (k == 0 || exponent == 0 || exponent == 0x7ff0_0000_0000_0000L) {
            return bits;
        }
        long rounded = (bits + (1L << (k - 1))) & (-1L << k);
        boolean same = (rounded & 0x7ff0_0000_0000_0000L) != 0x7ff0_0000_0000_0000L
                && loss.isInRange(Double.longBitsToDouble(bits)) == loss.isInRange(Double.longBitsToDouble(rounded));
        return same ? rounded : bits;
    }
}
