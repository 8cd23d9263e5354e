package dev.mimeo.dataseries;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers as the C library reads, rounds and prints them. */
final class CNumbers {

    // Possessive, so that matching takes linear time on any text.
    private static final Pattern DECIMAL = Pattern.compile("[+-]?(\\d++(\\.\\d*+)?+|\\.\\d++)(e[+-]?\\d++)?+");
    private static final Pattern HEXADECIMAL =
            Pattern.compile("([+-]?0x(?:[0-9a-f]++(?:\\.[0-9a-f]*+)?+|\\.[0-9a-f]++))(p[+-]?\\d++)?+");
    private static final Pattern SPECIAL = Pattern.compile("([+-]?)(?:(inf|infinity)|nan(?:\\([0-9a-z_]*\\))?)");

    private CNumbers() {}

    /**
     * Reads a number as {@code strtod} does, all of the text.
     *
     * @throws NumberFormatException if the text is anything else
     */
    static double parseDouble(String text) {
        String number = text.stripLeading().toLowerCase(Locale.ROOT);
        if (DECIMAL.matcher(number).matches()) {
            return Double.parseDouble(number);
        }
        Matcher hexadecimal = HEXADECIMAL.matcher(number);
        if (hexadecimal.matches()) {
            return Double.parseDouble(hexadecimal.group(2) == null ? number + "p0" : number);
        }
        Matcher special = SPECIAL.matcher(number);
        if (special.matches()) {
            long bits = Double.doubleToLongBits(special.group(2) == null ? Double.NaN : Double.POSITIVE_INFINITY);
            return Double.longBitsToDouble(special.group(1).equals("-") ? bits | Long.MIN_VALUE : bits);
        }
        throw new NumberFormatException("not a number: '" + text + "'");
    }

    /** Rounds to the nearest integer, halves away from zero, keeping the sign of zero, as {@code round} does. */
    static double round(double value) {
        // One instruction, which rounds halves to even.
        double nearest = Math.rint(value);
        return Math.abs(value - nearest) == 0.5 ? value + Math.copySign(0.5, value) : nearest;
    }

    /** Prints a number as {@code printf} does with {@code %.Ng}, where N is the number of digits. */
    static String general(double value, int digits) {
        String sign = Double.doubleToRawLongBits(value) < 0 ? "-" : "";
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return sign + (Double.isNaN(value) ? "nan" : "inf");
        }
        if (value == 0) {
            return sign + "0";
        }
        BigDecimal rounded = new BigDecimal(Math.abs(value)).round(new MathContext(digits, RoundingMode.HALF_EVEN));
        int exponent = rounded.precision() - rounded.scale() - 1;
        BigDecimal stripped = rounded.stripTrailingZeros();
        if (exponent >= -4 && exponent < digits) {
            return sign + stripped.toPlainString();
        }
        String all = stripped.unscaledValue().toString();
        String fraction = all.length() == 1 ? "" : "." + all.substring(1);
        int magnitude = Math.abs(exponent);
        return sign + all.charAt(0) + fraction + (exponent < 0 ? "e-" : "e+") + (magnitude < 10 ? "0" : "") + magnitude;
    }
}
