package dev.mimeo.formats.internal.text;

import dev.mimeo.dataseries.Field;
import dev.mimeo.internal.text.CNumberParser;

/** Reads the numbers in the print attributes of fields. */
public final class PrintAttributes {

    private PrintAttributes() {}

    /**
     * Returns the integer that an attribute holds, blanks around it ignored.
     *
     * @param otherwise the result if the field has no such attribute
     * @throws IllegalArgumentException if the attribute is not an integer of 64 bits
     */
    public static long integer(Field field, String attribute, long otherwise) {
        String text = field.attribute(attribute);
        try {
            return text == null ? otherwise : CNumberParser.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(attribute + " '" + text + "' is not an integer", e);
        }
    }

    /**
     * Returns the number that an attribute holds as C's {@code strtod} reads it, blanks around it ignored.
     *
     * @param otherwise the result if the field has no such attribute
     * @throws IllegalArgumentException if the attribute is not a number
     */
    public static double real(Field field, String attribute, double otherwise) {
        String text = field.attribute(attribute);
        try {
            return text == null ? otherwise : CNumberParser.parseDouble(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(attribute + " '" + text + "' is not a number", e);
        }
    }
}
