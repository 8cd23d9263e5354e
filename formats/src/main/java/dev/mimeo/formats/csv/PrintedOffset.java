package dev.mimeo.formats.csv;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;

/**
 * The {@code print_offset} of a field, which printing subtracts from each value: a constant, the first value, or the value of another
 * field of the same type. Immutable.
 *
 * @param other index of the other field, -1 if there is none
 * @param isFirst whether it is the first value
 */
record PrintedOffset(int other, boolean isFirst) {

    static final PrintedOffset NONE = new PrintedOffset(-1, false);

    /** A loss of information: the text does not have the first value. */
    static final String FIRST_LOST = "print_offset first takes off the first value, which is not in the text";

    private static final String RELATIVE = "relativeto:";

    /**
     * Reads the attribute of a field.
     *
     * @throws IllegalArgumentException if it names a field that the type does not have or that has values of another type
     */
    static PrintedOffset of(ExtentType type, Field field) {
        String text = field.attributes().getOrDefault("print_offset", "");
        int other = text.startsWith(RELATIVE) ? type.indexOf(text.substring(RELATIVE.length())) : -1;
        if (other >= 0 && type.fields().get(other).type() != field.type()) {
            throw new IllegalArgumentException("print_offset '" + text + "' names a field of another type");
        }
        return new PrintedOffset(other, text.equals("first"));
    }

    /** Returns whether it is a constant, which the attribute holds. */
    boolean isConstant() {
        return other < 0 && !isFirst;
    }
}
