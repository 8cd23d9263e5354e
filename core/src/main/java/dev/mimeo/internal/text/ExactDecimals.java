package dev.mimeo.internal.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** The decimal numbers that survive being stored as doubles. Thread-safe. */
public final class ExactDecimals {

    /** Every decimal number of up to this many digits survives, unless it is near the limits of the range; IEEE 754 binary64. */
    public static final int SAFE_DIGITS = 15;

    /** No decimal number of more digits survives: 17 digits distinguish any two doubles. */
    private static final int MAX_DIGITS = 17;

    /** The sum of digits and exponent within which numbers of {@link #SAFE_DIGITS} are neither too large nor subnormal. */
    private static final int SAFE_EXPONENT = 300;

    private ExactDecimals() {}

    /**
     * Returns whether a double holds a decimal number without loss: whether the shortest decimal number that is read as the
     * nearest double is this number. So 0.1 is held; 9007199254740993, 1e400 and 0.1000000000000000055 are not.
     */
    public static boolean holds(BigDecimal number) {
        if (number.signum() == 0) {
            return true;
        }
        // Numbers with a large exponent are refused before BigDecimal expands them: no double is near one.
        int exponent = number.precision() - number.scale();
        if (Math.abs((long) number.precision() - number.scale()) > 400) {
            return false;
        }
        BigDecimal plain = number.stripTrailingZeros();
        int digits = plain.precision();
        if (digits <= SAFE_DIGITS && Math.abs(exponent) < SAFE_EXPONENT) {
            return true;
        }
        if (digits > MAX_DIGITS) {
            return false;
        }
        double nearest = plain.doubleValue();
        if (Double.isInfinite(nearest) || nearest == 0) {
            return false;
        }
        BigDecimal binary = new BigDecimal(nearest);
        for (int length = 1; length <= digits; length++) {
            BigDecimal shortest = binary.round(new MathContext(length, RoundingMode.HALF_EVEN));
            if (shortest.doubleValue() == nearest) {
                return shortest.compareTo(plain) == 0;
            }
        }
        return false;
    }
}
