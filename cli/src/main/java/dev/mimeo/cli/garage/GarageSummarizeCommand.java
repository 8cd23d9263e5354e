package dev.mimeo.cli.garage;

import dev.mimeo.cli.command.Errors;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.UsesSql;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.garage.store.GarageTree;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.summary.SummaryDatabase;
import dev.mimeo.garage.summary.ThinningPlan;
import dev.mimeo.internal.text.Counts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
            "The summaries are tables hourly, daily and sources of a DuckDB file. Files",
            "whose summary is up to date are skipped, unless --force is given. Summaries of",
            "deleted files stay."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo garage summarize garage",
            "  duckdb garage/summary.duckdb 'from daily limit 9'"
        })
@WithoutOptions("--threads")
final class GarageSummarizeCommand extends MimeoSubcommand implements UsesSql {

    @Parameters(paramLabel = "DIR", description = "Root of the garage.")
    private String root = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Database to write (default: DIR/summary.duckdb).")
    private @Nullable String output;

    GarageSummarizeCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        Path garage = Outputs.path(root);
        List<Path> files = GarageTree.files(List.of(garage));
        if (!Files.isDirectory(garage)) {
            throw usageError(garage + " is not a folder");
        }
        int added = 0;
        int failed = 0;
        try (SummaryDatabase database = SummaryDatabase.open(
                        output == null ? garage.resolve(SummaryDatabase.FILE_NAME) : Outputs.path(output));
                Progress progress = stepProgress("summarize")) {
            Map<String, Long> known = database.sources();
            for (int i = 0; i < files.size(); i++) {
                String source = ThinningPlan.source(garage.relativize(files.get(i)));
                if (force || !Long.valueOf(Files.size(files.get(i))).equals(known.get(source))) {
                    try (PackedFile file = PackedFile.open(files.get(i))) {
                        database.add(source, file);
                        added++;
                    } catch (PackedFile.DamagedException e) {
                        failed++;
                        note("mimeo: " + Errors.describe(e) + "\n");
                    }
                }
                progress.update(i + 1, files.size());
            }
        }
        if (json) {
            print(Json.render(Json.object()
                    .put("files", files.size())
                    .put("summarized", added)
                    .put("failed", failed)));
        }
        note(String.format(Locale.ROOT, "%,d of %s summarized%n", added, Counts.of(files.size(), "file")));
        return failed == 0 ? 0 : 1;
    }
}
