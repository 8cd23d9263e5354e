package dev.mimeo.formats.java;

import static java.util.Map.entry;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.internal.text.TextTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A field and the parts of the generated class that belong to it.
 *
 * @param name Java name of the field, unique in the class together with the names derived from it
 */
record Member(Field field, String name) {

    private static final String COLUMN = """
                private ${column} values${index};
            """;

    private static final String NULLS = """
                private boolean[] nulls${index};
            """;

    private static final String BASE = """
                private double base${index};
            """;

    /** The base is a text, which is read once for an extent. */
    private static final String BASE_OF_EXTENT =
            "\n            base${index} = extent.type().fields().get(columns[${index}]).doubleBase();";

    private static final String WRITER_BASE = """
                    private final double base${index};
            """;

    private static final String BASE_OF_WRITER = """
                        this.base${index} = type.fields().get(columns[${index}]).doubleBase();
            """;

    private static final String READERS = """

                /** Returns the column ${field}; not to be changed. */
                public ${column} ${name}() {
                    ${column} values = values${index};
                    if (values == null) {
                        values = extent.${columnMethod}(columns[${index}]);
                        values${index} = values;${baseOfExtent}
                    }
                    return values;
                }

                /** Returns the value of ${field} in a row${about}. */
                public ${value} ${name}(int row) {
                    return this.${name}()${ofRow};
                }
            """;

    private static final String READER_OF_BYTES = """

                /** Returns a copy of the bytes of ${field} in a row. */
                public byte[] ${name}Bytes(int row) {
                    return this.${name}().copy(row);
                }
            """;

    private static final String READER_WITH_BASE = """

                /** Returns the value of ${field} in a row with the opt_doublebase of the type added. */
                public double ${name}Absolute(int row) {
                    return this.${name}(row) + base${index};
                }
            """;

    private static final String READER_OF_NULL = """

                /** Tells whether ${field} has no value in a row. */
                public boolean is${Name}Null(int row) {
                    boolean[] nulls = nulls${index};
                    if (nulls == null) {
                        nulls = extent.nulls(columns[${index}]);
                        nulls${index} = nulls;
                    }
                    return nulls[row];
                }
            """;

    private static final String CURSOR_READER = """

                    /** Returns the value of ${field}${about}. */
                    public ${value} ${name}() {
                        return rows.${name}(row);
                    }
            """;

    private static final String CURSOR_READER_OF_BYTES = """

                    /** Returns a copy of the bytes of ${field}. */
                    public byte[] ${name}Bytes() {
                        return rows.${name}Bytes(row);
                    }
            """;

    private static final String CURSOR_READER_WITH_BASE = """

                    /** Returns the value of ${field} with the opt_doublebase of the type added. */
                    public double ${name}Absolute() {
                        return rows.${name}Absolute(row);
                    }
            """;

    private static final String CURSOR_READER_OF_NULL = """

                    /** Tells whether ${field} has no value. */
                    public boolean is${Name}Null() {
                        return rows.is${Name}Null(row);
                    }
            """;

    private static final String SETTER = """

                    /** Sets ${field}${about}. */
                    public Writer set${Name}(${value} value) {
                        builder.${setter}(columns[${index}], value);
                        return this;
                    }
            """;

    private static final String SETTER_OF_BYTES = """

                    /** Sets ${field} to bytes, which are copied. */
                    public Writer set${Name}(byte[] value) {
                        builder.setBytes(columns[${index}], value);
                        return this;
                    }
            """;

    private static final String SETTER_WITH_BASE = """

                    /** Sets ${field} to a value from which the opt_doublebase of the type is subtracted. */
                    public Writer set${Name}Absolute(double value) {
                        builder.${setter}(columns[${index}], value - base${index});
                        return this;
                    }
            """;

    private static final String SETTER_OF_NULL = """

                    /** Sets ${field} to have no value. */
                    public Writer set${Name}Null() {
                        builder.setNull(columns[${index}]);
                        return this;
                    }
            """;

    /** Attributes that the generated methods express themselves. */
    private static final Set<String> EXPRESSED = Set.of("type", "name", "size");

    /** Returns the members for the fields of a type, in their order. */
    static List<Member> of(ExtentType type) {
        JavaNames names = new JavaNames();
        List<Member> members = new ArrayList<>();
        for (Field field : type.fields()) {
            List<String> derived = new ArrayList<>(List.of("setName"));
            if (field.nullable()) {
                derived.addAll(List.of("isNameNull", "setNameNull"));
            }
            if (field.type() == FieldType.VARIABLE32) {
                derived.add("nameBytes");
            }
            if (field.doubleBase() != 0) {
                derived.addAll(List.of("nameAbsolute", "setNameAbsolute"));
            }
            members.add(new Member(field, names.member(field.name(), derived)));
        }
        return members;
    }

    /** Returns the variables that keep the column. */
    String column() {
        return part(COLUMN) + (field.nullable() ? part(NULLS) : "") + ifBased(BASE);
    }

    /** Returns the variables that keep what a writer knows of the column. */
    String writerColumn() {
        return ifBased(WRITER_BASE);
    }

    /** Returns the statements that set the variables of a writer. */
    String writerColumnIsSet() {
        return ifBased(BASE_OF_WRITER);
    }

    /** Returns the methods that read the column in any row of an extent. */
    String readers() {
        return parts(READERS, READER_OF_BYTES, READER_WITH_BASE, READER_OF_NULL);
    }

    /** Returns the methods that read the current row of a cursor. */
    String cursorReaders() {
        return parts(CURSOR_READER, CURSOR_READER_OF_BYTES, CURSOR_READER_WITH_BASE, CURSOR_READER_OF_NULL);
    }

    /** Returns the methods that set the column. */
    String setters() {
        return parts(SETTER, SETTER_OF_BYTES, SETTER_WITH_BASE, SETTER_OF_NULL);
    }

    private String parts(String any, String ofBytes, String withBase, String ofNull) {
        return part(any)
                + (field.type() == FieldType.VARIABLE32 ? part(ofBytes) : "")
                + ifBased(withBase)
                + (field.nullable() ? part(ofNull) : "");
    }

    private String ifBased(String template) {
        return field.doubleBase() == 0 ? "" : part(template);
    }

    private String part(String template) {
        return new TextTemplate(template.replace("${baseOfExtent}", field.doubleBase() == 0 ? "" : BASE_OF_EXTENT))
                .fill(Map.ofEntries(
                        entry("name", name),
                        entry("Name", JavaNames.capitalized(name)),
                        entry("index", Integer.toString(field.index())),
                        entry("field", JavaText.comment(field.name())),
                        entry("about", about()),
                        entry("column", FieldAccess.columnType(field)),
                        entry("columnMethod", FieldAccess.columnMethod(field)),
                        entry("value", FieldAccess.valueType(field)),
                        entry("ofRow", FieldAccess.value(field)),
                        entry("setter", FieldAccess.builderMethod(field))));
    }

    /** Returns what the type says about the values, such as their units; nothing about how they are stored. */
    private String about() {
        String attributes = field.attributes().entrySet().stream()
                .filter(attribute -> !EXPRESSED.contains(attribute.getKey())
                        && !attribute.getKey().startsWith("opt_")
                        && !attribute.getKey().startsWith("pack_"))
                .map(attribute -> attribute.getKey() + ": " + attribute.getValue())
                .collect(Collectors.joining(", "));
        return attributes.isEmpty() ? "" : " (" + JavaText.comment(attributes) + ")";
    }
}
