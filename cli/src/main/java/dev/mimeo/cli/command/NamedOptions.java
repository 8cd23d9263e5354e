package dev.mimeo.cli.command;

import dev.mimeo.generate.DataGenerators;
import dev.mimeo.scan.ScanConfiguration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A name with options, as in {@code mix,ratio=2.5}.
 *
 * @param name before the first comma
 * @param options by name, in the order given
 */
public record NamedOptions(String name, Map<String, String> options) {

    /**
     * Returns the generator to use: the one given on the command line, else that of a configuration, else the default.
     *
     * @param given null if none was given
     * @throws IllegalArgumentException if what was given is malformed
     */
    public static NamedOptions choose(@Nullable String given, ScanConfiguration configuration) {
        if (given != null) {
            return parse(given);
        }
        String configured = configuration.generator();
        return configured == null
                ? new NamedOptions(DataGenerators.DEFAULT, Map.of())
                : new NamedOptions(configured, configuration.generatorOptions());
    }

    /**
     * Splits the text.
     *
     * @throws IllegalArgumentException if the name is missing, a part is not {@code option=value}, or an option is given twice
     */
    public static NamedOptions parse(String text) {
        String[] parts = text.split(",", -1);
        if (parts[0].isBlank()) {
            throw new IllegalArgumentException("'" + text + "' has no name: write NAME or NAME,option=value");
        }
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("'" + parts[i] + "' in '" + text + "' is not option=value");
            }
            String option = parts[i].substring(0, equals).strip();
            if (options.put(option, parts[i].substring(equals + 1).strip()) != null) {
                throw new IllegalArgumentException("option '" + option + "' is given twice in '" + text + "'");
            }
        }
        return new NamedOptions(parts[0].strip(), options);
    }
}
