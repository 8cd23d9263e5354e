package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.formats.internal.text.PrintAttributes;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Undoes how {@code ds2txt} prints one field, print attributes included. Says where that cannot give back what was
 * printed. Not thread-safe: fields may be relative to each other.
 */
final class PrintedField {

    private static final byte[] NULL = "null".getBytes(UTF_8);

    /** Digits that tell any double from every other. */
    private static final int ALL_DIGITS = 17;

    private static final Pattern CONVERSION =
            Pattern.compile("%([-+ #0]*+)(\\d*+)(?:\\.(\\d*+))?+(?:hh|h|ll|l|L|q|j|z|t)?([a-zA-Z])");

    private enum Form {
        BOOL,
        ADDRESS,
        DECIMAL,
        HEXADECIMAL,
        OCTAL,
        SECONDS,
        DOUBLE,
        TEXT,
        MAYBE_HEX,
        HEX,
        CSV,
        FIXED
    }

    private final Field field;
    private final Form form;
    private final boolean decodeHex;
    private final byte[] yes;
    private final byte[] no;
    private final byte[] prefix;
    private final byte[] suffix;
    private final long divisor;
    private final double multiplier;
    private final String units;
    private final int other;
    private final double base;
    private long offset;
    private double realOffset;
    private String note = "";
    private boolean sawHex;

    private boolean isNull;
    private long number;
    private double real;

    /**
     * Prepares to read a field.
     *
     * @param decodeHex whether digits that stand for unprintable bytes become these
     * @throws IllegalArgumentException if a print attribute is invalid or cannot be undone at all
     */
    PrintedField(ExtentType type, Field field, boolean decodeHex) {
        this.field = field;
        this.decodeHex = decodeHex;
        Map<String, String> attributes = field.attributes();
        this.yes = attributes.getOrDefault("print_true", "T").getBytes(UTF_8);
        this.no = attributes.getOrDefault("print_false", "F").getBytes(UTF_8);
        this.units = attributes.getOrDefault("units", "");
        boolean integer = field.type() == FieldType.INT32 || field.type() == FieldType.INT64;
        this.divisor = integer ? PrintAttributes.integer(field, "print_divisor", 1) : 1;
        this.multiplier = field.type() == FieldType.DOUBLE ? PrintAttributes.real(field, "print_multiplier", 1) : 1;
        String less = field.type() == FieldType.INT64 || field.type() == FieldType.DOUBLE
                ? attributes.getOrDefault("print_offset", "0")
                : "0";
        this.other = less.startsWith("relativeto:") ? type.indexOf(less.substring("relativeto:".length())) : -1;
        this.base = other >= 0 ? type.fields().get(other).doubleBase() - field.doubleBase() : 0;
        readOffset(less);
        String format = field.type() == FieldType.BOOL || field.type() == FieldType.FIXEDWIDTH
                ? ""
                : attributes.getOrDefault("print_format", "");
        this.form = form(format);
        boolean special = form == Form.ADDRESS || form == Form.SECONDS || format.isEmpty();
        Matcher conversion = CONVERSION.matcher(format.replace("%%", "\0\0"));
        if (!special && !conversion.find()) {
            throw new IllegalArgumentException("print_format '" + format + "' has no conversion");
        }
        this.prefix = special ? new byte[0] : literal(format, 0, conversion.start());
        this.suffix = special ? new byte[0] : literal(format, conversion.end(), format.length());
        if (divisor == 0 || multiplier == 0) {
            throw new IllegalArgumentException("a print_divisor or print_multiplier of zero cannot be undone");
        }
        if (field.type() == FieldType.BOOL && Arrays.equals(yes, no)) {
            throw new IllegalArgumentException("print_true and print_false are the same");
        }
        findLosses(special ? null : conversion);
    }

    private static byte[] literal(String format, int from, int to) {
        return format.substring(from, to).replace("%%", "%").getBytes(UTF_8);
    }

    private void readOffset(String less) {
        if (less.equals("first")) {
            note = "print_offset first takes off the first value, which is not in the text";
        } else if (other < 0 && field.type() == FieldType.DOUBLE) {
            realOffset = PrintAttributes.real(field, "print_offset", 0);
        } else if (other < 0 && field.type() == FieldType.INT64) {
            offset = PrintAttributes.integer(field, "print_offset", 0);
        }
    }

    private Form form(String format) {
        return switch (field.type()) {
            case BOOL -> Form.BOOL;
            case FIXEDWIDTH -> Form.FIXED;
            case DOUBLE -> Form.DOUBLE;
            case VARIABLE32 -> stringForm(field.attributes());
            case BYTE, INT32, INT64 -> {
                if (format.equals("ipv4") && field.type() == FieldType.INT32) {
                    yield Form.ADDRESS;
                }
                if (format.equals("sec.nsec") && field.type() == FieldType.INT64) {
                    yield Form.SECONDS;
                }
                Matcher conversion = CONVERSION.matcher(format);
                String letter = conversion.find() ? conversion.group(4) : "d";
                yield switch (letter) {
                    case "x", "X" -> Form.HEXADECIMAL;
                    case "o" -> Form.OCTAL;
                    case "d", "i", "u" -> Form.DECIMAL;
                    default -> throw new IllegalArgumentException("print_format '" + format + "' cannot be undone");
                };
            }
        };
    }

    private static Form stringForm(Map<String, String> attributes) {
        if (attributes.containsKey("print_maybehex")) {
            return Form.MAYBE_HEX;
        }
        if (attributes.containsKey("print_hex")) {
            return Form.HEX;
        }
        return switch (attributes.getOrDefault("print_style", "maybehex")) {
            case "hex" -> Form.HEX;
            case "csv" -> Form.CSV;
            case "text" -> Form.TEXT;
            default -> Form.MAYBE_HEX;
        };
    }

    private void findLosses(@Nullable Matcher conversion) {
        if (!note.isEmpty()) {
            return;
        }
        if (divisor != 1) {
            note = "print_divisor cuts the remainder";
        } else if (form == Form.SECONDS && units.equals("2^-32 seconds")) {
            note = "nanoseconds are coarser than the units";
        } else if (form == Form.DOUBLE) {
            String letter = conversion == null ? "g" : conversion.group(4).toLowerCase(Locale.ROOT);
            String digits = conversion == null ? "9" : conversion.group(3);
            int precision = digits == null ? 6 : digits.isEmpty() ? 0 : Integer.parseInt(digits);
            boolean exact = (letter.equals("g") && precision >= ALL_DIGITS)
                    || (letter.equals("e") && precision >= ALL_DIGITS - 1)
                    || letter.equals("a");
            boolean moved = multiplier != 1 || realOffset != 0 || other >= 0;
            note = exact && !moved ? "" : "doubles have the precision that was printed";
        } else if (conversion != null
                && field.type() == FieldType.VARIABLE32
                && (!conversion.group(2).isEmpty() || conversion.group(3) != null)) {
            note = "print_format '" + conversion.group() + "' pads or cuts";
        }
    }

    /** Returns what cannot be undone, or an empty text. */
    String note() {
        if (note.isEmpty() && sawHex && !decodeHex) {
            return "values of hexadecimal digits may stand for unprintable bytes";
        }
        return note;
    }

    /** Returns whether values were read that may or may not be hexadecimal digits. */
    boolean isAmbiguous() {
        return sawHex;
    }

    /** Takes note that such values were read by another instance. */
    void setAmbiguous() {
        sawHex = true;
    }

    Field field() {
        return field;
    }

    /** Returns the index of the field that the value is relative to, or -1. */
    int other() {
        return other;
    }

    /**
     * Sets the value in the last row of a builder.
     *
     * @param base the field that the value is relative to, already set; this one if there is none
     */
    void parse(byte[] text, int from, int to, PrintedField base, ExtentBuilder row) throws TextFault {
        isNull = field.nullable() && Arrays.equals(text, from, to, NULL, 0, NULL.length);
        if (isNull) {
            number = 0;
            real = 0;
            row.setNull(field.index());
            return;
        }
        int start = from + prefix.length;
        int end = to - suffix.length;
        if (start > end
                || !Arrays.equals(text, from, start, prefix, 0, prefix.length)
                || !Arrays.equals(text, end, to, suffix, 0, suffix.length)) {
            throw TextFault.of(text, from, to, "is not in the print_format of the field");
        }
        set(text, start, end, base, row);
    }

    private void set(byte[] text, int from, int to, PrintedField base, ExtentBuilder row) throws TextFault {
        int index = field.index();
        switch (field.type()) {
            case BOOL -> row.setBoolean(index, parseBool(text, from, to));
            case BYTE -> row.setByte(index, (int) parseLong(text, from, to, 0, 255));
            case INT32 -> {
                number = parseLong(text, from, to, Integer.MIN_VALUE, 0xffffffffL) * divisor;
                row.setInt(index, (int) number);
            }
            case INT64 -> {
                long printed = form == Form.SECONDS
                        ? PrintedValues.parseSeconds(text, from, to, units)
                        : parseLong(text, from, to, Long.MIN_VALUE, Long.MAX_VALUE);
                number = printed * divisor + (other >= 0 ? base.number : offset);
                row.setLong(index, number);
            }
            case DOUBLE -> {
                double printed = CsvNumbers.parseDouble(text, from, PrintedValues.skipSpacesBack(text, from, to));
                double plain = multiplier == 1 ? printed : printed / multiplier;
                double less = other >= 0 ? base.real + this.base : realOffset;
                real = less == 0 ? plain : plain + less;
                row.setDouble(index, real);
            }
            case VARIABLE32 -> setString(text, from, to, row);
            case FIXEDWIDTH -> {
                if (to - from == field.size()) {
                    row.setBytes(index, text, from, to - from);
                } else if (to - from == 2L * field.size()) {
                    row.setBytes(index, FieldParser.decodeHex(text, from, to));
                } else {
                    throw TextFault.of(text, from, to, "has neither " + field.size() + " bytes nor digits for them");
                }
            }
        }
    }

    private boolean parseBool(byte[] text, int from, int to) throws TextFault {
        if (Arrays.equals(text, from, to, yes, 0, yes.length)) {
            return true;
        }
        if (Arrays.equals(text, from, to, no, 0, no.length)) {
            return false;
        }
        throw TextFault.of(text, from, to, "is neither " + new String(yes, UTF_8) + " nor " + new String(no, UTF_8));
    }

    private long parseLong(byte[] text, int from, int to, long low, long high) throws TextFault {
        int start = from;
        while (start < to && text[start] == ' ') {
            start++;
        }
        int end = PrintedValues.skipSpacesBack(text, start, to);
        return switch (form) {
            case ADDRESS -> PrintedValues.parseAddress(text, start, end);
            case HEXADECIMAL -> {
                boolean marked = end - start > 2 && text[start] == '0' && (text[start + 1] | 0x20) == 'x';
                yield PrintedValues.parseUnsigned(text, marked ? start + 2 : start, end, 16, high);
            }
            case OCTAL -> PrintedValues.parseUnsigned(text, start, end, 8, high);
            default -> parseDecimal(text, start, end, low, high);
        };
    }

    private long parseDecimal(byte[] text, int from, int to, long low, long high) throws TextFault {
        // As %u prints negative ones.
        if (field.type() == FieldType.INT64 && to - from >= 19 && text[from] != '-') {
            return PrintedValues.parseUnsigned(text, from, to, 10, high);
        }
        return CsvNumbers.parseInteger(text, from, to, low, high);
    }

    private void setString(byte[] text, int from, int to, ExtentBuilder row) throws TextFault {
        boolean digits = form == Form.HEX;
        if (form == Form.MAYBE_HEX || form == Form.CSV) {
            boolean maybe = PrintedValues.standsForBytes(text, from, to);
            sawHex |= maybe;
            digits = maybe && decodeHex;
        }
        if (digits) {
            row.setBytes(field.index(), FieldParser.decodeHex(text, from, to));
        } else if (form == Form.CSV && to - from > 2 && text[from] == '"' && text[to - 1] == '"') {
            String value = new String(text, from, to - from, ISO_8859_1);
            // Only values with a comma are quoted in this style.
            boolean quoted = value.indexOf(',') >= 0;
            String plain = quoted ? value.substring(1, value.length() - 1).replace("\"\"", "\"") : value;
            row.setBytes(field.index(), plain.getBytes(ISO_8859_1));
        } else {
            row.setBytes(field.index(), text, from, to - from);
        }
    }
}
