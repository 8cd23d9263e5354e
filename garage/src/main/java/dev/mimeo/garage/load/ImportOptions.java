package dev.mimeo.garage.load;

import dev.mimeo.garage.store.PackOptions;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How tables become packed files.
 *
 * @param serverColumn column that names the server; null for one of the usual names
 * @param serverName name of the server where there is no such column; null for the name of the file up to its first dot
 * @param timeColumn column of the time of a sample; null for one of the usual names
 * @param exclude patterns of counters to leave out, with {@code *} and {@code ?}, in any case
 * @param singlePrecision whether floating point counters are kept as float32 instead of float64
 * @param layout folders below the root, separated by slashes; {@code {NAME}} stands for the value of a column of text
 * @param declarations what is known of counters
 * @param pack how columns are packed, but for those whose declaration says otherwise
 * @param overwrite whether files that exist may be replaced
 * @param threads threads of the engine
 * @param temporaryFolder where the engine puts what does not fit into memory
 */
public record ImportOptions(
        @Nullable String serverColumn,
        @Nullable String serverName,
        @Nullable String timeColumn,
        List<String> exclude,
        boolean singlePrecision,
        String layout,
        CounterDeclarations declarations,
        PackOptions pack,
        boolean overwrite,
        int threads,
        Path temporaryFolder) {

    /** Copies the patterns. */
    public ImportOptions {
        exclude = List.copyOf(exclude);
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
        for (String folder : layout.split("/", -1)) {
            if (!layout.isEmpty() && (folder.isEmpty() || folder.startsWith("."))) {
                throw new IllegalArgumentException("the layout needs names between its slashes, got '" + layout + "'");
            }
        }
    }
}
