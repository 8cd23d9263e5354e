package dev.mimeo.dataseries;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.internal.text.CNumberFormat;
import dev.mimeo.internal.text.CNumberParser;
import java.util.regex.Pattern;

/**
 * Turns values of one field type into those of another. What does not fit is an {@link IllegalArgumentException}, never
 * another value; only the fraction of a double is dropped where an integer is wanted.
 */
final class Conversions {

    /** Enough to tell any two doubles apart. */
    private static final int TEXT_DIGITS = 20;

    private static final Pattern INTEGER = Pattern.compile("[+-]?\\d{1,19}");

    private Conversions() {}

    static boolean toBoolean(String text) {
        return switch (text) {
            case "true", "on", "yes" -> true;
            case "false", "off", "no" -> false;
            default ->
                throw new IllegalArgumentException(
                        "'" + text + "' is none of true, on, yes, false, off and no, as a bool must be");
        };
    }

    static int toByte(long value) {
        if (value < 0 || value > 0xff) {
            throw outside(Long.toString(value), FieldType.BYTE);
        }
        return (int) value;
    }

    static int toInt(long value) {
        if (value != (int) value) {
            throw outside(Long.toString(value), FieldType.INT32);
        }
        return (int) value;
    }

    static long toLong(double value) {
        // 2^63 is a double, the largest long is not; the comparison is false for NaN.
        if (!(value >= Long.MIN_VALUE && value < 0x1p63)) {
            throw outside(toText(value), FieldType.INT64);
        }
        return (long) value;
    }

    /** Returns whether a type has numbers that another one lacks; between others a number becomes an equal one, or does not fit. */
    static boolean mayBeInexact(FieldType from, FieldType to) {
        return switch (from) {
            case INT64 -> to == FieldType.DOUBLE;
            case DOUBLE -> to == FieldType.BYTE || to == FieldType.INT32 || to == FieldType.INT64;
            default -> false;
        };
    }

    /** Returns whether an integer and a double are the same number. */
    static boolean isSame(long integer, double value) {
        // The cast of 2^63, which no long is equal to, gives the greatest long.
        return (double) integer == value && (long) value == integer && value != 0x1p63;
    }

    static long toLong(String text) {
        if (INTEGER.matcher(text).matches()) {
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException e) {
                throw outside(text, FieldType.INT64);
            }
        }
        throw new IllegalArgumentException("'" + text + "' is not an integer");
    }

    static double toDouble(String text) {
        return CNumberParser.parseDouble(text);
    }

    static String toText(double value) {
        return CNumberFormat.general(value, TEXT_DIGITS);
    }

    static byte[] toBytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static IllegalArgumentException outside(String value, FieldType type) {
        return new IllegalArgumentException(value + " is outside the range of " + type.xmlName());
    }
}
