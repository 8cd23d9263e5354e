package dev.mimeo.cli.garage;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of commands that change some files of a garage; used as a mixin. */
final class ScopeOption {

    @Option(names = "--scope", paramLabel = "GLOB", description = "Only files whose path below DIR matches.")
    private @Nullable String glob;

    /** Returns the pattern of paths; null for all files. */
    @Nullable String glob() {
        return glob;
    }
}
