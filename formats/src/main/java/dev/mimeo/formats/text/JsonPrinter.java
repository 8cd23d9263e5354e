package dev.mimeo.formats.text;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.FixedWidthColumn;
import dev.mimeo.dataseries.VariableColumn;

/** Prints values as JSON (RFC 8259). */
final class JsonPrinter extends FieldPrinter {

    private static final byte[] TRUE = "true".getBytes(US_ASCII);
    private static final byte[] FALSE = "false".getBytes(US_ASCII);
    private static final byte[] HEX = "{\"hex\":\"".getBytes(US_ASCII);
    private static final byte[] HEX_END = "\"}".getBytes(US_ASCII);

    /** Below this, integers that are doubles print as integers; all of them are exact. */
    private static final double INTEGERS = 1e15;

    private final FieldType type;

    JsonPrinter(Field field) {
        super(field);
        this.type = field.type();
    }

    @Override
    Column bind(Extent extent) {
        return switch (type) {
            case BOOL -> {
                boolean[] values = extent.booleans(index());
                yield new Column(this, extent) {
                    @Override
                    void printValue(int row, TextBuffer out) {
                        out.append(values[row] ? TRUE : FALSE);
                    }
                };
            }
            case BYTE -> {
                byte[] values = extent.bytes(index());
                yield new Column(this, extent) {
                    @Override
                    void printValue(int row, TextBuffer out) {
                        out.append((long) (values[row] & 0xff));
                    }
                };
            }
            case INT32 -> {
                int[] values = extent.ints(index());
                yield new Column(this, extent) {
                    @Override
                    void printValue(int row, TextBuffer out) {
                        out.append((long) values[row]);
                    }
                };
            }
            case INT64 -> {
                long[] values = extent.longs(index());
                yield new Column(this, extent) {
                    @Override
                    void printValue(int row, TextBuffer out) {
                        out.append(values[row]);
                    }
                };
            }
            case DOUBLE -> {
                double[] values = extent.doubles(index());
                yield new Column(this, extent) {
                    @Override
                    void printValue(int row, TextBuffer out) {
                        appendDouble(values[row], out);
                    }
                };
            }
            case VARIABLE32 -> {
                VariableColumn values = extent.variables(index());
                yield new Column(this, extent) {
                    @Override
                    void printValue(int row, TextBuffer out) {
                        appendBytes(values.array(), values.offset(row), values.length(row), out);
                    }
                };
            }
            case FIXEDWIDTH -> {
                FixedWidthColumn values = extent.fixedWidths(index());
                yield new Column(this, extent) {
                    @Override
                    void printValue(int row, TextBuffer out) {
                        appendHex(values.array(), values.offset(row), values.width(), out);
                    }
                };
            }
        };
    }

    private static void appendDouble(double value, TextBuffer out) {
        if (value == (long) value && Math.abs(value) < INTEGERS && Double.doubleToRawLongBits(value) >= 0) {
            out.append((long) value);
        } else if (Double.isFinite(value)) {
            out.append(Double.toString(value));
        } else {
            out.append('"');
            out.append(Double.toString(value));
            out.append('"');
        }
    }

    private static void appendHex(byte[] array, int offset, int length, TextBuffer out) {
        out.append(HEX);
        out.appendHex(array, offset, length);
        out.append(HEX_END);
    }

    private static void appendBytes(byte[] array, int offset, int length, TextBuffer out) {
        if (isUtf8(array, offset, offset + length)) {
            appendString(array, offset, length, out);
        } else {
            appendHex(array, offset, length, out);
        }
    }

    /** Returns a string as JSON. */
    static String quoted(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        TextBuffer out = new TextBuffer(0);
        appendString(bytes, 0, bytes.length, out);
        return new String(out.toBytes(), UTF_8);
    }

    private static void appendString(byte[] array, int offset, int length, TextBuffer out) {
        out.append('"');
        int from = offset;
        int end = offset + length;
        for (int i = offset; i < end; i++) {
            int at = array[i];
            if ((at >= 0 && at < ' ') || at == '"' || at == '\\') {
                out.append(array, from, i - from);
                appendEscape(at, out);
                from = i + 1;
            }
        }
        out.append(array, from, end - from);
        out.append('"');
    }

    private static void appendEscape(int character, TextBuffer out) {
        out.append('\\');
        switch (character) {
            case '"', '\\' -> out.append((char) character);
            case '\n' -> out.append('n');
            case '\r' -> out.append('r');
            case '\t' -> out.append('t');
            default -> {
                out.append('u');
                out.append('0');
                out.append('0');
                out.appendHex(new byte[] {(byte) character}, 0, 1);
            }
        }
    }

    /** Returns whether bytes are well-formed UTF-8, after table 3-7 of the Unicode Standard. */
    static boolean isUtf8(byte[] array, int offset, int end) {
        int i = offset;
        while (i < end) {
            int lead = array[i] & 0xff;
            i++;
            if (lead < 0x80) {
                continue;
            }
            int more = lead >= 0xc2 && lead <= 0xdf
                    ? 1
                    : lead >= 0xe0 && lead <= 0xef ? 2 : lead >= 0xf0 && lead <= 0xf4 ? 3 : 0;
            if (more == 0 || end - i < more) {
                return false;
            }
            int second = array[i] & 0xff;
            int low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
            int high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
            if (second < low || second > high) {
                return false;
            }
            for (int k = 1; k < more; k++) {
                if ((array[i + k] & 0xc0) != 0x80) {
                    return false;
                }
            }
            i += more;
        }
        return true;
    }

    @Override
    int estimate() {
        return 12;
    }
}
