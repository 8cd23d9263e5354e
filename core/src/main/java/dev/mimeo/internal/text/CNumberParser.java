package dev.mimeo.internal.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads numbers as C's {@code strtod} and {@code strtoll} do, where they take all of the text. Thread-safe. */
public final class CNumberParser {

    /** The largest integer up to which all integers are doubles. */
    public static final long MAX_EXACT = 1L << 53;

    /** Powers of ten that doubles hold exactly. */
    private static final double[] POWERS = new double[23];

    static {
        for (int i = 0; i < POWERS.length; i++) {
            POWERS[i] = Double.parseDouble("1e" + i);
        }
    }

    /** More digits than this may exceed {@link #MAX_EXACT} by far, but not a long. */
    private static final int MAX_DIGITS = 18;

    /** Exponents of more digits begin with zeros or are out of the range of doubles. */
    private static final int MAX_EXPONENT_DIGITS = 4;

    /** Above all exponents of that many digits. */
    private static final int OTHER = Integer.MAX_VALUE;

    // Possessive, so that matching takes linear time on any text.
    private static final Pattern HEXADECIMAL =
            Pattern.compile("([+-]?0x(?:[0-9a-f]++(?:\\.[0-9a-f]*+)?+|\\.[0-9a-f]++))(p[+-]?\\d++)?+");
    private static final Pattern SPECIAL = Pattern.compile("([+-]?)(?:(inf|infinity)|nan(?:\\([0-9a-z_]*\\))?)");

    private CNumberParser() {}

    /**
     * Reads an integer: an optional sign and digits of ASCII.
     *
     * @throws NumberFormatException if the text is anything else, or the number does not fit 64 bits
     */
    public static long parseLong(String text) {
        byte[] in = text.getBytes(ISO_8859_1);
        return parseLong(in, 0, in.length);
    }

    /**
     * Reads an integer: an optional sign and digits of ASCII.
     *
     * @throws NumberFormatException if the text is anything else, or the number does not fit 64 bits
     */
    public static long parseLong(byte[] in, int from, int to) {
        int at = from;
        boolean negative = false;
        if (at < to && (in[at] == '-' || in[at] == '+')) {
            negative = in[at] == '-';
            at++;
        }
        if (at == to) {
            throw new NumberFormatException("not an integer");
        }
        // Counted downwards, for there is one more negative number.
        long value = 0;
        for (; at < to; at++) {
            int digit = in[at] - '0';
            if (digit < 0 || digit > 9) {
                throw new NumberFormatException("not an integer");
            }
            long longer = 10 * value - digit;
            if (value < Long.MIN_VALUE / 10 || longer > 0) {
                throw new NumberFormatException("outside the range of 64 bits");
            }
            value = longer;
        }
        if (!negative && value == Long.MIN_VALUE) {
            throw new NumberFormatException("outside the range of 64 bits");
        }
        return negative ? value : -value;
    }

    /**
     * Reads a double: blanks and a decimal or hexadecimal number, {@code inf}, {@code infinity} or {@code nan}.
     *
     * @throws NumberFormatException if the text is anything else
     */
    public static double parseDouble(String text) {
        // Characters beyond Latin-1 become question marks, which are in no number.
        byte[] in = text.getBytes(ISO_8859_1);
        try {
            return parseDouble(in, 0, in.length);
        } catch (NumberFormatException e) {
            throw (NumberFormatException) new NumberFormatException("not a number: '" + text + "'").initCause(e);
        }
    }

    /**
     * Reads a double: blanks and a decimal or hexadecimal number, {@code inf}, {@code infinity} or {@code nan}.
     *
     * @throws NumberFormatException if the text is anything else
     */
    public static double parseDouble(byte[] in, int from, int to) {
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
            exponent = exponent(in, at, to);
            if (exponent == OTHER) {
                return parseSlowly(in, from, to);
            }
        }
        exponent -= behindPoint;
        if (mantissa > MAX_EXACT || exponent >= POWERS.length || exponent <= -POWERS.length) {
            return mantissa == 0 ? (negative ? -0.0 : 0.0) : parseSlowly(in, from, to);
        }
        // Both operands are exact, so the result is the double next to the number (Clinger 1990, "How to read floating
        // point numbers accurately").
        double value = exponent < 0 ? mantissa / POWERS[-exponent] : mantissa * POWERS[exponent];
        return negative ? -value : value;
    }

    /** Returns the exponent that text consists of, or {@link #OTHER} if it is anything else, or longer than usual. */
    private static int exponent(byte[] in, int from, int to) {
        if (in[from] != 'e' && in[from] != 'E') {
            return OTHER;
        }
        int at = from + 1;
        boolean negative = false;
        if (at < to && (in[at] == '-' || in[at] == '+')) {
            negative = in[at] == '-';
            at++;
        }
        if (at == to || to - at > MAX_EXPONENT_DIGITS) {
            return OTHER;
        }
        int exponent = 0;
        for (; at < to; at++) {
            int digit = in[at] - '0';
            if (digit < 0 || digit > 9) {
                return OTHER;
            }
            exponent = 10 * exponent + digit;
        }
        return negative ? -exponent : exponent;
    }

    /**
     * Returns the double next to a decimal fraction.
     *
     * @param mantissa at most {@link #MAX_EXACT}
     * @param power power of ten to divide by, at most 22
     */
    public static double divideByPower(long mantissa, int power) {
        return mantissa / POWERS[power];
    }

    private static double parseSlowly(byte[] in, int from, int to) {
        int start = from;
        while (start < to && (in[start] == ' ' || (in[start] >= '\t' && in[start] <= '\r'))) {
            start++;
        }
        if (isDecimal(in, start, to)) {
            return Double.parseDouble(new String(in, start, to - start, ISO_8859_1));
        }
        String number = new String(in, start, to - start, ISO_8859_1).toLowerCase(Locale.ROOT);
        Matcher hexadecimal = HEXADECIMAL.matcher(number);
        if (hexadecimal.matches()) {
            return Double.parseDouble(hexadecimal.group(2) == null ? number + "p0" : number);
        }
        Matcher special = SPECIAL.matcher(number);
        if (special.matches()) {
            long bits = Double.doubleToLongBits(special.group(2) == null ? Double.NaN : Double.POSITIVE_INFINITY);
            return Double.longBitsToDouble(special.group(1).equals("-") ? bits | Long.MIN_VALUE : bits);
        }
        throw new NumberFormatException("not a number");
    }

    /** Returns whether text is a decimal number, with a fraction and an exponent or without. */
    public static boolean isDecimal(byte[] in, int from, int to) {
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
