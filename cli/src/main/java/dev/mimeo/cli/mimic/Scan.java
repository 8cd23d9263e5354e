package dev.mimeo.cli.mimic;

import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.cli.command.ByteSize;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.OutputSpills;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import dev.mimeo.scan.BoundedCharacterization;
import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.ChunkSources;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScanSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A scan that was run: inputs into a characterization.
 *
 * @param summary what the library says of it
 * @param stored the data set as the characterization has it: maybe with a part of the chunks
 * @param output where the characterization went, or null if it is not kept
 * @param characterizationBytes its size
 */
record Scan(
        ScanSummary summary,
        DatasetCharacterization stored,
        @Nullable String output,
        long characterizationBytes) {

    /** Mean bytes of chunks from which on what generated chunks have in common is fitted well: see docs/explanation/accuracy.md. */
    private static final int LEAST_USUAL = 1024;

    /** Fewest chunks of which the mean counts: ratios of little data are uncertain anyway. */
    private static final int FEWEST = 100;

    /** Scans the bytes of inputs as they are into an open output, which is not committed. */
    static Scan run(List<Path> inputs, DataScanner.Options options, Output output, MimeoSubcommand command)
            throws IOException {
        return run(inputs, null, false, options, output, command);
    }

    /**
     * Scans inputs into an open output, which is not committed.
     *
     * @param field the field of DataSeries files to scan, or null to scan bytes
     * @param permuted whether byte values are to be replaced by others
     */
    static Scan run(
            List<Path> inputs,
            @Nullable String field,
            boolean permuted,
            DataScanner.Options options,
            Output output,
            MimeoSubcommand command)
            throws IOException {
        DataScanner scanner = command.checked(() -> new DataScanner(options));
        try (ChunkSource source = open(inputs, field, options, command)) {
            return run(scanner, source, options.maxBytes(), "scan", permuted, output, command);
        }
    }

    /**
     * Scans a source into an open output, which is not committed.
     *
     * @param maxBytes bytes that the characterization has at most
     * @param task what to call it while it runs
     */
    static Scan run(
            DataScanner scanner,
            ChunkSource opened,
            long maxBytes,
            String task,
            boolean permuted,
            Output output,
            MimeoSubcommand command)
            throws IOException {
        ScanSummary summary;
        DatasetCharacterization stored;
        try (WatchedScan progress = new WatchedScan(task, command);
                ChunkSource source = permuted ? ChunkSources.permuted(opened, new SecureRandom()) : opened;
                OutputSpills spills = new OutputSpills(command.outputs(), output);
                BoundedCharacterization bounded = new BoundedCharacterization(output.channel(), maxBytes, spills)) {
            summary = scanner.scan(source, bounded, progress);
            stored = bounded.dataset();
        }
        return new Scan(summary, stored, output.name(), output.bytes());
    }

    /** Returns the same for a characterization that is about to be removed. */
    Scan unkept() {
        return new Scan(summary, stored, null, characterizationBytes);
    }

    private static ChunkSource open(
            List<Path> inputs, @Nullable String field, DataScanner.Options options, MimeoSubcommand command)
            throws IOException {
        try {
            return field == null
                    ? ChunkSources.open(inputs, command.terminal().in(), options.source())
                    : ChunkSources.openField(inputs, field, options.source());
        } catch (IllegalArgumentException e) {
            throw command.usageError(String.valueOf(e.getMessage()));
        }
    }

    /** Returns a summary for people to read, a few lines. */
    String describe() {
        DatasetCharacterization dataset = summary.dataset();
        double seconds = Math.max(1e-9, summary.readNanos() / 1e9);
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "%s: %,d of %s of %s, %s of %s, read in %.1f s (%s)%s, seed %s\n",
                output == null ? "scan" : Failures.oneLine(output),
                dataset.chunks(),
                Counts.of(dataset.population(), "chunk"),
                ByteSizes.format(dataset.chunkSize()),
                ByteSizes.format(dataset.scannedBytes()),
                ByteSizes.format(dataset.bytes()),
                seconds,
                ByteSize.rate(dataset.scannedBytes(), seconds),
                fitted(),
                Long.toUnsignedString(dataset.seed())));
        text.append(String.format(
                Locale.ROOT,
                "characterization of %s: %s, %s per chunk%s\n",
                ByteSizes.format(characterizationBytes),
                share(characterizationBytes, dataset.scannedBytes()),
                ByteSizes.format(characterizationBytes / stored.chunks()),
                stored.chunks() == dataset.chunks()
                        ? ""
                        : String.format(
                                Locale.ROOT, "; it has %,d of them that together are like all", stored.chunks())));
        return text.toString();
    }

    /** Returns the size of a characterization in proportion to the data, in words. */
    static String share(long bytes, long scannedBytes) {
        return bytes > scannedBytes
                ? "larger than the scanned data"
                : String.format(Locale.ROOT, "%.2f %% of the scanned data", 100.0 * bytes / scannedBytes);
    }

    private String fitted() {
        return summary.fitNanos() == 0
                ? ""
                : String.format(Locale.ROOT, ", model fitted in %.1f s", summary.fitNanos() / 1e9);
    }

    /** Returns what was left out. */
    SkippedSources leftOut() {
        return SkippedSources.of(summary);
    }

    /** Warns if chunks are small because files are: ratios of what is generated are far off then. */
    void warnOfSmallFiles(MimeoSubcommand command) {
        DatasetCharacterization dataset = summary.dataset();
        long mean = dataset.scannedBytes() / Math.max(1, dataset.chunks());
        if (dataset.chunks() >= FEWEST && mean < Math.min(LEAST_USUAL, dataset.chunkSize() / 2)) {
            command.warn("the files are small, " + Counts.of(mean, "byte") + " on average: ratios of generated data may"
                    + " deviate by tens of per cent; scan small files as one stream, as in"
                    + " find DIR -type f -exec cat {} + | mimeo scan -");
        }
    }

    /** Puts the JSON of it into an object. */
    void put(ObjectNode json) {
        json.put("characterization", output);
        json.put("characterizationBytes", characterizationBytes);
        Json.put(json, stored);
        json.put("readSeconds", summary.readNanos() / 1e9);
        json.put("fitSeconds", summary.fitNanos() / 1e9);
        leftOut().put(json);
    }

    /** Shows how far a scan is: the bytes that are scanned, then the fit to them. Updates come one at a time. */
    private static final class WatchedScan implements DataScanner.Listener, AutoCloseable {

        private static final int STEPS = 1000;

        private final MimeoSubcommand command;
        private Progress shown;
        private boolean fitting;

        /** @param task what to call the scan */
        WatchedScan(String task, MimeoSubcommand command) {
            this.command = command;
            this.shown = command.byteProgress(task);
        }

        @Override
        public void update(long scannedBytes, long totalBytes) {
            shown.update(scannedBytes, totalBytes);
        }

        @Override
        public void fit(double done) {
            if (!fitting) {
                shown.close();
                shown = command.stepProgress("fit");
                fitting = true;
            }
            shown.update(Math.round(done * STEPS), STEPS);
        }

        @Override
        public void close() {
            shown.close();
        }
    }
}
