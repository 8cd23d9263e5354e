package dev.mimeo.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A name with options, as in {@code mix,ratio=2.5}.
 *
 * @param name before the first comma
 * @param options by name, in the order given
 */
record NamedOptions(String name, Map<String, String> options) {

    /**
     * Splits the text.
     *
     * @throws IllegalArgumentException if the name is missing or a part is not {@code option=value}
     */
    static NamedOptions parse(String text) {
        String[] parts = text.split(",", -1);
        if (parts[0].isBlank()) {
            throw new IllegalArgumentException("'" + text + "' names nothing: write NAME or NAME,option=value");
        }
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("'" + parts[i] + "' in '" + text + "' is not option=value");
            }
            options.put(
                    parts[i].substring(0, equals).strip(),
                    parts[i].substring(equals + 1).strip());
        }
        return new NamedOptions(parts[0].strip(), options);
    }
}
