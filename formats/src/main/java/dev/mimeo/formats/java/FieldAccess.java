package dev.mimeo.formats.java;

import dev.mimeo.dataseries.Field;

/** The parts of Java source that read or set a field, by its type. */
final class FieldAccess {

    private FieldAccess() {}

    /** Returns the type of the column. */
    static String columnType(Field field) {
        return switch (field.type()) {
            case BOOL -> "boolean[]";
            case BYTE -> "byte[]";
            case INT32 -> "int[]";
            case INT64 -> "long[]";
            case DOUBLE -> "double[]";
            case VARIABLE32 -> "dev.mimeo.dataseries.VariableColumn";
            case FIXEDWIDTH -> "dev.mimeo.dataseries.FixedWidthColumn";
        };
    }

    /** Returns the method of {@code Extent} that gives the column. */
    static String columnMethod(Field field) {
        return switch (field.type()) {
            case BOOL -> "booleans";
            case BYTE -> "bytes";
            case INT32 -> "ints";
            case INT64 -> "longs";
            case DOUBLE -> "doubles";
            case VARIABLE32 -> "variables";
            case FIXEDWIDTH -> "fixedWidths";
        };
    }

    /** Returns the method of {@code ExtentBuilder} that sets a value. */
    static String builderMethod(Field field) {
        return switch (field.type()) {
            case BOOL -> "setBoolean";
            case BYTE -> "setByte";
            case INT32 -> "setInt";
            case INT64 -> "setLong";
            case DOUBLE -> "setDouble";
            case VARIABLE32 -> "setString";
            case FIXEDWIDTH -> "setBytes";
        };
    }

    /** Returns the type of a single value. */
    static String valueType(Field field) {
        return switch (field.type()) {
            case BOOL -> "boolean";
            case BYTE, INT32 -> "int";
            case INT64 -> "long";
            case DOUBLE -> "double";
            case VARIABLE32 -> "java.lang.String";
            case FIXEDWIDTH -> "byte[]";
        };
    }

    /** Returns what follows the column in an expression for the value of a row. */
    static String value(Field field) {
        return switch (field.type()) {
            case BYTE -> "[row] & 0xff";
            case VARIABLE32 -> ".utf8(row)";
            case FIXEDWIDTH -> ".copy(row)";
            default -> "[row]";
        };
    }
}
