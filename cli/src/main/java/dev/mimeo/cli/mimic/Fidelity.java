package dev.mimeo.cli.mimic;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.fidelity.Comparison;
import dev.mimeo.fidelity.ComparisonJson;
import dev.mimeo.fidelity.ComparisonOptions;
import dev.mimeo.fidelity.ComparisonResult;
import dev.mimeo.fidelity.ComparisonTable;
import dev.mimeo.fidelity.DataSample;
import dev.mimeo.fidelity.Tolerance;
import dev.mimeo.fidelity.Verdict;
import dev.mimeo.internal.files.FileKinds;
import dev.mimeo.internal.files.UnknownSizes;
import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.ChunkSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/**
 * A comparison that was run: synthetic data against its original.
 *
 * @param label what a report calls the synthetic side
 * @param result what the library says of it
 */
record Fidelity(String label, ComparisonResult result) {

    private static final int STEPS = 1000;

    /**
     * Compares two data sets.
     *
     * @param label what a report calls the synthetic side
     * @param synthetic closed by the caller
     */
    static Fidelity run(
            String label, DataSample original, DataSample synthetic, ComparisonOptions options, MimeoSubcommand command)
            throws IOException {
        try (Progress progress = command.stepProgress("compare")) {
            ComparisonResult result = Comparison.compare(
                    original, synthetic, options, (step, done) -> progress.update(Math.round(done * STEPS), STEPS));
            return new Fidelity(label, result);
        }
    }

    /**
     * Refuses to compare the files of something that is not a directory.
     *
     * @throws picocli.CommandLine.ParameterException if the options ask for that
     */
    static void checkFiles(Path original, ComparisonOptions options, MimeoSubcommand command) {
        if (options.byFile() && Files.exists(original) && !Files.isDirectory(original)) {
            throw command.usageError(original + ": not a directory: --by-file compares the files of a directory");
        }
    }

    /** Opens a file, tree or device, or takes in standard input, a FIFO or a file of /proc. */
    static DataSample sample(Path path, ComparisonOptions options, MimeoSubcommand command) throws IOException {
        if (!isStream(path)) {
            return opened(path, command);
        }
        ChunkSources.SourceOptions source =
                command.checked(() -> ChunkSources.SourceOptions.ofChunkSize(options.chunkSize()));
        try (ChunkSource chunks =
                ChunkSources.open(List.of(path), command.terminal().in(), source)) {
            return DataSample.copyOf(chunks.name(), chunks, Outputs.temporaryFolder());
        }
    }

    /** Returns whether a path is standard input, a FIFO, a character device or a file of /proc, which cannot be read twice. */
    static boolean isStream(Path path) throws IOException {
        return path.toString().equals("-")
                || FileKinds.isStream(path)
                || (Files.exists(path)
                        && new UnknownSizes().contains(path, Files.readAttributes(path, BasicFileAttributes.class)));
    }

    /** Opens a file, tree or block device, and warns of what is left out. */
    static DataSample opened(Path path, MimeoSubcommand command) throws IOException {
        DataSample sample = DataSample.open(path);
        if (sample.skipped() > 0) {
            command.warn(String.format(
                    Locale.ROOT,
                    "%s: skipped entries that cannot be read or are not regular files: %,d",
                    path,
                    sample.skipped()));
        }
        if (sample.links() > 0) {
            command.warn(path + ": " + SkippedSources.notFollowed(sample.links()));
        }
        return sample;
    }

    /** Returns the table with the verdict for a goal. */
    String table(Tolerance goal) {
        return ComparisonTable.render(result, Verdict.of(result, goal));
    }

    /** Returns the JSON document with the verdict for a goal. */
    ObjectNode json(Tolerance goal) {
        return Json.parse(ComparisonJson.render(result, Verdict.of(result, goal)));
    }

    /** Returns what is out of tolerance, a line each; empty where all is well. */
    List<String> violations(Tolerance tolerance) {
        return tolerance.violations(result);
    }
}
