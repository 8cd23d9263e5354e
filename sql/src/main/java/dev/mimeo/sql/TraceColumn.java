package dev.mimeo.sql;

import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.sql.internal.Database;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.duckdb.DuckDBColumnType;

/**
 * A column of a table in the engine.
 *
 * @param name its name there; that of the field, unless another field has the same in other letter case
 * @param field the field it comes from
 * @param binary whether its values are bytes and not text
 */
record TraceColumn(String name, Field field, boolean binary) {

    /** Stands for all fields that have strings. */
    static final String EVERY_FIELD = "*";

    /** Returns the columns of the fields of a type. */
    static List<TraceColumn> of(List<Field> fields, Set<String> binaryFields) {
        List<TraceColumn> columns = new ArrayList<>();
        // The engine does not tell names apart by letter case; the format does.
        Set<String> taken = new HashSet<>();
        for (Field field : fields) {
            String name = field.name();
            for (int copy = 1; !taken.add(Database.nameKey(name)); copy++) {
                name = field.name() + "_" + copy;
            }
            columns.add(new TraceColumn(name, field, isBinary(field, binaryFields)));
        }
        return List.copyOf(columns);
    }

    private static boolean isBinary(Field field, Set<String> binaryFields) {
        return switch (field.type()) {
            case FIXEDWIDTH -> true;
            case VARIABLE32 ->
                binaryFields.contains(EVERY_FIELD) || binaryFields.contains(field.name()) || isPrintedAsHex(field);
            default -> false;
        };
    }

    /** Returns whether this is the column of a field with strings, or bytes, of that name. */
    boolean isString(String wanted) {
        return field.name().equals(wanted)
                && (field.type() == FieldType.VARIABLE32 || field.type() == FieldType.FIXEDWIDTH);
    }

    /** Tells what the print attributes say, of which the old name for "as needed" wins. */
    private static boolean isPrintedAsHex(Field field) {
        return field.attribute("print_maybehex") == null
                && (field.attribute("print_hex") != null || "hex".equals(field.attribute("print_style")));
    }

    /** Returns the type of the vectors that are filled. Bytes go through hexadecimal text, because there is no other way. */
    DuckDBColumnType vectorType() {
        return switch (field.type()) {
            case BOOL -> DuckDBColumnType.BOOLEAN;
            case BYTE -> DuckDBColumnType.UTINYINT;
            case INT32 -> DuckDBColumnType.INTEGER;
            case INT64 -> DuckDBColumnType.BIGINT;
            case DOUBLE -> DuckDBColumnType.DOUBLE;
            case VARIABLE32, FIXEDWIDTH -> DuckDBColumnType.VARCHAR;
        };
    }

    /** Returns the SQL that selects the column from the scan under its name. */
    String selection() {
        String quoted = Database.quotedName(name);
        return binary ? "unhex(" + quoted + ") AS " + quoted : quoted;
    }

    /** Returns whether another field can stand in for this one in another file. */
    boolean matches(Field other) {
        return field.name().equals(other.name())
                && field.type() == other.type()
                && (field.type() != FieldType.FIXEDWIDTH || field.size() == other.size())
                && (field.type() != FieldType.DOUBLE || field.doubleBase() == other.doubleBase());
    }
}
