package dev.mimeo.formats.text;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.internal.text.CNumberFormat;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A format of C's {@code printf} with exactly one conversion. The conversions {@code d i u x X o c}, {@code e E f F g G}
 * and {@code s} are known, with all flags, width, precision and length. As in C, integers are cut to the length. Thread-safe.
 */
final class PrintFormat {

    static final String INTEGERS = "diuxXoc";
    static final String DOUBLES = "eEfFgG";
    static final String STRINGS = "s";

    /** No format needs more, and memory for the result should not depend on it. */
    private static final int MAX_WIDTH = 4096;

    private static final Pattern CONVERSION =
            Pattern.compile("%([-+ #0]*+)(\\d*+)(?:(\\.)(\\d*+))?+(hh|h|ll|l|L|q|j|z|t)?([a-zA-Z%])");

    private final byte[] prefix;
    private final byte[] suffix;
    private final char conversion;
    private final boolean left;
    private final boolean plus;
    private final boolean space;
    private final boolean alternative;
    private final char numberFiller;
    private final int width;
    private final int precision;
    private final int bits;
    private final boolean plain;
    private final boolean fastGeneral;
    private final boolean fastFixed;

    /** Integers that were cut. */
    private final LongAdder cut = new LongAdder();

    private PrintFormat(String prefix, Matcher parts, String suffix) {
        this.prefix = prefix.getBytes(UTF_8);
        this.suffix = suffix.getBytes(UTF_8);
        String flags = parts.group(1);
        this.left = flags.contains("-");
        this.plus = flags.contains("+");
        this.space = flags.contains(" ");
        this.alternative = flags.contains("#");
        this.numberFiller = flags.contains("0") && !left ? '0' : ' ';
        this.width = number(parts.group(2));
        this.precision = parts.group(3) == null ? -1 : number(parts.group(4));
        this.bits = bits(parts.group(5) == null ? "" : parts.group(5));
        this.conversion = parts.group(6).charAt(0);
        this.plain = width == 0 && !plus && !space && !alternative && prefix.isEmpty() && suffix.isEmpty();
        this.fastGeneral = conversion == 'g' && precision <= CNumberFormat.MAX_FAST_PRECISION;
        this.fastFixed = (conversion == 'f' || conversion == 'F') && precision <= CNumberFormat.MAX_FAST_PRECISION;
    }

    /** Returns about how many bytes a value has. */
    int estimate() {
        return prefix.length + suffix.length + Math.max(width, Math.max(precision, 8) + 4);
    }

    private static int number(String digits) {
        if (digits.isEmpty()) {
            return 0;
        }
        int number = digits.length() > 5 ? Integer.MAX_VALUE : Integer.parseInt(digits);
        if (number > MAX_WIDTH) {
            throw new IllegalArgumentException("print_format asks for " + digits + " characters");
        }
        return number;
    }

    private static int bits(String length) {
        return switch (length) {
            case "" -> 32;
            case "h" -> 16;
            case "hh" -> 8;
            default -> 64;
        };
    }

    /**
     * Compiles a format.
     *
     * @param conversions letters of the conversions that fit the value
     * @throws IllegalArgumentException if the format has no or more than one conversion, or one that does not fit
     */
    static PrintFormat parse(String format, String conversions) {
        StringBuilder before = new StringBuilder();
        StringBuilder literal = before;
        StringBuilder after = new StringBuilder();
        Matcher found = null;
        for (int at = 0; at < format.length(); ) {
            if (format.charAt(at) != '%') {
                literal.append(format.charAt(at));
                at++;
                continue;
            }
            Matcher conversion = CONVERSION.matcher(format).region(at, format.length());
            if (!conversion.lookingAt()) {
                throw new IllegalArgumentException("print_format '" + format + "' is not a printf format");
            }
            at = conversion.end();
            if (conversion.group(6).equals("%")) {
                literal.append('%');
                continue;
            }
            if (found != null || !conversions.contains(conversion.group(6))) {
                throw new IllegalArgumentException("print_format '" + format
                        + "' should have exactly one conversion, of " + String.join(", ", conversions.split("")));
            }
            found = conversion;
            literal = after;
        }
        if (found == null) {
            throw new IllegalArgumentException("print_format '" + format + "' has no conversion");
        }
        return new PrintFormat(before.toString(), found, after.toString());
    }

    /** Returns how many of the integers that were printed have more bits than the length, or than a character. */
    long cut() {
        return cut.sum();
    }

    /** Returns a format of the same conversion that cuts no integer. */
    String uncut() {
        return conversion == 'c' ? "%lld" : "%ll" + conversion;
    }

    /** Prints an integer. */
    void print(long argument, TextBuffer out) {
        long value = argument << (64 - bits) >> (64 - bits);
        if (conversion == 'c' ? argument != (argument & 0xff) : value != argument) {
            countCut(argument);
        }
        if (conversion == 'c') {
            byte[] character = {(byte) argument};
            pad("", character, 1, ' ', out);
            return;
        }
        boolean signed = conversion == 'd' || conversion == 'i';
        if (signed && plain && precision < 0) {
            out.append(value);
            return;
        }
        long unsigned = bits == 64 ? value : value & ((1L << bits) - 1);
        String digits = switch (conversion) {
            case 'd', 'i' -> signedDigits(value);
            case 'x' -> Long.toHexString(unsigned);
            case 'X' -> Long.toHexString(unsigned).toUpperCase(Locale.ROOT);
            case 'o' -> Long.toOctalString(unsigned);
            default -> Long.toUnsignedString(unsigned);
        };
        if (value == 0 && precision == 0) {
            digits = "";
        }
        digits = "0".repeat(Math.max(0, precision - digits.length())) + digits;
        String sign = "";
        if (signed) {
            sign = sign(value < 0);
        } else if (alternative && conversion == 'o' && !digits.startsWith("0")) {
            digits = "0" + digits;
        } else if (alternative && value != 0 && conversion != 'o' && conversion != 'u') {
            sign = "0" + conversion;
        }
        byte[] text = digits.getBytes(US_ASCII);
        pad(sign, text, text.length, precision < 0 ? numberFiller : ' ', out);
    }

    /** Counts an integer that does not fit, unless all of its bits are printed because they are without a sign. */
    private void countCut(long argument) {
        boolean unsigned = conversion != 'd' && conversion != 'i' && conversion != 'c';
        if (!unsigned || argument >>> bits != 0) {
            cut.increment();
        }
    }

    private static String signedDigits(long value) {
        String digits = Long.toString(value);
        return value < 0 ? digits.substring(1) : digits;
    }

    /** Prints a double. */
    void print(double value, TextBuffer out) {
        boolean negative = Double.doubleToRawLongBits(value) < 0;
        if (plain && (fastGeneral || fastFixed) && Math.abs(value) <= Double.MAX_VALUE) {
            boolean done = fastGeneral
                    ? out.appendGeneral(value, Math.max(1, precision < 0 ? 6 : precision))
                    : out.appendFixed(value, precision < 0 ? 6 : precision);
            if (done) {
                return;
            }
        }
        boolean upper = Character.isUpperCase(conversion);
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            String name = Double.isNaN(value) ? "nan" : "inf";
            byte[] text = (upper ? name.toUpperCase(Locale.ROOT) : name).getBytes(US_ASCII);
            pad(sign(negative), text, text.length, ' ', out);
            return;
        }
        CNumberFormat.Form form = alternative ? CNumberFormat.Form.ALTERNATIVE : CNumberFormat.Form.USUAL;
        String number = CNumberFormat.format(
                Math.abs(value), Character.toLowerCase(conversion), precision < 0 ? 6 : precision, form);
        byte[] text = (upper ? number.toUpperCase(Locale.ROOT) : number).getBytes(US_ASCII);
        if (plain) {
            if (negative) {
                out.append('-');
            }
            out.append(text);
        } else {
            pad(sign(negative), text, text.length, numberFiller, out);
        }
    }

    /** Prints the start of a byte string. */
    void print(byte[] text, int length, TextBuffer out) {
        pad("", text, precision < 0 ? length : Math.min(length, precision), ' ', out);
    }

    private String sign(boolean negative) {
        return negative ? "-" : plus ? "+" : space ? " " : "";
    }

    /** @param filler fills the width: a zero behind the sign, or a space before it or, to the left, behind the text */
    private void pad(String sign, byte[] text, int length, char filler, TextBuffer out) {
        int fill = Math.max(0, width - sign.length() - length);
        boolean withZeros = filler == '0';
        out.append(prefix);
        if (!left && !withZeros) {
            fill(' ', fill, out);
        }
        out.append(sign);
        if (withZeros) {
            fill('0', fill, out);
        }
        out.append(text, 0, length);
        if (left) {
            fill(' ', fill, out);
        }
        out.append(suffix);
    }

    private static void fill(char character, int count, TextBuffer out) {
        for (int i = 0; i < count; i++) {
            out.append(character);
        }
    }
}
