package dev.mimeo.formats.text;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import org.jspecify.annotations.Nullable;

/** Prints bytes and 32-bit integers, these also divided or as the four bytes of an IPv4 address. */
final class IntPrinter extends FieldPrinter {

    private final boolean single;
    private final boolean ipv4;
    private final long divisor;
    private final @Nullable PrintFormat format;

    IntPrinter(Field field) {
        super(field);
        this.single = field.type() == FieldType.BYTE;
        this.ipv4 = !single && "ipv4".equals(field.attribute("print_format"));
        this.divisor = single ? 1 : divisor(field);
        if (ipv4 && divisor != 1) {
            throw new IllegalArgumentException("print_divisor is " + divisor + ", but the format ipv4 takes none");
        }
        this.format = ipv4 ? null : format(field, PrintFormat.INTEGERS);
    }

    @Override
    Column bind(Extent extent) {
        if (single) {
            byte[] values = extent.bytes(index());
            return new Column(this, extent) {
                @Override
                void printValue(int row, TextBuffer out) {
                    printNumber(values[row] & 0xff, out);
                }
            };
        }
        int[] values = extent.ints(index());
        if (ipv4) {
            return new Column(this, extent) {
                @Override
                void printValue(int row, TextBuffer out) {
                    printAddress(values[row], out);
                }
            };
        }
        if (divisor != 1) {
            return new Column(this, extent) {
                @Override
                void printValue(int row, TextBuffer out) {
                    printNumber((int) (values[row] / divisor), out);
                }
            };
        }
        return new Column(this, extent) {
            @Override
            void printValue(int row, TextBuffer out) {
                printNumber(values[row], out);
            }
        };
    }

    private void printNumber(int value, TextBuffer out) {
        if (format == null) {
            out.append((long) value);
        } else {
            format.print(value, out);
        }
    }

    private static void printAddress(int address, TextBuffer out) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            out.append((long) (address >>> shift & 0xff));
            if (shift > 0) {
                out.append('.');
            }
        }
    }

    @Override
    int estimate() {
        return format == null ? 8 : format.estimate();
    }

    @Override
    @Nullable PrintFormat integerFormat() {
        return format;
    }

    @Override
    boolean mayNeedQuotes() {
        return format != null;
    }
}
