package dev.mimeo.formats.text;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Prints bytes and 32-bit integers, these also divided or as the four bytes of an IPv4 address. */
final class IntPrinter extends FieldPrinter {

    private final boolean single;
    private final boolean ipv4;
    private final long divisor;
    private final @Nullable PrintFormat format;
    private byte[] bytes = {};
    private int[] ints = {};

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
    void bindValues(Extent extent, int field) {
        if (single) {
            bytes = extent.bytes(field);
        } else {
            ints = extent.ints(field);
        }
    }

    @Override
    void printValue(int row, TextBuffer out) throws IOException {
        if (ipv4) {
            printAddress(ints[row], out);
            return;
        }
        long value = single ? bytes[row] & 0xff : (int) (ints[row] / divisor);
        if (format == null) {
            out.append(value);
        } else {
            format.print(value, out);
        }
    }

    private static void printAddress(int address, TextBuffer out) throws IOException {
        for (int shift = 24; shift >= 0; shift -= 8) {
            out.append((long) (address >>> shift & 0xff));
            if (shift > 0) {
                out.append('.');
            }
        }
    }
}
