package dev.mimeo.formats.text;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Prints 64-bit integers, less an offset and divided. */
final class LongPrinter extends FieldPrinter {

    private final LongOffset offset;
    private final long divisor;
    private final @Nullable PrintFormat format;
    private long[] values = {};

    LongPrinter(ExtentType type, Field field) {
        super(field);
        this.offset = new LongOffset(type, field);
        this.divisor = divisor(field);
        this.format = format(field, PrintFormat.INTEGERS);
    }

    @Override
    void bindValues(Extent extent, int field) {
        values = extent.longs(field);
        offset.bind(extent);
    }

    @Override
    void printValue(int row, TextBuffer out) throws IOException {
        long value = offset.subtract(values[row], row) / divisor;
        if (format == null) {
            out.append(value);
        } else {
            format.print(value, out);
        }
    }
}
