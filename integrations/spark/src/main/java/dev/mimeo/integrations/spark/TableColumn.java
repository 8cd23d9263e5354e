package dev.mimeo.integrations.spark;

import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/**
 * A column of the table.
 *
 * @param name its name in the table
 * @param fieldName its name in the files
 * @param type type of its values in the files
 * @param binary whether its strings are binary
 */
record TableColumn(String name, String fieldName, FieldType type, boolean binary) implements Serializable {

    private static final String EVERY_FIELD = "*";

    /** Returns the columns of the fields of a type. */
    static List<TableColumn> of(List<Field> fields, Set<String> binaryFields) {
        List<TableColumn> columns = new ArrayList<>();
        // Spark does not tell names apart by letter case; the format does.
        Set<String> taken = new HashSet<>();
        for (Field field : fields) {
            String name = field.name();
            for (int copy = 1; !taken.add(name.toLowerCase(Locale.ROOT)); copy++) {
                name = field.name() + "_" + copy;
            }
            columns.add(new TableColumn(name, field.name(), field.type(), isBinary(field, binaryFields)));
        }
        return List.copyOf(columns);
    }

    private static boolean isBinary(Field field, Set<String> binaryFields) {
        return switch (field.type()) {
            case FIXEDWIDTH -> true;
            case VARIABLE32 ->
                binaryFields.contains(EVERY_FIELD)
                        || binaryFields.contains(field.name())
                        || field.attribute("print_hex") != null
                        || "hex".equals(field.attribute("print_style"));
            default -> false;
        };
    }

    /** Returns the type of the values in the table. */
    DataType dataType() {
        return switch (type) {
            case BOOL -> DataTypes.BooleanType;
            // Values are 0 to 255, which a tinyint does not hold.
            case BYTE -> DataTypes.ShortType;
            case INT32 -> DataTypes.IntegerType;
            case INT64 -> DataTypes.LongType;
            case DOUBLE -> DataTypes.DoubleType;
            case VARIABLE32, FIXEDWIDTH -> binary ? DataTypes.BinaryType : DataTypes.StringType;
        };
    }

    StructField schemaField() {
        return DataTypes.createStructField(name, dataType(), true);
    }
}
