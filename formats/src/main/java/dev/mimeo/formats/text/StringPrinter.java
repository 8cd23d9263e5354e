package dev.mimeo.formats.text;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.VariableColumn;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints byte strings: as they are, as hexadecimal digits, or as the latter only if they hold unprintable bytes. */
final class StringPrinter extends FieldPrinter {

    private enum Style {
        HEX,
        MAYBE_HEX,
        CSV,
        TEXT
    }

    private final Style style;
    private final @Nullable PrintFormat format;

    /**
     * Makes a printer.
     *
     * @param csv whether values are separated as in CSV
     * @param compat whether to quote only what the original tool quotes in CSV; else quoting is left to the caller
     */
    StringPrinter(Field field, boolean csv, boolean compat) {
        super(field);
        this.style = adapt(style(field.attributes()), csv, compat);
        this.format = format(field, PrintFormat.STRINGS);
    }

    private static Style adapt(Style given, boolean csv, boolean compat) {
        if (csv && compat && given == Style.TEXT) {
            return Style.CSV;
        }
        return csv && !compat && given == Style.CSV ? Style.MAYBE_HEX : given;
    }

    private static Style style(Map<String, String> attributes) {
        if (attributes.containsKey("print_maybehex")) {
            return Style.MAYBE_HEX;
        }
        if (attributes.containsKey("print_hex")) {
            return Style.HEX;
        }
        String name = attributes.getOrDefault("print_style", "maybehex");
        return switch (name) {
            case "hex" -> Style.HEX;
            case "maybehex" -> Style.MAYBE_HEX;
            case "csv" -> Style.CSV;
            case "text" -> Style.TEXT;
            default -> throw new IllegalArgumentException("unknown print_style '" + name + "'");
        };
    }

    /** Returns whether all bytes are printable ASCII characters. */
    static boolean isPrintable(byte[] array, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (array[i] < ' ' || array[i] > '~') {
                return false;
            }
        }
        return true;
    }

    @Override
    Column bind(Extent extent) {
        VariableColumn values = extent.variables(index());
        return new Column(this, extent) {
            @Override
            void printValue(int row, TextBuffer out) {
                printBytes(values.array(), values.offset(row), values.length(row), out);
            }
        };
    }

    private void printBytes(byte[] array, int offset, int length, TextBuffer out) {
        boolean hex = style == Style.HEX || (style != Style.TEXT && !isPrintable(array, offset, length));
        if (format == null && hex) {
            out.appendHex(array, offset, length);
        } else if (format == null && style == Style.MAYBE_HEX) {
            out.append(array, offset, length);
        } else {
            printConverted(array, offset, length, hex, out);
        }
    }

    private void printConverted(byte[] array, int offset, int length, boolean hex, TextBuffer out) {
        byte[] text = hex
                ? HexFormat.of().formatHex(array, offset, offset + length).getBytes(US_ASCII)
                : Arrays.copyOfRange(array, offset, offset + length);
        if (style == Style.CSV) {
            text = quoted(text);
        }
        // The original tool hands out C strings.
        int end = 0;
        while (end < text.length && text[end] != 0) {
            end++;
        }
        if (format == null) {
            out.append(text, 0, end);
        } else {
            format.print(text, end, out);
        }
    }

    private static byte[] quoted(byte[] text) {
        ByteArrayOutputStream quoted = new ByteArrayOutputStream();
        boolean comma = false;
        quoted.write('"');
        for (byte value : text) {
            comma |= value == ',';
            if (value == '"') {
                quoted.write('"');
            }
            quoted.write(value);
        }
        quoted.write('"');
        return comma ? quoted.toByteArray() : text;
    }

    @Override
    int estimate() {
        return format == null ? 8 : 8 + format.estimate();
    }

    @Override
    boolean mayNeedQuotes() {
        return true;
    }
}
