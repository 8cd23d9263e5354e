package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.Outputs;
import dev.mimeo.internal.text.Counts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of queries that names a min-max index. */
final class IndexOption {

    @Option(
            names = "--index",
            paramLabel = "INDEX",
            description = "Min-max index, made by dsextentindex: skip extents in which no row can pass the "
                    + "condition. Files that changed after they were indexed are read whole.")
    private @Nullable String index;

    /** Returns the index; null if there is none. */
    @Nullable Path path() throws IOException {
        return index == null ? null : Outputs.path(index);
    }

    /**
     * Returns a line for the user about the extents that were skipped; empty without an index.
     *
     * @param skipped number of skipped extents
     * @param all number of all extents, skipped ones included
     */
    String summary(long skipped, long all) {
        return index == null
                ? ""
                : String.format(Locale.ROOT, "%s: %,d of %s skipped%n", index, skipped, Counts.of(all, "extent"));
    }
}
