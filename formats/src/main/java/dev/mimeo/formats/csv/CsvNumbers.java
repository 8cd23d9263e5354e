package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.mimeo.internal.text.CNumberParser;
import dev.mimeo.internal.text.ExactDecimals;
import java.math.BigDecimal;

/**
 * Numbers in text, as the original tools read them: integers are an optional sign and digits, doubles whatever C's {@code
 * strtod} takes.
 */
final class CsvNumbers {

    /** Numbers of more digits, which most likely are none, are not looked at. */
    private static final int MAX_EXACT_TEXT = 1000;

    private CsvNumbers() {}

    /**
     * Reads an integer.
     *
     * @param low smallest value allowed
     * @param high largest value allowed
     * @throws TextFault if the text is not an integer, or out of range
     */
    static long parseInteger(byte[] in, int from, int to, long low, long high) throws TextFault {
        long value;
        try {
            value = CNumberParser.parseLong(in, from, to);
        } catch (NumberFormatException e) {
            throw notAnInteger(in, from, to, low, high);
        }
        if (value < low || value > high) {
            throw notAnInteger(in, from, to, low, high);
        }
        return value;
    }

    private static TextFault notAnInteger(byte[] in, int from, int to, long low, long high) {
        return TextFault.of(in, from, to, "is not an integer from " + low + " to " + high);
    }

    /**
     * Reads a double.
     *
     * @throws TextFault if the text is not a number, or one that is too large or too small for a double: {@code strtod} returns
     *     infinity or 0 then, which is another number
     */
    static double parseDouble(byte[] in, int from, int to) throws TextFault {
        double value;
        try {
            value = CNumberParser.parseDouble(in, from, to);
        } catch (NumberFormatException e) {
            throw TextFault.of(in, from, to, "is not a number");
        }
        if ((value == 0 || Double.isInfinite(value)) && hasDigitAboveZero(in, from, to)) {
            throw TextFault.of(in, from, to, "is outside the range of doubles");
        }
        return value;
    }

    /** Returns whether a number is neither written as zero nor as infinity; the digits of an exponent do not count. */
    private static boolean hasDigitAboveZero(byte[] in, int from, int to) {
        boolean hexadecimal = false;
        for (int at = from; at < to; at++) {
            int character = in[at] | 0x20;
            hexadecimal |= character == 'x';
            if (character == 'p' || (character == 'e' && !hexadecimal)) {
                return false;
            }
            if ((in[at] >= '1' && in[at] <= '9') || (hexadecimal && character >= 'a' && character <= 'f')) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a double holds a number without loss, see {@link ExactDecimals#holds}; {@code nan} and {@code inf} it does. */
    static boolean isHeldByDouble(byte[] in, int from, int to) {
        int digits = 0;
        boolean plain = true;
        for (int at = from; at < to; at++) {
            byte character = in[at];
            boolean digit = character >= '0' && character <= '9';
            digits += digit ? 1 : 0;
            plain &= digit || character == '.' || character == '-';
        }
        if ((plain && digits <= ExactDecimals.SAFE_DIGITS) || digits == 0) {
            return true;
        }
        if (digits > MAX_EXACT_TEXT) {
            return false;
        }
        try {
            return ExactDecimals.holds(new BigDecimal(new String(in, from, to - from, ISO_8859_1)));
        } catch (NumberFormatException e) {
            // The exponent has more digits than there are doubles for.
            return false;
        }
    }
}
