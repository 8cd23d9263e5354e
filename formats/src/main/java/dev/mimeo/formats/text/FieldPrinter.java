package dev.mimeo.formats.text;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.formats.internal.text.PrintAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Prints the values of one field. Thread-safe except for {@link #observe}, which must be called before an
 * extent is bound; columns are for one thread.
 */
abstract class FieldPrinter {

    private static final boolean[] NO_ROWS = {};
    private static final byte[] NULL = "null".getBytes(US_ASCII);

    private final int index;
    private final boolean nullable;

    FieldPrinter(Field field) {
        this.index = field.index();
        this.nullable = field.nullable();
    }

    /** The values of the field in one extent. */
    abstract static class Column {

        private final boolean[] nulls;

        Column(FieldPrinter printer, Extent extent) {
            this.nulls = printer.nullable ? extent.nulls(printer.index) : NO_ROWS;
        }

        /** Appends the value of a row. */
        final void print(int row, TextBuffer out) {
            if (nulls.length > 0 && nulls[row]) {
                out.append(NULL);
            } else {
                printValue(row, out);
            }
        }

        abstract void printValue(int row, TextBuffer out);
    }

    /**
     * Makes the printer that the attributes of a field ask for.
     *
     * @param field a field of the type, maybe with other attributes
     * @throws IllegalArgumentException if an attribute is invalid
     */
    static FieldPrinter of(ExtentType type, Field field, TextOptions options) {
        return switch (field.type()) {
            case BOOL -> new BoolPrinter(field);
            case BYTE, INT32 -> new IntPrinter(field);
            case INT64 ->
                SecondsPrinter.asks(field)
                        ? new SecondsPrinter(type, field, options.compat())
                        : new LongPrinter(type, field);
            case DOUBLE -> new DoublePrinter(type, field);
            case VARIABLE32 -> new StringPrinter(field, options.csv(), options.compat());
            case FIXEDWIDTH -> new FixedWidthPrinter(field);
        };
    }

    /** Returns the index of the field in its type. */
    final int index() {
        return index;
    }

    /** Returns whether there may be rows without a value. */
    final boolean mayBeNull() {
        return nullable;
    }

    /** Turns to the rows of an extent. */
    abstract Column bind(Extent extent);

    /** Returns about how many bytes the text of a value has. */
    abstract int estimate();

    /** Returns whether the text may hold a separator, a quote or a line end. */
    boolean mayNeedQuotes() {
        return false;
    }

    /** Returns whether the printer still has to be shown rows, in order, with {@link #observe}. */
    boolean wantsFirst() {
        return false;
    }

    /** Shows a row that will be printed and is not null. */
    void observe(Extent extent, int row) {}

    /** Returns whether a row has no value. */
    final boolean isNull(Extent extent, int row) {
        return nullable && extent.isNull(index, row);
    }

    /** Returns the format that integers are printed with, if there is one. */
    @Nullable PrintFormat integerFormat() {
        return null;
    }

    /** Compiles the {@code print_format} attribute, if there is one. */
    static @Nullable PrintFormat format(Field field, String conversions) {
        String format = field.attribute("print_format");
        return format == null ? null : PrintFormat.parse(format, conversions);
    }

    /** Returns the {@code print_divisor} attribute, or 1. */
    static long divisor(Field field) {
        long divisor = PrintAttributes.integer(field, "print_divisor", 1);
        if (divisor == 0) {
            throw new IllegalArgumentException("print_divisor is zero");
        }
        return divisor;
    }
}
