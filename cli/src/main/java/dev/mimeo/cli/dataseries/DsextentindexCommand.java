package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.NameLists;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.PackingOptions;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.dataseries.index.ExtentIndexer;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Builds or updates an index over the extents of many files. */
@Command(
        name = "dsextentindex",
        customSynopsis = {
            "mimeo dsextentindex --new TYPE FIELDS INDEX IN... [OPTIONS]",
            "       mimeo dsextentindex INDEX [IN...] [OPTIONS]"
        },
        description = {
            "Builds or updates a min-max index over DataSeries files.",
            "",
            "The index is a DataSeries file. It holds the least and the greatest value of",
            "some fields for each extent of a type, so that searches can skip extents.",
            "Without --new an existing INDEX is updated: changed files are read again, named",
            "files are added, and missing files are dropped."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo dsextentindex --new Trace::NFS::common packet-at,record-id i.ds nfs-*.ds",
            "  mimeo dsextentindex i.ds nfs-new.ds",
            "  mimeo dsextentindex --new I/O machine_id i.ds *.ds --ranges 16 --compress lz4"
        })
final class DsextentindexCommand extends MimeoSubcommand {

    @Option(
            names = "--new",
            arity = "2",
            paramLabel = "TYPE FIELDS",
            hideParamSyntax = true,
            description = "Create a new index of fields, separated by commas, of a type: its name, or a "
                    + "unique start or part of it.")
    private List<String> created = List.of();

    @Option(
            names = "--ranges",
            paramLabel = "N",
            description = "With --new: also store up to N ranges per extent and field, or all distinct values "
                    + "if there are at most N (default: 0). Only Mimeo uses them.")
    private int ranges;

    @Mixin
    private PackingOptions packing = new PackingOptions();

    @Parameters(index = "0", paramLabel = "INDEX", description = "Index to write or to update.")
    private String index = "";

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "IN", description = "DataSeries files to index.")
    private List<String> files = List.of();

    DsextentindexCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        boolean update = created.isEmpty();
        if (!update && files.isEmpty()) {
            throw usageError("--new needs files to index");
        }
        if (update && ranges != 0) {
            throw usageError("--ranges needs --new: an update keeps the ranges of the index");
        }
        if (index.equals("-")) {
            throw usageError("an index cannot go to standard output: name a file");
        }
        refuseArgument(index);
        try (ExtentIndexer indexer = indexer(update);
                Output file = outputs.openBinary(index, force || update)) {
            ExtentIndexer.Report report;
            try (Progress progress = stepProgress("index")) {
                report = indexer.write(
                        files,
                        file.channel(),
                        packing.writerOptions(threads()),
                        packing.extentSize(),
                        threads(),
                        (done, all) -> progress.update(done, all));
            }
            file.commit();
            if (json) {
                print(Json.render(Json.object()
                        .put("index", index)
                        .put("scanned", report.scanned())
                        .put("unchanged", report.kept())
                        .put("gone", report.gone())
                        .put("extents", report.extents())));
            }
            note(String.format(
                    Locale.ROOT,
                    "%s: %s; %s read, %,d unchanged, %,d gone%n",
                    Failures.oneLine(index),
                    Counts.of(report.extents(), "extent"),
                    Counts.of(report.scanned(), "file"),
                    report.kept(),
                    report.gone()));
        }
        return 0;
    }

    private ExtentIndexer indexer(boolean update) throws IOException {
        if (update) {
            return ExtentIndexer.update(Outputs.path(index));
        }
        return checked(() -> ExtentIndexer.create(created.get(0), NameLists.split(created.get(1)), ranges));
    }
}
