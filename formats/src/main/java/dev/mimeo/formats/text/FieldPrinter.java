package dev.mimeo.formats.text;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Prints the values of one field, of one extent after the other. */
abstract class FieldPrinter {

    private static final boolean[] NO_ROWS = {};

    private final int index;
    private final boolean nullable;
    private boolean[] nulls = NO_ROWS;

    FieldPrinter(Field field) {
        this.index = field.index();
        this.nullable = field.nullable();
    }

    /**
     * Makes the printer that the attributes of a field ask for.
     *
     * @throws IllegalArgumentException if an attribute makes no sense
     */
    static FieldPrinter of(ExtentType type, Field field, boolean csv) {
        return switch (field.type()) {
            case BOOL -> new BoolPrinter(field);
            case BYTE, INT32 -> new IntPrinter(field);
            case INT64 -> SecondsPrinter.asks(field) ? new SecondsPrinter(type, field) : new LongPrinter(type, field);
            case DOUBLE -> new DoublePrinter(type, field);
            case VARIABLE32 -> new StringPrinter(field, csv);
            case FIXEDWIDTH -> new FixedWidthPrinter(field);
        };
    }

    /** Turns to the rows of an extent. */
    final void bind(Extent extent) {
        if (nullable) {
            nulls = extent.nulls(index);
        }
        bindValues(extent, index);
    }

    /** Prints the value of a row of the extent bound last. */
    final void print(int row, TextBuffer out) throws IOException {
        if (nullable && nulls[row]) {
            out.append("null");
        } else {
            printValue(row, out);
        }
    }

    abstract void bindValues(Extent extent, int field);

    abstract void printValue(int row, TextBuffer out) throws IOException;

    /** Compiles the {@code print_format} attribute, if there is one. */
    static @Nullable PrintFormat format(Field field, String conversions) {
        String format = field.attribute("print_format");
        return format == null ? null : PrintFormat.parse(format, conversions);
    }

    /** Returns the {@code print_divisor} attribute, or 1. */
    static long divisor(Field field) {
        String text = field.attribute("print_divisor");
        long divisor = text == null ? 1 : Numbers.parseLong("print_divisor", text);
        if (divisor == 0) {
            throw new IllegalArgumentException("print_divisor is zero");
        }
        return divisor;
    }
}
