package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.internal.text.Markup;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes names of fields, which are unique, of what a header says, which may be anything. */
final class FieldNames {

    private static final int MAX_NAME_BYTES = 255;

    private FieldNames() {}

    /**
     * Returns the names of fields.
     *
     * @param names names of the first columns in the header
     */
    static List<String> of(List<String> names, int columns) {
        Set<String> taken = new HashSet<>(names);
        Set<String> used = new HashSet<>();
        List<String> fields = new ArrayList<>(columns);
        for (int i = 0; i < columns; i++) {
            String name = i < names.size() ? allowed(names.get(i)) : "";
            name = name.isEmpty() ? "column" + (i + 1) : name;
            String unique = name;
            for (int k = 2; !used.add(unique); k++) {
                unique = name + "_" + k;
                while (taken.contains(unique)) {
                    k++;
                    unique = name + "_" + k;
                }
            }
            fields.add(unique);
        }
        return fields;
    }

    /** Returns the part of a name that a field may have. */
    private static String allowed(String name) {
        StringBuilder kept = new StringBuilder();
        int bytes = 0;
        for (int i = 0; i < name.length(); ) {
            int character = name.codePointAt(i);
            i += Character.charCount(character);
            if (Character.isISOControl(character)
                    || !Markup.isXml(Character.toString(character))
                    || (kept.isEmpty() && character == ' ')) {
                continue;
            }
            bytes += Character.toString(character).getBytes(UTF_8).length;
            if (bytes > MAX_NAME_BYTES - "_65536".length()) {
                break;
            }
            kept.appendCodePoint(character);
        }
        return kept.toString();
    }
}
