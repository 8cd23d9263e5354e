package dev.mimeo.scan;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A scanner and its options, as written {@code compression,codecs=lz4+zlib:6,times=true}.
 *
 * @param name name of the provider
 * @param options by name
 */
public record ScannerSpec(String name, Map<String, String> options) implements Serializable {

    /** Copies the options. */
    public ScannerSpec {
        options = Map.copyOf(options);
    }

    /**
     * Parses a name and comma-separated {@code option=value} pairs.
     *
     * @throws IllegalArgumentException if the name is missing, or an option is without value or given twice
     */
    public static ScannerSpec parse(String text) {
        String[] parts = text.split(",", -1);
        String name = parts[0].strip();
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a scanner is written NAME[,option=value]..., got '" + text + "'");
        }
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            String key = equals < 0 ? "" : parts[i].substring(0, equals).strip();
            if (key.isEmpty()) {
                throw new IllegalArgumentException(
                        "scanner options are written option=value, got '" + parts[i] + "' in '" + text + "'");
            }
            if (options.put(key, parts[i].substring(equals + 1).strip()) != null) {
                throw new IllegalArgumentException("option '" + key + "' is given twice in '" + text + "'");
            }
        }
        return new ScannerSpec(name, options);
    }

    /**
     * Checks that all options are known; for providers.
     *
     * @throws IllegalArgumentException naming the first that is not
     */
    public static void checkOptions(String scanner, Map<String, String> options, Set<String> known) {
        for (String key : new TreeMap<>(options).keySet()) {
            if (!known.contains(key)) {
                throw new IllegalArgumentException("scanner '" + scanner + "' has no option '" + key + "'; "
                        + (known.isEmpty() ? "it has none" : "known: " + String.join(", ", new TreeSet<>(known))));
            }
        }
    }

    /** Returns the form that {@link #parse} reads, options sorted. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(name);
        new TreeMap<>(options)
                .forEach(
                        (key, value) -> text.append(',').append(key).append('=').append(value));
        return text.toString();
    }
}
