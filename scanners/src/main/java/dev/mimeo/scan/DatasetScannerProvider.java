package dev.mimeo.scan;

import java.util.List;
import java.util.Map;

/** Makes data set scanners of one kind; found with {@link java.util.ServiceLoader}. Stateless and thread-safe. */
public interface DatasetScannerProvider {

    /** Returns the name used on the command line, for example {@code duplicates}. */
    String name();

    /** Returns one sentence for {@code --help}. */
    String description();

    /**
     * Makes a scanner for one run.
     *
     * @param chunkSize bytes of a chunk
     * @param options by name; an unknown name is an error
     * @param scanners all scanners of the run, this one included, and with them what generators will know
     * @throws IllegalArgumentException if an option is unknown or wrong
     */
    DatasetScanner<?> create(int chunkSize, Map<String, String> options, List<ScannerSpec> scanners);
}
