package dev.mimeo.cli.mimic;

import dev.mimeo.cli.command.ValueNames;
import dev.mimeo.codec.Codecs;
import dev.mimeo.fidelity.ComparisonOptions;
import dev.mimeo.fidelity.Tolerance;
import dev.mimeo.internal.text.ByteSizes;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a comparison, for every command that compares. */
final class CompareSettings {

    @Option(
            names = "--codec",
            completionCandidates = CodecNames.class,
            paramLabel = "LIST",
            description = "Codecs, such as lz4,zlib:6,zstd:3 (default: seven common ones).")
    private @Nullable String codecs;

    /** The codecs that are compared by default, as examples of names with their levels. */
    static final class CodecNames extends ValueNames {
        CodecNames() {
            super(() -> ComparisonOptions.defaults().codecs());
        }
    }

    @Option(
            names = "--granularity",
            paramLabel = "LIST",
            description = "Additional chunk sizes to compare ratios at, such as 8KiB,64KiB (default: none).")
    private @Nullable String granularity;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write an HTML report, one file that needs no network.")
    @Nullable String html;

    @Option(
            names = "--tolerance",
            paramLabel = "LIMITS",
            description = "Largest accepted deviations, such as ratio=5%%,time=15%%; exit code 1 if one is larger"
                    + " (default: none).")
    private @Nullable String tolerance;

    /**
     * Returns what the library is told.
     *
     * @param chunkSize bytes
     * @throws IllegalArgumentException if an option is wrong
     */
    ComparisonOptions options(long chunkSize) {
        ComparisonOptions options = ComparisonOptions.defaults().withChunkSize((int) Math.min(chunkSize, 1 << 30));
        if (codecs != null) {
            options = options.withCodecs(Codecs.parseList(codecs));
        }
        return granularity == null ? options : options.withGranularity(sizes(granularity));
    }

    private static List<Integer> sizes(String list) {
        return Arrays.stream(list.split(",", -1))
                .map(size -> (int) Math.min(ByteSizes.parse(size), 1 << 30))
                .toList();
    }

    /**
     * Returns the limits.
     *
     * @throws IllegalArgumentException if they are malformed
     */
    Tolerance tolerance() {
        return tolerance == null ? Tolerance.NONE : Tolerance.parse(tolerance);
    }
}
