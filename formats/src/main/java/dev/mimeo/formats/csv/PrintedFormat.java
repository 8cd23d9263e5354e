package dev.mimeo.formats.csv;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A {@code print_format}: a format of C's {@code printf} with one conversion. Immutable.
 *
 * @param before the literal text before the conversion
 * @param conversion the conversion, such as {@code %08x}
 * @param bits the bits of an integer that the conversion prints
 * @param letter the letter that the conversion ends with
 * @param hasWidth whether the conversion has a least width
 * @param precision the digits of the precision, none for 0; null if there is no precision
 * @param after the literal text behind the conversion
 */
record PrintedFormat(
        String before,
        String conversion,
        int bits,
        char letter,
        boolean hasWidth,
        @Nullable String precision,
        String after) {

    private static final Pattern CONVERSION =
            Pattern.compile("%([-+ #0]*+)(\\d*+)(?:\\.(\\d*+))?+(hh|h|ll|l|L|q|j|z|t)?([a-zA-Z])");

    /** The precision of {@code printf} where a format has none. */
    private static final int USUAL_PRECISION = 6;

    /**
     * Reads a format.
     *
     * @throws IllegalArgumentException if it has no conversion
     */
    static PrintedFormat parse(String format) {
        // A percent sign that is literal text must not look like the start of a conversion.
        Matcher matcher = CONVERSION.matcher(format.replace("%%", "\0\0"));
        if (!matcher.find()) {
            throw new IllegalArgumentException("print_format '" + format + "' has no conversion");
        }
        return new PrintedFormat(
                literal(format.substring(0, matcher.start())),
                matcher.group(),
                bits(matcher.group(4)),
                matcher.group(5).charAt(0),
                !matcher.group(2).isEmpty(),
                matcher.group(3),
                literal(format.substring(matcher.end())));
    }

    private static int bits(@Nullable String length) {
        if (length == null) {
            return Integer.SIZE;
        }
        return switch (length) {
            case "h" -> Short.SIZE;
            case "hh" -> Byte.SIZE;
            default -> Long.SIZE;
        };
    }

    private static String literal(String text) {
        return text.replace("%%", "%");
    }

    /** Returns how many digits a conversion of a double prints. */
    int digits() {
        if (precision == null) {
            return USUAL_PRECISION;
        }
        return precision.isEmpty() ? 0 : Integer.parseInt(precision);
    }
}
