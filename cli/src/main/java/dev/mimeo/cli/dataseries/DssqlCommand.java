package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.TakesSql;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.UsesSql;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.sql.ResultText;
import dev.mimeo.sql.SqlOptions;
import dev.mimeo.sql.TraceQuery;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** SQL over DataSeries files. */
@Command(
        name = "dssql",
        customSynopsis = "mimeo dssql QUERY [OPTIONS]",
        description = {
            "Runs an SQL query over DataSeries files.",
            "",
            "A file name in single quotes is a table: SELECT count(*) FROM 'trace.ds'. A",
            "pattern, 'traces/*.ds', is the rows of all matching files. ds('trace.ds',",
            "'TYPE') names one of several types. The dialect is that of DuckDB; only the",
            "columns that a query uses are decoded. Parquet, CSV and JSON files can be joined",
            "by their names."
        },
        footer = {
            "",
            "Names of fields such as packet-at need double quotes. A query can read only the",
            "files that it names. With --index, extents are skipped by comparisons of columns",
            "with constants, BETWEEN, IN, AND and OR in the WHERE clause beside the table.",
            "",
            "Examples:",
            "  mimeo dssql \"DESCRIBE 'trace.ds'\"",
            "  mimeo dssql \"SELECT device_number, avg(leave_driver - enter_driver) AS t",
            "      FROM 'trace.ds' GROUP BY ALL ORDER BY t DESC LIMIT 10\"",
            "  mimeo dssql \"SELECT operation, count(*) FROM ds('nfs-*.ds', 'common') c",
            "      JOIN ds('nfs-*.ds', 'attr-ops') a ON c.record_id = a.reply_id",
            "      GROUP BY ALL\" -o operations.parquet",
            "  mimeo dssql \"FROM 'trace.ds' LIMIT 5\" --json | jq .rows",
            "  mimeo dssql \"FROM 'nfs-*.ds' WHERE record_id < 1000\" --index index.ds"
        })
final class DssqlCommand extends MimeoSubcommand implements UsesSql, TakesSql {

    @Parameters(index = "0", paramLabel = "QUERY", description = "One SELECT, FROM, WITH, DESCRIBE or SUMMARIZE.")
    private String query = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            description = "File to write, or - for standard output (default: -).")
    private String output = "-";

    @Mixin
    private final IndexOption index = new IndexOption();

    @Mixin
    private final SqlSettings settings = new SqlSettings();

    DssqlCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        if (json && (settings.hasFormat() || !settings.partitions().isEmpty() || !output.equals("-"))) {
            throw usageError("--json prints the result as one document: give it neither --format nor -o");
        }
        ResultText.Format text = json
                ? ResultText.Format.JSON_DOCUMENT
                : checked(() -> settings.kind(output, TableKind.TABLE)).text();
        Path folder = outputs.scratchFolder("mimeo-sql-");
        try {
            TableOutput.Written written;
            try (Progress progress = stepProgress("query")) {
                SqlOptions options = checked(() -> settings.options(threads(), folder))
                        .withIndex(index.path())
                        .withProgress(progress::update);
                TableOutput.Opener opener = files -> open(options, files);
                written = settings.partitions().isEmpty()
                        ? writeFile(opener, text, folder)
                        : TableOutput.writePartitions(
                                opener, settings.partitions(), settings.codec(), output, outputs, force);
            }
            written.result().warnings(output).forEach(this::warn);
            note(index.summary(written.extentsSkipped(), written.extentsSkipped() + written.extentsRead()));
            if (!output.equals("-")) {
                note(Counts.of(written.result().rows(), "row") + "\n");
            }
        } finally {
            outputs.discard(folder);
        }
        return 0;
    }

    private TraceQuery open(SqlOptions options, List<Path> files) throws IOException {
        TraceQuery opened = TraceQuery.open(query, options, files);
        try {
            refuseInput(output, opened.inputs());
            opened.notes().forEach(this::warn);
            return opened;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private TableOutput.Written writeFile(TableOutput.Opener opener, ResultText.@Nullable Format text, Path folder)
            throws IOException {
        try (Output out = text == null ? outputs.openBinary(output, force) : outputs.openText(output, force)) {
            TableOutput.Written written = TableOutput.write(opener, text, settings.codec(), out, folder);
            out.commit();
            return written;
        }
    }
}
