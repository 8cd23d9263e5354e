package dev.mimeo.formats.text;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import org.jspecify.annotations.Nullable;

/** Prints 64-bit integers, less an offset and divided. */
final class LongPrinter extends FieldPrinter {

    private final LongOffset offset;
    private final long divisor;
    private final @Nullable PrintFormat format;

    LongPrinter(ExtentType type, Field field) {
        super(field);
        this.offset = new LongOffset(type, field);
        this.divisor = divisor(field);
        this.format = format(field, PrintFormat.INTEGERS);
    }

    @Override
    Column bind(Extent extent) {
        long[] values = extent.longs(index());
        long[] others = offset.others(extent);
        long constant = offset.constant();
        return new Column(this, extent) {
            @Override
            void printValue(int row, TextBuffer out) {
                long value = values[row] - (others.length > 0 ? others[row] : constant);
                if (divisor != 1) {
                    value /= divisor;
                }
                if (format == null) {
                    out.append(value);
                } else {
                    format.print(value, out);
                }
            }
        };
    }

    @Override
    boolean wantsFirst() {
        return offset.wantsFirst();
    }

    @Override
    void observe(Extent extent, int row) {
        offset.setFirst(extent.longs(index())[row]);
    }

    @Override
    int estimate() {
        return format == null ? 14 : format.estimate();
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
