package dev.mimeo.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * Finds codecs by name: {@code lz4}, {@code zlib:6}, {@code zstd:19}.
 *
 * <p>Thread-safe. The providers are those of the class path when the class is first used.
 */
public final class Codecs {

    private static final TreeMap<String, CodecProvider> PROVIDERS = new TreeMap<>();

    static {
        for (CodecProvider provider : ServiceLoader.load(CodecProvider.class, CodecProvider.class.getClassLoader())) {
            PROVIDERS.put(provider.algorithm(), provider);
        }
    }

    private Codecs() {}

    /** Returns the known algorithms, sorted. */
    public static List<String> algorithms() {
        return List.copyOf(PROVIDERS.keySet());
    }

    /**
     * Opens a codec for the calling thread.
     *
     * @param name an algorithm, or an algorithm, a colon and a level
     * @throws IllegalArgumentException if the algorithm is unknown or has no such level; the message lists what there is
     */
    public static Codec open(String name) {
        Choice choice = choose(name);
        return choice.provider.open(choice.level);
    }

    /**
     * Returns the name with the level spelled out where the algorithm has levels: {@code zlib} becomes {@code zlib:6}.
     *
     * @throws IllegalArgumentException as {@link #open(String)}
     */
    public static String canonicalName(String name) {
        Choice choice = choose(name);
        CodecProvider provider = choice.provider;
        return provider.minLevel() == provider.maxLevel()
                ? provider.algorithm()
                : provider.algorithm() + ":" + choice.level;
    }

    /**
     * Splits a comma-separated list into canonical names, without repeats.
     *
     * @throws IllegalArgumentException as {@link #open(String)}, or if the list is empty
     */
    public static List<String> parseList(String names) {
        List<String> list = new ArrayList<>();
        for (String name : names.split(",")) {
            if (!name.isBlank()) {
                String canonical = canonicalName(name);
                if (!list.contains(canonical)) {
                    list.add(canonical);
                }
            }
        }
        if (list.isEmpty()) {
            throw new IllegalArgumentException("no codec named; known: " + String.join(", ", PROVIDERS.keySet()));
        }
        return List.copyOf(list);
    }

    private static Choice choose(String name) {
        String wanted = name.strip().toLowerCase(Locale.ROOT);
        int colon = wanted.indexOf(':');
        CodecProvider provider = PROVIDERS.get(colon < 0 ? wanted : wanted.substring(0, colon));
        if (provider == null) {
            throw new IllegalArgumentException(
                    "unknown codec '" + name + "'; known: " + String.join(", ", PROVIDERS.keySet()));
        }
        if (colon < 0) {
            return new Choice(provider, provider.defaultLevel());
        }
        int level;
        try {
            level = Integer.parseInt(wanted.substring(colon + 1));
        } catch (NumberFormatException e) {
            level = provider.minLevel() - 1;
        }
        if (level < provider.minLevel() || level > provider.maxLevel()) {
            throw new IllegalArgumentException(
                    provider.minLevel() == provider.maxLevel()
                            ? "codec '" + provider.algorithm() + "' has no levels, got '" + name + "'"
                            : "codec '" + provider.algorithm() + "' takes levels " + provider.minLevel() + " to "
                                    + provider.maxLevel() + ", got '" + name + "'");
        }
        return new Choice(provider, level);
    }

    private record Choice(CodecProvider provider, int level) {}
}
