package dev.mimeo.dataseries;

import dev.mimeo.internal.text.CNumberParser;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A visible column of a type.
 *
 * @param index position among the visible fields, from 0
 * @param name unique in the type; may hold any characters but does not start with a space
 * @param type type of the values
 * @param nullable whether a row may have no value here
 * @param size bytes of a {@link FieldType#FIXEDWIDTH} value; 0 for other types
 * @param attributes all attributes of the field element in their order, known to the format or not ({@code units},
 *     {@code epoch}, {@code print_format} and so on)
 */
public record Field(
        int index, String name, FieldType type, boolean nullable, int size, Map<String, String> attributes) {

    /** Checks that nothing is null, and copies the attributes. */
    public Field {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    }

    /** Returns the value of an attribute of the field element, or null if it has none of that name. */
    public @Nullable String attribute(String attributeName) {
        return attributes.get(attributeName);
    }

    /**
     * Returns what to add to the stored values of a {@link FieldType#DOUBLE} field to get absolute ones, its
     * {@code opt_doublebase}; 0 if it has none.
     */
    public double doubleBase() {
        String base = attributes.get("opt_doublebase");
        return base == null ? 0 : CNumberParser.parseDouble(base);
    }
}
