package dev.mimeo.formats.java;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import java.util.stream.Collectors;

/** Source of a program that reads all rows of a file through a generated cursor, as users write it. */
final class CursorSource {

    private CursorSource() {}

    /** Returns the class {@code name}, whose method {@code rows} returns the values of each row, nulls being null. */
    static String of(String packageName, String name, ExtentType type, String className) {
        String values =
                Member.of(type).stream().map(CursorSource::value).collect(Collectors.joining(",\n            "));
        return """
                package PACKAGE;

                public final class NAME {
                    public static java.util.List<Object[]> rows(dev.mimeo.dataseries.DataSeriesReader reader, int threads)
                            throws java.io.IOException {
                        java.util.List<Object[]> rows = new java.util.ArrayList<>();
                        try (TYPE.Cursor row = TYPE.Cursor.open(reader, threads)) {
                            while (row.next()) {
                                rows.add(new Object[] {
                            VALUES
                                });
                            }
                        }
                        return rows;
                    }
                }
                """.replace("PACKAGE", packageName)
                .replace("NAME", name)
                .replace("TYPE", className)
                .replace("VALUES", values);
    }

    private static String value(Member member) {
        Field field = member.field();
        String capitalized = JavaNames.capitalized(member.name());
        String value = switch (field.type()) {
            case VARIABLE32 -> "row." + member.name() + "Bytes()";
            default -> "row." + member.name() + "()";
        };
        return field.nullable() ? "row.is" + capitalized + "Null() ? null : (Object) " + value : value;
    }
}
