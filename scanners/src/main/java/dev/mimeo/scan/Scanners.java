package dev.mimeo.scan;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds scanners by name. Thread-safe. The providers are those of the class path when the class is first used. */
public final class Scanners {

    private static final Map<String, ChunkScannerProvider> CHUNK = new TreeMap<>();
    private static final Map<String, DatasetScannerProvider> DATASET = new TreeMap<>();

    static {
        ClassLoader loader = Scanners.class.getClassLoader();
        for (ChunkScannerProvider provider : ServiceLoader.load(ChunkScannerProvider.class, loader)) {
            CHUNK.put(provider.name(), provider);
        }
        for (DatasetScannerProvider provider : ServiceLoader.load(DatasetScannerProvider.class, loader)) {
            DATASET.put(provider.name(), provider);
        }
    }

    private Scanners() {}

    /** Returns the names of all scanners, sorted. */
    public static List<String> names() {
        return List.copyOf(descriptions().keySet());
    }

    /** Returns one sentence about each scanner, sorted by name. */
    public static Map<String, String> descriptions() {
        Map<String, String> result = new TreeMap<>();
        CHUNK.forEach((name, provider) -> result.put(name, provider.description()));
        DATASET.forEach((name, provider) -> result.put(name, provider.description()));
        return result;
    }

    /** Returns the provider of chunk scanners of that name, or null if it is one of data set scanners. */
    static @Nullable ChunkScannerProvider chunkProvider(ScannerSpec spec) {
        ChunkScannerProvider provider = CHUNK.get(spec.name());
        if (provider == null && !DATASET.containsKey(spec.name())) {
            throw new IllegalArgumentException(
                    "unknown scanner '" + spec.name() + "'; known: " + String.join(", ", names()));
        }
        return provider;
    }

    /** Returns the provider of data set scanners of that name, or null if it is one of chunk scanners. */
    static @Nullable DatasetScannerProvider datasetProvider(ScannerSpec spec) {
        return DATASET.get(spec.name());
    }
}
