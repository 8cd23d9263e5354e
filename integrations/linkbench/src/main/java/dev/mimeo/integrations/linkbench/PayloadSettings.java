package dev.mimeo.integrations.linkbench;

import dev.mimeo.generate.DataGenerators;
import dev.mimeo.internal.text.Seeds;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Settings of one of LinkBench's generators, from the configuration. Immutable.
 *
 * @param profile the characterization, a file or the name of a bundled one, or a segment file
 * @param base base of relative paths, absolute
 * @param profileKey the key that named it
 * @param generator name of the generator
 * @param generatorKey the key that named it, or the prefix where none did
 * @param seed seed of the content, or null for that of the characterization
 * @param poolMib size in MiB of the pool that payloads are copied from, or 0 to generate while LinkBench runs
 * @param poolKey the key that said so
 */
record PayloadSettings(
        String profile,
        Path base,
        String profileKey,
        String generator,
        String generatorKey,
        @Nullable Long seed,
        int poolMib,
        String poolKey) {

    /** A larger one is not an array. */
    private static final int MAX_POOL_MIB = 2047;

    private static final String DEFAULTS = "mimeo_";

    private static final Set<String> NAMES = Set.of("profile", "generator", "seed", "pool_mb");

    /**
     * Reads the settings of a generator.
     *
     * @param home base of relative paths, or null for the working directory
     * @throws IllegalArgumentException if the profile is missing, or a name or a value is wrong
     */
    static PayloadSettings of(Properties props, String prefix, @Nullable String home) {
        for (String key : props.stringPropertyNames()) {
            if (key.startsWith(DEFAULTS) && !NAMES.contains(key.substring(DEFAULTS.length()))) {
                throw new IllegalArgumentException("LinkBench property " + key + " is not known; those of Mimeo are "
                        + DEFAULTS + String.join(", " + DEFAULTS, new TreeSet<>(NAMES)));
            }
        }
        String profileKey = key(props, prefix, "profile");
        String profile = value(props, profileKey);
        if (profile == null) {
            throw new IllegalArgumentException("LinkBench property " + prefix + "profile (or " + DEFAULTS
                    + "profile) must name a characterization: a file, or one that comes with Mimeo");
        }
        String generatorKey = key(props, prefix, "generator");
        String generator = value(props, generatorKey);
        String poolKey = key(props, prefix, "pool_mb");
        return new PayloadSettings(
                profile,
                Path.of(home == null ? "" : home).toAbsolutePath().normalize(),
                profileKey,
                generator == null ? DataGenerators.DEFAULT : generator,
                generatorKey,
                seed(props, key(props, prefix, "seed")),
                poolMib(props, poolKey),
                poolKey);
    }

    private static int poolMib(Properties props, String key) {
        String text = value(props, key);
        int size;
        try {
            size = text == null ? 0 : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            size = -1;
        }
        if (size < 0 || size > MAX_POOL_MIB) {
            throw new IllegalArgumentException("LinkBench property " + key + " must be a number of MiB up to "
                    + MAX_POOL_MIB + ", or 0 for no pool, got '" + text + "'");
        }
        return size;
    }

    private static @Nullable Long seed(Properties props, String key) {
        String text = value(props, key);
        if (text == null) {
            return null;
        }
        try {
            return Seeds.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("LinkBench property " + key + ": " + e.getMessage(), e);
        }
    }

    /** Returns the own key where it is set, else that of the defaults. */
    private static String key(Properties props, String prefix, String name) {
        return value(props, prefix + name) != null ? prefix + name : DEFAULTS + name;
    }

    /** Returns a value without the blanks that properties files leave at its end, or null where there is none. */
    private static @Nullable String value(Properties props, String key) {
        String value = props.getProperty(key);
        return value == null || value.isBlank() ? null : value.strip();
    }
}
