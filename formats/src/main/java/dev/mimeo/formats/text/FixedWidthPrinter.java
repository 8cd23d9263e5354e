package dev.mimeo.formats.text;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FixedWidthColumn;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Prints fixed-width values as they are, or as hexadecimal digits if they hold unprintable bytes. */
final class FixedWidthPrinter extends FieldPrinter {

    private @Nullable FixedWidthColumn values;

    FixedWidthPrinter(Field field) {
        super(field);
    }

    @Override
    void bindValues(Extent extent, int field) {
        values = extent.fixedWidths(field);
    }

    @Override
    void printValue(int row, TextBuffer out) throws IOException {
        FixedWidthColumn column = values;
        if (column == null) {
            throw new IllegalStateException("no extent bound");
        }
        int offset = column.offset(row);
        if (StringPrinter.isPrintable(column.array(), offset, column.width())) {
            out.append(column.array(), offset, column.width());
        } else {
            out.appendHex(column.array(), offset, column.width());
        }
    }
}
