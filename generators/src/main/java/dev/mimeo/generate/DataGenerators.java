package dev.mimeo.generate;

import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * Finds generators by name.
 *
 * <p>Thread-safe. The providers are those of the class path when the class is first used.
 */
public final class DataGenerators {

    /** Name of the generator that is used where none is named. */
    public static final String DEFAULT = "auto";

    private static final TreeMap<String, DataGeneratorProvider> PROVIDERS = new TreeMap<>();

    static {
        ClassLoader loader = DataGeneratorProvider.class.getClassLoader();
        for (DataGeneratorProvider provider : ServiceLoader.load(DataGeneratorProvider.class, loader)) {
            PROVIDERS.put(provider.name(), provider);
        }
    }

    private DataGenerators() {}

    /** Returns the known names, sorted. */
    public static List<String> names() {
        return List.copyOf(PROVIDERS.keySet());
    }

    /**
     * Returns the provider of a generator.
     *
     * @throws IllegalArgumentException if the name is unknown; the message lists the known ones
     */
    public static DataGeneratorProvider provider(String name) {
        DataGeneratorProvider provider = PROVIDERS.get(name);
        if (provider == null) {
            throw new IllegalArgumentException(
                    "unknown generator '" + name + "'; known: " + String.join(", ", PROVIDERS.keySet()));
        }
        return provider;
    }
}
