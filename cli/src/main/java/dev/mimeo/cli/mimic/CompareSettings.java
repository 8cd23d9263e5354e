package dev.mimeo.cli.mimic;

import dev.mimeo.cli.command.ByteSize;
import dev.mimeo.cli.command.ValueNames;
import dev.mimeo.codec.Codecs;
import dev.mimeo.fidelity.ComparisonOptions;
import dev.mimeo.fidelity.Tolerance;
import dev.mimeo.internal.text.ByteSizes;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a comparison, for every command that compares. */
final class CompareSettings {

    @Option(
            names = "--codec",
            completionCandidates = CodecNames.class,
            paramLabel = "LIST",
            description = "Codecs, such as lz4,zlib:6 (default: lz4, zlib:1, zlib:6, zstd:3, snappy, bzip2:9, xz:6).")
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

    @Option(names = "--by-file", description = "Compare the ratios of each file of the original too, worst first.")
    private boolean byFile;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write an HTML report, one file that needs no network.")
    private @Nullable String html;

    @Option(
            names = "--export-markdown",
            paramLabel = "FILE",
            description = "Write the table of codecs and the verdict as Markdown; - is standard output.")
    private @Nullable String markdown;

    @Option(
            names = "--export-csv",
            paramLabel = "FILE",
            description = "Write a CSV line of all numbers for each codec; - is standard output.")
    private @Nullable String csv;

    @Option(
            names = "--tolerance",
            paramLabel = "LIMITS",
            description =
                    "Largest accepted deviations, such as ratio=5%%,time=15%%, or 5%% for ratios alone; exit code 1 if"
                            + " one is larger (default: the verdict is for ratio=5%%,time=15%%, and the exit code is 0).")
    private @Nullable String tolerance;

    /**
     * Returns what the library is told.
     *
     * @param chunkSize bytes
     * @throws IllegalArgumentException if an option is wrong
     */
    ComparisonOptions options(long chunkSize) {
        ComparisonOptions options = ComparisonOptions.defaults()
                .withChunkSize(ByteSize.toInt(chunkSize))
                .withByFile(byFile);
        if (codecs != null) {
            options = options.withCodecs(Codecs.parseList(codecs));
        }
        return granularity == null ? options : options.withGranularity(sizes(granularity));
    }

    private static List<Integer> sizes(String list) {
        return Arrays.stream(list.split(",", -1))
                .map(size -> ByteSize.toInt(ByteSizes.parse(size)))
                .toList();
    }

    /**
     * Returns the deviations that end a run with exit code 1: none if no tolerance was given.
     *
     * @throws IllegalArgumentException if the tolerance is malformed
     */
    Tolerance tolerance() {
        return tolerance == null ? Tolerance.NONE : Tolerance.parse(tolerance);
    }

    /**
     * Returns the goal of the verdict: the tolerance, or that of Mimeo if none was given.
     *
     * @throws IllegalArgumentException if the tolerance is malformed
     */
    Tolerance goal() {
        return tolerance == null ? Tolerance.GOAL : tolerance();
    }

    /**
     * Returns the files to write, by format.
     *
     * @param json whether a JSON document goes to standard output
     * @throws IllegalArgumentException if several results go to standard output
     */
    Map<ComparisonFiles.Format, String> files(boolean json) {
        Map<ComparisonFiles.Format, String> files = new EnumMap<>(ComparisonFiles.Format.class);
        put(files, ComparisonFiles.Format.HTML, html);
        put(files, ComparisonFiles.Format.MARKDOWN, markdown);
        put(files, ComparisonFiles.Format.CSV, csv);
        long streams = files.values().stream().filter("-"::equals).count();
        if (streams + (json ? 1 : 0) > 1) {
            throw new IllegalArgumentException(
                    (json ? "--json and - both want" : "two results want") + " standard output: name a file");
        }
        return files;
    }

    private static void put(
            Map<ComparisonFiles.Format, String> files, ComparisonFiles.Format format, @Nullable String name) {
        if (name != null) {
            files.put(format, name);
        }
    }
}
