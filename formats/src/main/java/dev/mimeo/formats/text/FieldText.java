package dev.mimeo.formats.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import org.jspecify.annotations.Nullable;

/**
 * The values of one field as text, as its print attributes say and {@link ExtentText} prints them. What is to be relative to
 * the first value is so to the first one that is asked for. Not thread-safe.
 */
public final class FieldText {

    private final ExtentType type;
    private final FieldPrinter printer;
    private final TextBuffer buffer = new TextBuffer(64);
    private @Nullable Extent extent;
    private FieldPrinter.@Nullable Column column;

    /**
     * Prepares to print a field.
     *
     * @throws IllegalArgumentException if the type has no such field, or a print attribute of it is invalid
     */
    public FieldText(ExtentType type, String field) {
        this.type = type;
        Field printed = type.fields().get(type.indexOf(field));
        this.printer = FieldPrinter.of(type, printed, TextOptions.DEFAULT);
    }

    /**
     * Returns the value of a row; {@code null} where it has none. Bytes that are not UTF-8 are replaced.
     *
     * @throws IllegalArgumentException if the extent is of another type
     * @throws IndexOutOfBoundsException if it has no such row
     */
    public String text(Extent rows, int row) {
        if (!rows.type().equals(type)) {
            throw new IllegalArgumentException(
                    "rows are of type '" + rows.type().name() + "', not '" + type.name() + "'");
        }
        if (printer.wantsFirst() && !printer.isNull(rows, row)) {
            printer.observe(rows, row);
            extent = null;
        }
        FieldPrinter.Column values = column;
        if (values == null || rows != extent) {
            values = printer.bind(rows);
            column = values;
            extent = rows;
        }
        buffer.clear();
        values.print(row, buffer);
        return new String(buffer.toBytes(), UTF_8);
    }
}
