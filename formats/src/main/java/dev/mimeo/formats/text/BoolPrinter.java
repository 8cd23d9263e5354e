package dev.mimeo.formats.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.Field;
import java.io.IOException;

/** Prints {@code T} and {@code F}, or the texts of {@code print_true} and {@code print_false}. */
final class BoolPrinter extends FieldPrinter {

    private final byte[] yes;
    private final byte[] no;
    private boolean[] values = {};

    BoolPrinter(Field field) {
        super(field);
        this.yes = field.attributes().getOrDefault("print_true", "T").getBytes(UTF_8);
        this.no = field.attributes().getOrDefault("print_false", "F").getBytes(UTF_8);
    }

    @Override
    void bindValues(Extent extent, int field) {
        values = extent.booleans(field);
    }

    @Override
    void printValue(int row, TextBuffer out) throws IOException {
        out.append(values[row] ? yes : no);
    }
}
