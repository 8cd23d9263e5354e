package dev.mimeo.scan;

import java.util.Map;

/** Makes chunk scanners of one kind; found with {@link java.util.ServiceLoader}. Stateless and thread-safe. */
public interface ChunkScannerProvider {

    /** Returns the name used on the command line, for example {@code histogram}. */
    String name();

    /** Returns one sentence for {@code --help}. */
    String description();

    /**
     * Makes a scanner for one thread.
     *
     * @param options by name; an unknown name is an error
     * @throws IllegalArgumentException if an option is unknown or wrong
     */
    ChunkScanner create(Map<String, String> options);
}
