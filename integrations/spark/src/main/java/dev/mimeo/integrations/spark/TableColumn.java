package dev.mimeo.integrations.spark;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.internal.text.Markup;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

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

    /**
     * Returns the columns of the fields of a type.
     *
     * @param binaryFields names of fields of strings that are binary, or {@code *}
     * @throws IllegalArgumentException if one of these is not a field of strings
     */
    static List<TableColumn> of(List<Field> fields, Set<String> binaryFields) {
        for (String name : binaryFields) {
            if (!name.equals(EVERY_FIELD) && fields.stream().noneMatch(field -> isString(field, name))) {
                throw new IllegalArgumentException(
                        "option 'binary': there is no string field '" + name + "': check the name");
            }
        }
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

    private static boolean isString(Field field, String name) {
        return field.name().equals(name)
                && (field.type() == FieldType.VARIABLE32 || field.type() == FieldType.FIXEDWIDTH);
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

    /** Returns columns as Spark sees them. */
    @SuppressWarnings({"deprecation", "RedundantSuppression"}) // the other form is not there in all lines of Spark
    static StructType schema(List<TableColumn> columns) {
        return DataTypes.createStructType(columns.stream()
                .map(column -> DataTypes.createStructField(column.name, column.dataType(), true))
                .toArray(StructField[]::new));
    }

    /** Returns whether columns have the same names and types, in any order. */
    static boolean isSame(StructType one, StructType other) {
        return one.size() == other.size()
                && Stream.of(one.fields())
                        .allMatch(field -> Stream.of(other.fields())
                                .anyMatch(same -> same.name().equals(field.name())
                                        && same.dataType().equals(field.dataType())));
    }

    /**
     * Makes the type of extents that hold the rows of a table, all of whose columns may be null.
     *
     * @throws IllegalArgumentException if no field holds a column; the message says what to do about it
     */
    static ExtentType typeOf(String name, StructType schema) {
        StringBuilder xml = new StringBuilder("<ExtentType name=\"")
                .append(Markup.escapeAttribute(name))
                .append("\" version=\"1.0\">\n");
        for (StructField column : schema.fields()) {
            DataType type = column.dataType();
            FieldType field = fieldType(column);
            xml.append("  <field type=\"")
                    .append(field.xmlName())
                    .append("\" name=\"")
                    .append(Markup.escapeAttribute(column.name()))
                    .append("\" opt_nullable=\"yes\"")
                    .append(field == FieldType.VARIABLE32 ? " pack_unique=\"yes\"" : "")
                    .append(type.equals(DataTypes.BinaryType) ? " print_style=\"hex\"" : "")
                    .append(" />\n");
        }
        try {
            return ExtentType.parse(xml.append("</ExtentType>\n").toString());
        } catch (DataSeriesException e) {
            throw new IllegalArgumentException(
                    "columns " + schema.toDDL() + " cannot be fields of type '" + name + "': " + e.getMessage(), e);
        }
    }

    private static FieldType fieldType(StructField column) {
        return switch (column.dataType().typeName()) {
            case "boolean" -> FieldType.BOOL;
            case "short" -> FieldType.BYTE;
            case "integer" -> FieldType.INT32;
            case "long" -> FieldType.INT64;
            case "double" -> FieldType.DOUBLE;
            case "string", "binary" -> FieldType.VARIABLE32;
            default ->
                throw new IllegalArgumentException("column '" + column.name() + "' is of type "
                        + column.dataType().sql() + ", which no field of DataSeries has: cast it to "
                        + remedy(column.dataType()));
        };
    }

    private static String remedy(DataType type) {
        return switch (type.typeName()) {
            case "byte" -> "INT";
            case "float" -> "DOUBLE";
            case "date" -> "INT (unix_date) or STRING";
            case "timestamp", "timestamp_ntz" -> "BIGINT (unix_micros) or STRING";
            default ->
                type instanceof DecimalType
                        ? "BIGINT, DOUBLE or STRING"
                        : type instanceof ArrayType || type instanceof MapType || type instanceof StructType
                                ? "STRING (to_json), or give its parts columns of their own"
                                : "STRING";
        };
    }
}
