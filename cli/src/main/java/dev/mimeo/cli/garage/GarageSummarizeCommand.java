package dev.mimeo.cli.garage;

import dev.mimeo.cli.command.Errors;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.summary.SummaryStore;
import dev.mimeo.garage.summary.ThinningPlan;
import dev.mimeo.internal.text.Counts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Hourly and daily summaries of a garage. */
@Command(
        name = "summarize",
        customSynopsis = "mimeo garage summarize DIR [OPTIONS]",
        description = {
            "Aggregates the counters of a garage by hour and day.",
            "",
            "The summaries are kept in DIR/summaries. Files whose summary is up to date are",
            "skipped, unless --force is given. Summaries of deleted files stay. With -o all",
            "summaries are also written to a DuckDB database, as tables hourly, daily and",
            "sources."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo garage summarize garage",
            "  mimeo garage summarize garage -o all.duckdb",
            "  duckdb all.duckdb 'from daily limit 9'"
        })
@WithoutOptions("--threads")
final class GarageSummarizeCommand extends MimeoSubcommand {

    /** Names of files that other commands write in the format of the suffix. */
    private static final Pattern OTHER_FORMAT = Pattern.compile("(?i).*\\.(csv|gar|jsonl?|parquet|xlsx)");

    @Parameters(paramLabel = "DIR", description = "Root of the garage.")
    private String root = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "DuckDB database to write (default: none).")
    private @Nullable String output;

    GarageSummarizeCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        Path garage = Outputs.path(root);
        List<Path> files = PackedInputs.find(List.of(garage), this);
        if (!Files.isDirectory(garage)) {
            throw usageError(garage + " is not a folder");
        }
        if ("-".equals(output)) {
            throw usageError("-o takes the name of a database, not standard output");
        }
        if (output != null) {
            refuseInput(output, files);
            refuseInside(output, garage.resolve(SummaryStore.FOLDER));
            if (OTHER_FORMAT.matcher(output).matches()) {
                throw usageError(
                        output + ": would be a DuckDB database: name it .duckdb, and export its tables with SQL");
            }
        }
        Result result = summarize(garage, files);
        if (json) {
            print(Json.render(Json.object()
                    .put("files", files.size())
                    .put("summarized", result.added)
                    .put("failed", result.failed)
                    .put("summaryBytes", result.bytes)));
        }
        note(String.format(
                Locale.ROOT,
                "%,d of %s summarized, %s%n",
                result.added,
                Counts.of(files.size(), "file"),
                Counts.of(result.bytes, "byte")));
        return result.failed == 0 ? 0 : 1;
    }

    /** Counts of files, and bytes of all summaries. */
    private record Result(int added, int failed, long bytes) {}

    private Result summarize(Path garage, List<Path> files) throws IOException {
        int added = 0;
        int failed = 0;
        try (Output out = output == null ? null : outputs.openBinary(output, force);
                SummaryStore summaries = SummaryStore.open(garage);
                Progress progress = stepProgress("summarize")) {
            for (int i = 0; i < files.size(); i++) {
                try {
                    added += summarize(garage, files.get(i), summaries) ? 1 : 0;
                } catch (PackedFile.DamagedException e) {
                    failed++;
                    note("mimeo: " + Errors.describe(e) + "\n");
                }
                progress.update(i + 1, files.size());
            }
            summaries.commit();
            long bytes = summaries.sizeBytes();
            if (out != null) {
                export(summaries, out);
            }
            return new Result(added, failed, bytes);
        }
    }

    /** Summarizes a file, and returns whether that was necessary. */
    private boolean summarize(Path garage, Path path, SummaryStore summaries) throws IOException {
        String source = ThinningPlan.source(garage.relativize(path));
        try (PackedFile file = PackedFile.open(path)) {
            if (!force && summaries.isSummarized(source, file)) {
                return false;
            }
            summaries.add(source, file);
            return true;
        }
    }

    private void export(SummaryStore summaries, Output out) throws IOException {
        Path database = Objects.requireNonNull(out.file(), output).toAbsolutePath();
        // An empty file is not a database.
        Files.delete(database);
        summaries.export(database);
        out.commit();
    }
}
