package dev.mimeo.formats.text;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.formats.internal.text.PrintAttributes;

/**
 * Number that {@code print_offset} subtracts from a 64-bit integer: a constant, the first value printed, or another
 * field of the row.
 */
final class LongOffset {

    private static final long[] NONE = {};

    private final int other;
    private volatile boolean first;
    private volatile long offset;

    LongOffset(ExtentType type, Field field) {
        String text = field.attributes().getOrDefault("print_offset", "0");
        boolean relative = text.startsWith("relativeto:");
        this.other = relative ? type.indexOf(text.substring("relativeto:".length())) : -1;
        this.first = text.equals("first");
        this.offset = relative || first ? 0 : PrintAttributes.integer(field, "print_offset", 0);
        if (relative && type.fields().get(other).type() != field.type()) {
            throw new IllegalArgumentException("print_offset '" + text + "' names a field of another type");
        }
    }

    boolean wantsFirst() {
        return first;
    }

    void setFirst(long value) {
        offset = value;
        first = false;
    }

    /** Returns the number to take off every value; 0 if it is another field. */
    long constant() {
        return offset;
    }

    /** Returns the values of the other field, or an empty array if there is none. */
    long[] others(Extent extent) {
        return other >= 0 ? extent.longs(other) : NONE;
    }
}
