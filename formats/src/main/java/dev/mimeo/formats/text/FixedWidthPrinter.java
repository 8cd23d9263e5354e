package dev.mimeo.formats.text;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FixedWidthColumn;

/** Prints fixed-width values unchanged, or as hexadecimal digits if they have unprintable bytes. */
final class FixedWidthPrinter extends FieldPrinter {

    private final int width;

    FixedWidthPrinter(Field field) {
        super(field);
        this.width = field.size();
    }

    @Override
    Column bind(Extent extent) {
        FixedWidthColumn values = extent.fixedWidths(index());
        return new Column(this, extent) {
            @Override
            void printValue(int row, TextBuffer out) {
                int offset = values.offset(row);
                if (StringPrinter.isPrintable(values.array(), offset, values.width())) {
                    out.append(values.array(), offset, values.width());
                } else {
                    out.appendHex(values.array(), offset, values.width());
                }
            }
        };
    }

    @Override
    int estimate() {
        return 2 * Math.min(width, 1 << 20);
    }

    @Override
    boolean mayNeedQuotes() {
        return true;
    }
}
