package dev.mimeo.dataseries;

import dev.mimeo.dataseries.RecordLayout.Column;

/** The exceptions of setters that a field does not take, or that come before the first row. */
final class FieldRefusals {

    private FieldRefusals() {}

    /** Returns the exception for a value of a type. */
    static RuntimeException value(Column column, FieldType wanted) {
        return column.type() == wanted
                ? new IllegalStateException("no row added yet")
                : new IllegalArgumentException("field '" + column.field().name() + "' is of type "
                        + column.type().xmlName() + ", not " + wanted.xmlName());
    }

    /** Returns the exception for null. */
    static RuntimeException nullOf(ExtentType type, Column column) {
        return column.nullMask() == 0
                ? new IllegalArgumentException(
                        "field '" + column.field().name() + "' of type '" + type.name() + "' is not nullable")
                : value(column, column.type());
    }

    /** Returns the exception for bytes that are too many or too few. */
    static RuntimeException width(Column column, int bytes) {
        return new IllegalArgumentException(
                "field '" + column.field().name() + "' takes " + column.width() + " bytes, got " + bytes);
    }
}
