package dev.mimeo.formats.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.Field;
import java.util.List;

/** Prints {@code T} and {@code F}, or the texts of {@code print_true} and {@code print_false}. */
final class BoolPrinter extends FieldPrinter {

    private final byte[] yes;
    private final byte[] no;

    BoolPrinter(Field field) {
        super(field);
        this.yes = field.attributes().getOrDefault("print_true", "T").getBytes(UTF_8);
        this.no = field.attributes().getOrDefault("print_false", "F").getBytes(UTF_8);
    }

    @Override
    Column bind(Extent extent) {
        return new Values(this, extent);
    }

    /** The values of the field in one extent. */
    private static final class Values extends Column {
        private final boolean[] values;
        private final byte[] yes;
        private final byte[] no;

        Values(BoolPrinter printer, Extent extent) {
            super(printer, extent);
            this.values = extent.booleans(printer.index());
            this.yes = printer.yes;
            this.no = printer.no;
        }

        @Override
        void printValue(int row, TextBuffer out) {
            out.append(values[row] ? yes : no);
        }
    }

    /** The values of fields that follow each other, each with a separator before it. */
    private static final class Run extends Column {
        private final boolean[][] values;
        private final short[] yes;
        private final short[] no;

        Run(List<BoolPrinter> printers, byte separator, Extent extent) {
            super(printers.get(0), extent);
            int count = printers.size();
            this.values = new boolean[count][];
            this.yes = new short[count];
            this.no = new short[count];
            for (int i = 0; i < count; i++) {
                BoolPrinter printer = printers.get(i);
                values[i] = extent.booleans(printer.index());
                yes[i] = (short) (printer.yes[0] << Byte.SIZE | (separator & 0xff));
                no[i] = (short) (printer.no[0] << Byte.SIZE | (separator & 0xff));
            }
        }

        @Override
        void printValue(int row, TextBuffer out) {
            out.append(values, row, yes, no);
        }
    }

    /** Returns whether a value takes one byte. */
    boolean isByte() {
        return yes.length == 1 && no.length == 1 && !mayBeNull();
    }

    /**
     * Turns to the rows of an extent for several fields at once.
     *
     * @param printers the printers of fields whose values are single bytes
     * @param separator text before each of the values
     */
    static Column bind(List<BoolPrinter> printers, byte separator, Extent extent) {
        return new Run(printers, separator, extent);
    }

    @Override
    int estimate() {
        return Math.max(yes.length, no.length);
    }

    @Override
    boolean mayNeedQuotes() {
        return yes.length > 1 || no.length > 1;
    }
}
