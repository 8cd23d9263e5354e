package dev.mimeo.internal.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Prints doubles as C's {@code printf} does: the exact binary value, rounded half to even at the digit asked for. Thread-safe.
 */
public final class CNumberFormat {

    /** Forms of a conversion. */
    public enum Form {
        /** That without flags. */
        USUAL,
        /** That of the flag {@code #}, which keeps the point and, with {@code g}, trailing zeros. */
        ALTERNATIVE
    }

    /** The largest precision that {@link #putGeneral} and {@link #putFixed} take. */
    public static final int MAX_FAST_PRECISION = 15;

    /** The most bytes that {@link #putGeneral} and {@link #putFixed} write. */
    public static final int MAX_FAST_LENGTH = 32;

    /** Powers of ten that doubles hold exactly. */
    private static final double[] POWERS = new double[23];

    static {
        for (int i = 0; i < POWERS.length; i++) {
            POWERS[i] = Double.parseDouble("1e" + i);
        }
    }

    /** Below this, doubles have quarters, so the distance from a half is exact and larger than the rounding error. */
    private static final double QUARTERS = 1L << 51;

    private static final long MAX_FAST = 1_000_000_000_000_000L;

    private CNumberFormat() {}

    /**
     * Formats any value as {@code %.Ng} does.
     *
     * @param precision significant digits, at least 1
     */
    public static String general(double value, int precision) {
        return format(value, 'g', precision);
    }

    /** Formats any value as {@link #general} does, but NaN without its sign: that of a computed NaN has no meaning. */
    public static String generalUnsignedNan(double value, int precision) {
        return Double.isNaN(value) ? "nan" : general(value, precision);
    }

    /**
     * Formats any value as {@code %.Nf} does.
     *
     * @param decimals digits behind the point, at least 0
     */
    public static String fixed(double value, int decimals) {
        return format(value, 'f', decimals);
    }

    private static String format(double value, char conversion, int precision) {
        String sign = Double.doubleToRawLongBits(value) < 0 ? "-" : "";
        if (Double.isNaN(value)) {
            return sign + "nan";
        }
        if (Double.isInfinite(value)) {
            return sign + "inf";
        }
        return sign + format(Math.abs(value), conversion, precision, Form.USUAL);
    }

    /**
     * Writes a finite value as {@code %.Ng} prints it, if a fast way can tell how.
     *
     * @param precision 1 to {@link #MAX_FAST_PRECISION}
     * @param out has room for {@link #MAX_FAST_LENGTH} bytes
     * @return the position behind the text, or -1 if nothing was written
     */
    public static int putGeneral(double value, int precision, byte[] out, int at) {
        double magnitude = Math.abs(value);
        boolean negative = Double.doubleToRawLongBits(value) < 0;
        if (magnitude < POWERS[precision] && magnitude == (long) magnitude) {
            return DecimalDigits.put((long) magnitude, out, putSign(negative, out, at));
        }
        // The binary exponent times log10(2), rounded down, is at most one too small.
        int exponent = (int) ((Math.getExponent(magnitude) * 78913L) >> 18);
        if (exponent >= 0 && exponent + 1 < POWERS.length && magnitude >= POWERS[exponent + 1]) {
            exponent++;
        }
        long digits = scaled(magnitude, precision - 1 - exponent);
        if (digits >= (long) POWERS[precision]) {
            exponent++;
            digits = scaled(magnitude, precision - 1 - exponent);
        }
        if (digits < (long) POWERS[precision - 1] || digits >= (long) POWERS[precision]) {
            return -1;
        }
        int count = precision;
        while (digits % 10 == 0) {
            digits /= 10;
            count--;
        }
        int start = putSign(negative, out, at);
        if (exponent < -4 || exponent >= precision) {
            return putExponential(digits, count, exponent, out, start);
        }
        if (exponent < 0) {
            out[start] = '0';
            out[start + 1] = '.';
            return DecimalDigits.putPadded(digits, count - exponent - 1, out, start + 2);
        }
        if (count <= exponent + 1) {
            return DecimalDigits.put(digits * (long) POWERS[exponent + 1 - count], out, start);
        }
        return putWithPoint(digits, count - exponent - 1, out, start);
    }

    private static int putSign(boolean negative, byte[] out, int at) {
        if (negative) {
            out[at] = '-';
        }
        return negative ? at + 1 : at;
    }

    private static int putExponential(long digits, int count, int exponent, byte[] out, int at) {
        int end = count == 1 ? DecimalDigits.put(digits, out, at) : putWithPoint(digits, count - 1, out, at);
        out[end] = 'e';
        out[end + 1] = (byte) (exponent < 0 ? '-' : '+');
        int size = Math.abs(exponent);
        return size < 10 ? DecimalDigits.putPadded(size, 2, out, end + 2) : DecimalDigits.put(size, out, end + 2);
    }

    /** Writes a number with its last digits, at least one, behind a point. */
    private static int putWithPoint(long digits, int behind, byte[] out, int at) {
        long unit = (long) POWERS[behind];
        long whole = digits / unit;
        int point = DecimalDigits.put(whole, out, at);
        out[point] = '.';
        return DecimalDigits.putPadded(digits - whole * unit, behind, out, point + 1);
    }

    /**
     * Writes a finite value as {@code %.Nf} prints it, if a fast way can tell how.
     *
     * @param precision 0 to {@link #MAX_FAST_PRECISION}
     * @param out has room for {@link #MAX_FAST_LENGTH} bytes
     * @return the position behind the text, or -1 if nothing was written
     */
    public static int putFixed(double value, int precision, byte[] out, int at) {
        double magnitude = Math.abs(value);
        long digits = magnitude == 0 ? 0 : scaled(magnitude, precision);
        if (digits < 0) {
            return -1;
        }
        int start = putSign(Double.doubleToRawLongBits(value) < 0, out, at);
        return precision == 0 ? DecimalDigits.put(digits, out, start) : putWithPoint(digits, precision, out, start);
    }

    /**
     * Formats a finite, not negative value.
     *
     * @param conversion {@code e}, {@code f} or {@code g}
     */
    public static String format(double value, char conversion, int precision, Form form) {
        return switch (conversion) {
            case 'f' -> fixed(value, precision, form);
            case 'e' -> {
                DigitsAndExponent digits = significant(value, precision + 1);
                yield exponential(digits.text, digits.exponent, form);
            }
            default -> general(value, Math.max(1, precision), form);
        };
    }

    private static String general(double value, int precision, Form form) {
        DigitsAndExponent digits = significant(value, precision);
        String text = form == Form.ALTERNATIVE ? digits.text : withoutTrailingZeros(digits.text);
        int exponent = digits.exponent;
        if (exponent < -4 || exponent >= precision) {
            return exponential(text, exponent, form);
        }
        if (exponent < 0) {
            return "0." + "0".repeat(-exponent - 1) + text;
        }
        if (text.length() <= exponent + 1) {
            return text + "0".repeat(exponent + 1 - text.length()) + (form == Form.ALTERNATIVE ? "." : "");
        }
        return text.substring(0, exponent + 1) + "." + text.substring(exponent + 1);
    }

    private static String withoutTrailingZeros(String digits) {
        int end = digits.length();
        while (end > 1 && digits.charAt(end - 1) == '0') {
            end--;
        }
        return digits.substring(0, end);
    }

    private static String exponential(String digits, int exponent, Form form) {
        StringBuilder out = new StringBuilder(digits.length() + 8).append(digits.charAt(0));
        if (digits.length() > 1 || form == Form.ALTERNATIVE) {
            out.append('.').append(digits, 1, digits.length());
        }
        out.append('e').append(exponent < 0 ? '-' : '+');
        int magnitude = Math.abs(exponent);
        return out.append(magnitude < 10 ? "0" : "").append(magnitude).toString();
    }

    private static String fixed(double value, int precision, Form form) {
        long scaled = scaled(value, precision);
        String digits = scaled >= 0
                ? Long.toString(scaled)
                : new BigDecimal(value)
                        .setScale(precision, RoundingMode.HALF_EVEN)
                        .unscaledValue()
                        .toString();
        if (digits.length() <= precision) {
            digits = "0".repeat(precision + 1 - digits.length()) + digits;
        }
        int point = digits.length() - precision;
        return precision == 0
                ? digits + (form == Form.ALTERNATIVE ? "." : "")
                : digits.substring(0, point) + "." + digits.substring(point);
    }

    /** A number of digits that was asked for, the first not zero unless the value is, and the power of ten of the first. */
    private record DigitsAndExponent(String text, int exponent) {}

    private static DigitsAndExponent significant(double value, int precision) {
        if (value == 0) {
            return new DigitsAndExponent("0".repeat(precision), 0);
        }
        if (precision <= 15) {
            // The estimate may be off by one, which shows in the number of digits.
            int exponent = (int) Math.floor(Math.log10(value));
            long digits = scaled(value, precision - 1 - exponent);
            if (digits >= (long) POWERS[precision]) {
                exponent++;
                digits = scaled(value, precision - 1 - exponent);
            } else if (digits >= 0 && digits < (long) POWERS[precision - 1]) {
                exponent--;
                digits = scaled(value, precision - 1 - exponent);
            }
            if (digits >= 0) {
                return new DigitsAndExponent(Long.toString(digits), exponent);
            }
        }
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(precision, RoundingMode.HALF_EVEN));
        String text = rounded.unscaledValue().toString();
        int exponent = text.length() - 1 - rounded.scale();
        return new DigitsAndExponent(text + "0".repeat(precision - text.length()), exponent);
    }

    /**
     * Returns {@code value * 10^power} rounded half to even, or -1 if this fast way cannot tell.
     *
     * <p>The product or quotient as a double is off by less than its distance from the next half, unless it is a half;
     * then the exact error, which a fused multiply-add gives, decides.
     */
    private static long scaled(double value, int power) {
        if (power >= POWERS.length || power <= -POWERS.length || value < 1e-250) {
            return -1;
        }
        double factor = POWERS[Math.abs(power)];
        double approximate = power >= 0 ? value * factor : value / factor;
        if (!(approximate < QUARTERS) || approximate > MAX_FAST) {
            return -1;
        }
        double error = power >= 0 ? Math.fma(value, factor, -approximate) : Math.fma(-approximate, factor, value);
        long whole = (long) approximate;
        double beyondHalf = approximate - whole - 0.5;
        boolean up = beyondHalf > 0 || (beyondHalf == 0 && (error > 0 || (error == 0 && (whole & 1) != 0)));
        return up ? whole + 1 : whole;
    }
}
