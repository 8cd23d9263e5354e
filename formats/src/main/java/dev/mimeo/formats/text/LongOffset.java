package dev.mimeo.formats.text;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;

/**
 * What {@code print_offset} takes off a 64-bit integer: a number, the first value printed, or another field of the row.
 */
final class LongOffset {

    private final int other;
    private boolean first;
    private long offset;
    private long[] others = {};

    LongOffset(ExtentType type, Field field) {
        String text = field.attributes().getOrDefault("print_offset", "0");
        boolean relative = text.startsWith("relativeto:");
        this.other = relative ? type.indexOf(text.substring("relativeto:".length())) : -1;
        this.first = text.equals("first");
        this.offset = relative || first ? 0 : Numbers.parseLong("print_offset", text);
        if (relative && type.fields().get(other).type() != field.type()) {
            throw new IllegalArgumentException("print_offset '" + text + "' names a field of another type");
        }
    }

    void bind(Extent extent) {
        if (other >= 0) {
            others = extent.longs(other);
        }
    }

    long subtract(long value, int row) {
        if (other >= 0) {
            return value - others[row];
        }
        if (first) {
            first = false;
            offset = value;
        }
        return value - offset;
    }
}
