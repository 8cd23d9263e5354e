package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.UsesSql;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import dev.mimeo.sql.ResultText;
import dev.mimeo.sql.SqlOptions;
import dev.mimeo.sql.TraceQuery;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** DataSeries files as Parquet. */
@Command(
        name = "dsexport",
        customSynopsis = "mimeo dsexport IN... [-o OUT] [OPTIONS]",
        description = {
            "Exports DataSeries files as Parquet, or as CSV or JSON.",
            "",
            "Exports all rows of one type, in their order. A Parquet file contains the type",
            "description, so dsimport restores the same rows. Times are exported as they are",
            "stored."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo dsexport trace.ds",
            "  mimeo dsexport nfs-*.ds --type common -o common.parquet --codec snappy",
            "  mimeo dsexport nfs-*.ds --type common -o calls --partition-by operation",
            "  mimeo dsexport trace.ds -o - --format jsonl | head"
        })
final class DsexportCommand extends MimeoSubcommand implements UsesSql {

    @Parameters(paramLabel = "IN", arity = "1..*", description = "DataSeries file.")
    private List<String> inputs = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "File to write, or - for standard output (default: the name of the input with the suffix of "
                    + "the format).")
    private @Nullable String output;

    @Mixin
    private final SqlSettings settings = new SqlSettings();

    DsexportCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        if (output == null && inputs.size() > 1) {
            throw usageError("several inputs need a name for the output: -o NAME");
        }
        TableKind kind = checked(() -> settings.kind(output == null ? "-" : output, TableKind.PARQUET));
        String target = outputOr(output, inputs.get(0), "\\.ds", kind.suffix());
        refuseTwoResults(target);
        ResultText.Format text = kind.text();
        List<Path> files = traces(inputs);
        Path folder = outputs.scratchFolder("mimeo-sql-");
        try {
            TableOutput.Written written;
            try (Progress progress = stepProgress("export")) {
                SqlOptions options =
                        checked(() -> settings.options(threads(), folder)).withProgress(progress::update);
                TableOutput.Opener opener = targets -> TraceQuery.all(files, options, targets);
                written = settings.partitions().isEmpty()
                        ? writeFile(opener, target, text, folder)
                        : TableOutput.writePartitions(
                                opener, settings.partitions(), settings.codec(), target, outputs, force);
            }
            written.result().warnings(target).forEach(this::warn);
            if (json) {
                print(Json.render(Json.object()
                        .put("output", target)
                        .put("rows", written.result().rows())));
            }
            note((output == null ? Failures.oneLine(target) + ": " : "")
                    + Counts.of(written.result().rows(), "row") + "\n");
        } finally {
            outputs.discard(folder);
        }
        return 0;
    }

    private TableOutput.Written writeFile(
            TableOutput.Opener opener, String target, ResultText.@Nullable Format text, Path folder)
            throws IOException {
        try (Output out = text == null ? outputs.openBinary(target, force) : outputs.openText(target, force)) {
            TableOutput.Written written = TableOutput.write(opener, text, settings.codec(), out, folder);
            out.commit();
            return written;
        }
    }
}
