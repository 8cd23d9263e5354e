package dev.mimeo.garage.query;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Options of queries.
 *
 * @param roots folders of the garage, at least one; of a path that is under several the first is read
 * @param macros short forms that scripts may use
 * @param threads workers, each of which has one file at a time; at least 1
 * @param memoryBytes most memory that the engine may take; more goes to the temporary folder
 * @param temporaryFolder need not exist, is used by nobody else
 * @param strict whether a file that is damaged ends the query
 * @param partial folder for partial results, which a later run can continue; null to keep none
 * @param resume whether to continue what is in that folder
 * @param outputs files that the engine may write: those that results are saved to
 */
public record QueryOptions(
        List<Path> roots,
        Macros macros,
        int threads,
        long memoryBytes,
        Path temporaryFolder,
        boolean strict,
        @Nullable Path partial,
        boolean resume,
        List<Path> outputs) {

    /** The usual memory of the engine, in bytes: 256 MiB. */
    public static final long DEFAULT_MEMORY_BYTES = 256L << 20;

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException if there is no root or no thread, or nothing to resume from
     */
    public QueryOptions {
        roots = List.copyOf(roots);
        outputs = List.copyOf(outputs);
        if (roots.isEmpty() || threads < 1 || (resume && partial == null)) {
            throw new IllegalArgumentException(
                    "a query needs a root and a thread, and to be resumed a folder with partial results");
        }
    }

    /** Makes the usual options: a query in memory, with the standard macros, which keeps no partial results. */
    public static QueryOptions of(List<Path> roots, int threads, Path temporaryFolder) {
        return new QueryOptions(
                roots, Macros.STANDARD, threads, DEFAULT_MEMORY_BYTES, temporaryFolder, false, null, false, List.of());
    }
}
