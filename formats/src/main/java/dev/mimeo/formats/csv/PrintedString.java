package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.Field;
import org.jspecify.annotations.Nullable;

/** Strings of bytes, in one of several styles. */
final class PrintedString extends PrintedField {

    private enum Style {
        /** Bytes as they are. */
        TEXT,
        /** Hexadecimal digits. */
        HEX,
        /** Hexadecimal digits if a byte is not printable, otherwise bytes as they are. */
        MAYBE_HEX,
        /** As {@link #MAYBE_HEX}, and in quotes if there is a comma. */
        CSV
    }

    private final @Nullable PrintedFormat format;
    private final Style style;
    private final boolean decodeHex;

    PrintedString(Field field, boolean decodeHex) {
        this(field, decodeHex, format(field));
    }

    private PrintedString(Field field, boolean decodeHex, @Nullable PrintedFormat format) {
        super(field, format);
        this.format = format;
        this.style = style(field);
        this.decodeHex = decodeHex;
    }

    private static Style style(Field field) {
        if (field.attributes().containsKey("print_maybehex")) {
            return Style.MAYBE_HEX;
        }
        if (field.attributes().containsKey("print_hex")) {
            return Style.HEX;
        }
        return switch (field.attributes().getOrDefault("print_style", "maybehex")) {
            case "hex" -> Style.HEX;
            case "csv" -> Style.CSV;
            case "text" -> Style.TEXT;
            default -> Style.MAYBE_HEX;
        };
    }

    @Override
    boolean printsNull() {
        return style != Style.HEX && isAroundNull();
    }

    @Override
    String note() {
        String isCut = style == Style.TEXT ? "print_style 'text' cuts values at a byte of zero" : "";
        if (format != null && (format.hasWidth() || format.precision() != null)) {
            return "print_format '" + format.conversion() + "' pads or cuts"
                    + (isCut.isEmpty() ? "" : ", and " + isCut);
        }
        if (!isCut.isEmpty()) {
            return isCut;
        }
        return isAmbiguous() && !decodeHex ? "values of hexadecimal digits may stand for unprintable bytes" : "";
    }

    @Override
    void set(byte[] text, int from, int to, PrintedField base, ExtentBuilder row) throws TextFault {
        int index = field().index();
        boolean maybeHex =
                (style == Style.MAYBE_HEX || style == Style.CSV) && PrintedValues.standsForBytes(text, from, to);
        if (maybeHex) {
            setAmbiguous();
        }
        if (style == Style.HEX || (maybeHex && decodeHex)) {
            row.setBytes(index, FieldParser.decodeHex(text, from, to));
        } else if (style == Style.CSV && isQuoted(text, from, to)) {
            String quoted = new String(text, from + 1, to - from - 2, ISO_8859_1);
            row.setBytes(index, quoted.replace("\"\"", "\"").getBytes(ISO_8859_1));
        } else {
            row.setBytes(index, text, from, to - from);
        }
    }

    /** Returns whether text is in quotes that were printed: only values with a comma get them. */
    private static boolean isQuoted(byte[] text, int from, int to) {
        if (to - from <= 2 || text[from] != '"' || text[to - 1] != '"') {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (text[i] == ',') {
                return true;
            }
        }
        return false;
    }
}
