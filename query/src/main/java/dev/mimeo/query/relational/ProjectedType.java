package dev.mimeo.query.relational;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.internal.text.Markup;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the description of the type that a projection makes: the field elements of the input, as far as they fit. */
final class ProjectedType {

    private static final String RELATIVE_PRINT = "relativeto:";

    private ProjectedType() {}

    static ExtentType of(ExtentType input, List<Projection.Column> columns, List<Projection.Computed> computed)
            throws DataSeriesException {
        // A column that is computed from the one before it is nullable if that one is, which may be the same one.
        boolean[] nullable = new boolean[computed.size()];
        while (true) {
            ExtentType type = of(input, columns, computed, nullable);
            RowScope scope = new RowScope(input, type, columns, computed);
            boolean changed = false;
            for (int i = 0; i < nullable.length; i++) {
                changed |= scope.isNullable(i) && !nullable[i];
                nullable[i] |= scope.isNullable(i);
            }
            if (!changed) {
                return type;
            }
        }
    }

    private static ExtentType of(
            ExtentType input, List<Projection.Column> columns, List<Projection.Computed> computed, boolean[] nullable)
            throws DataSeriesException {
        StringBuilder xml = start(input.name(), input.namespace(), input.majorVersion() + "." + input.minorVersion());
        Map<String, String> names = new HashMap<>();
        for (Projection.Column column : columns) {
            names.put(column.source(), column.name());
            Field field = input.fields().get(input.indexOf(column.source()));
            append(xml, attributes(field, column.name(), names));
        }
        for (int i = 0; i < nullable.length; i++) {
            Projection.Computed column = computed.get(i);
            Map<String, String> attributes = new LinkedHashMap<>();
            attributes.put("type", column.type().xmlName());
            attributes.put("name", column.name());
            if (column.type() == FieldType.VARIABLE32) {
                attributes.put("pack_unique", "yes");
            }
            if (nullable[i]) {
                attributes.put("opt_nullable", "yes");
            }
            append(xml, attributes);
        }
        return finish(xml);
    }

    static StringBuilder start(String name, String namespace, String version) {
        return new StringBuilder("<ExtentType name=\"")
                .append(Markup.escapeAttribute(name))
                .append("\" namespace=\"")
                .append(Markup.escapeAttribute(namespace))
                .append("\" version=\"")
                .append(version)
                .append("\">\n");
    }

    static ExtentType finish(StringBuilder xml) throws DataSeriesException {
        return ExtentType.parse(xml.append("</ExtentType>\n").toString());
    }

    /**
     * Returns the attributes of a field under a new name. What refers to a field that is not there, or comes later, is
     * left out.
     */
    static Map<String, String> attributes(Field field, String name, Map<String, String> names) {
        Map<String, String> attributes = new LinkedHashMap<>();
        field.attributes().forEach((key, value) -> {
            switch (key) {
                case "name" -> attributes.put(key, name);
                case "pack_relative" -> putName(attributes, key, "", names.get(value));
                case "print_offset" -> {
                    if (value.startsWith(RELATIVE_PRINT)) {
                        String other = names.get(value.substring(RELATIVE_PRINT.length()));
                        putName(attributes, key, RELATIVE_PRINT, other);
                    } else {
                        attributes.put(key, value);
                    }
                }
                default -> attributes.put(key, value);
            }
        });
        return attributes;
    }

    private static void putName(Map<String, String> attributes, String key, String prefix, @Nullable String name) {
        if (name != null) {
            attributes.put(key, prefix + name);
        }
    }

    static void append(StringBuilder xml, Map<String, String> attributes) {
        xml.append("  ").append(element(attributes)).append('\n');
    }

    /** Returns the element of a field, on one line. */
    static String element(Map<String, String> attributes) {
        StringBuilder element = new StringBuilder("<field");
        attributes.forEach((key, value) -> element.append(' ')
                .append(key)
                .append("=\"")
                .append(Markup.escapeAttribute(value))
                .append('"'));
        return element.append("/>").toString();
    }
}
