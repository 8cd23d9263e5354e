package dev.mimeo.formats.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.Field;

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
        boolean[] values = extent.booleans(index());
        return new Column(this, extent) {
            @Override
            void printValue(int row, TextBuffer out) {
                out.append(values[row] ? yes : no);
            }
        };
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
