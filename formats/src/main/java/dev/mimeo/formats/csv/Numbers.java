package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.mimeo.dataseries.Doubles;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers in text, as the original tools read them: integers are an optional sign and digits, doubles whatever C's {@code
 * strtod} takes.
 */
final class Numbers {

    /** Powers of ten that doubles hold exactly. */
    private static final double[] POWERS = new double[23];

    static {
        for (int i = 0; i < POWERS.length; i++) {
            POWERS[i] = Double.parseDouble("1e" + i);
        }
    }

    /** Up to here all integers are doubles. */
    static final long EXACT = 1L << 53;

    /** More digits than this may exceed {@link #EXACT} by far, but not a long. */
    private static final int MAX_DIGITS = 18;

    /** Digits that survive the way into a double and back, IEEE 754 binary64. */
    private static final int SAFE_DIGITS = 15;

    /** Numbers of more digits, which most likely are none, are not looked at. */
    private static final int MAX_EXACT_TEXT = 1000;

    private static final Pattern HEXADECIMAL =
            Pattern.compile("([+-]?0x(?:[0-9a-f]++(?:\\.[0-9a-f]*+)?+|\\.[0-9a-f]++))(p[+-]?\\d++)?+");
    private static final Pattern SPECIAL = Pattern.compile("([+-]?)(?:(inf|infinity)|nan(?:\\([0-9a-z_]*\\))?)");

    private Numbers() {}

    /**
     * Reads an integer.
     *
     * @param low smallest value allowed
     * @param high largest value allowed
     * @throws TextFault if the text is no integer, or out of range
     */
    static long parseInteger(byte[] in, int from, int to, long low, long high) throws TextFault {
        int at = from;
        boolean negative = false;
        if (at < to && (in[at] == '-' || in[at] == '+')) {
            negative = in[at] == '-';
            at++;
        }
        if (at == to) {
            throw notAnInteger(in, from, to, low, high);
        }
        // Counted downwards, for there is one more negative number.
        long value = 0;
        for (; at < to; at++) {
            int digit = in[at] - '0';
            if (digit < 0 || digit > 9 || value < Long.MIN_VALUE / 10) {
                throw notAnInteger(in, from, to, low, high);
            }
            value = 10 * value - digit;
            if (value > 0) {
                throw notAnInteger(in, from, to, low, high);
            }
        }
        if (!negative && value == Long.MIN_VALUE) {
            throw notAnInteger(in, from, to, low, high);
        }
        long signed = negative ? value : -value;
        if (signed < low || signed > high) {
            throw notAnInteger(in, from, to, low, high);
        }
        return signed;
    }

    private static TextFault notAnInteger(byte[] in, int from, int to, long low, long high) {
        return TextFault.of(in, from, to, "is no integer from " + low + " to " + high);
    }

    /**
     * Reads a double.
     *
     * @throws TextFault if the text is no number
     */
    static double parseDouble(byte[] in, int from, int to) throws TextFault {
        int at = from;
        boolean negative = false;
        if (at < to && (in[at] == '-' || in[at] == '+')) {
            negative = in[at] == '-';
            at++;
        }
        long mantissa = 0;
        int digits = 0;
        int behindPoint = 0;
        boolean point = false;
        boolean any = false;
        for (; at < to; at++) {
            int digit = in[at] - '0';
            if (digit >= 0 && digit <= 9) {
                any = true;
                mantissa = 10 * mantissa + digit;
                digits += mantissa == 0 ? 0 : 1;
                if (digits > MAX_DIGITS) {
                    return parseSlowly(in, from, to);
                }
                behindPoint += point ? 1 : 0;
            } else if (in[at] == '.' && !point) {
                point = true;
            } else {
                break;
            }
        }
        if (!any) {
            return parseSlowly(in, from, to);
        }
        int exponent = 0;
        if (at < to) {
            if (in[at] != 'e' && in[at] != 'E') {
                return parseSlowly(in, from, to);
            }
            at++;
            boolean down = false;
            if (at < to && (in[at] == '-' || in[at] == '+')) {
                down = in[at] == '-';
                at++;
            }
            if (at == to || to - at > 4) {
                return parseSlowly(in, from, to);
            }
            for (; at < to; at++) {
                int digit = in[at] - '0';
                if (digit < 0 || digit > 9) {
                    return parseSlowly(in, from, to);
                }
                exponent = 10 * exponent + digit;
            }
            exponent = down ? -exponent : exponent;
        }
        exponent -= behindPoint;
        if (mantissa > EXACT || exponent >= POWERS.length || exponent <= -POWERS.length) {
            return mantissa == 0 ? (negative ? -0.0 : 0.0) : parseSlowly(in, from, to);
        }
        // Both operands are exact, so the result is the double next to the number (Clinger 1990, "How to read floating
        // point numbers accurately").
        double value = exponent < 0 ? mantissa / POWERS[-exponent] : mantissa * POWERS[exponent];
        return negative ? -value : value;
    }

    /**
     * Returns the double next to a decimal fraction.
     *
     * @param mantissa at most {@link #EXACT}
     * @param power of ten to divide by, at most 22
     */
    static double divideByPower(long mantissa, int power) {
        return mantissa / POWERS[power];
    }

    private static double parseSlowly(byte[] in, int from, int to) throws TextFault {
        int start = from;
        while (start < to && (in[start] == ' ' || (in[start] >= '\t' && in[start] <= '\r'))) {
            start++;
        }
        if (isDecimal(in, start, to)) {
            return Double.parseDouble(new String(in, start, to - start, ISO_8859_1));
        }
        // Everything else that is a number is short, but for hexadecimal zeros.
        String number = new String(in, start, Math.min(to - start, 4096), ISO_8859_1).toLowerCase(Locale.ROOT);
        Matcher hexadecimal = HEXADECIMAL.matcher(number);
        if (hexadecimal.matches()) {
            return Double.parseDouble(hexadecimal.group(2) == null ? number + "p0" : number);
        }
        Matcher special = SPECIAL.matcher(number);
        if (special.matches()) {
            long bits = Double.doubleToLongBits(special.group(2) == null ? Double.NaN : Double.POSITIVE_INFINITY);
            return Double.longBitsToDouble(special.group(1).equals("-") ? bits | Long.MIN_VALUE : bits);
        }
        throw TextFault.of(in, from, to, "is no number");
    }

    /** Tells whether a double holds a number without loss, see {@link Doubles#holds}; {@code nan} and {@code inf} it does. */
    static boolean isHeldByDouble(byte[] in, int from, int to) {
        int digits = 0;
        boolean plain = true;
        for (int at = from; at < to; at++) {
            byte character = in[at];
            boolean digit = character >= '0' && character <= '9';
            digits += digit ? 1 : 0;
            plain &= digit || character == '.' || character == '-';
        }
        if ((plain && digits <= SAFE_DIGITS) || digits == 0) {
            return true;
        }
        if (digits > MAX_EXACT_TEXT) {
            return false;
        }
        try {
            return Doubles.holds(new BigDecimal(new String(in, from, to - from, ISO_8859_1)));
        } catch (NumberFormatException e) {
            // The exponent has more digits than there are doubles for.
            return false;
        }
    }

    /** Tells whether text is a decimal number, with a fraction and an exponent or without. */
    static boolean isDecimal(byte[] in, int from, int to) {
        int at = from;
        if (at < to && (in[at] == '-' || in[at] == '+')) {
            at++;
        }
        int whole = digitsEnd(in, at, to);
        int digits = whole - at;
        at = whole;
        if (at < to && in[at] == '.') {
            int end = digitsEnd(in, at + 1, to);
            digits += end - at - 1;
            at = end;
        }
        if (digits == 0) {
            return false;
        }
        if (at < to && (in[at] == 'e' || in[at] == 'E')) {
            at++;
            if (at < to && (in[at] == '-' || in[at] == '+')) {
                at++;
            }
            int end = digitsEnd(in, at, to);
            if (end == at) {
                return false;
            }
            at = end;
        }
        return at == to;
    }

    private static int digitsEnd(byte[] in, int from, int to) {
        int at = from;
        while (at < to && in[at] >= '0' && in[at] <= '9') {
            at++;
        }
        return at;
    }
}
