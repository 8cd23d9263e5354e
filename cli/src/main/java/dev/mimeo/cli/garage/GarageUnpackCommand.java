package dev.mimeo.cli.garage;

import dev.mimeo.MimeoException;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.NameLists;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.OutputFolder;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.UsesSql;
import dev.mimeo.garage.load.CounterExport;
import dev.mimeo.garage.load.CounterExport.PartitionKey;
import dev.mimeo.garage.store.GarageTree;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.internal.text.Counts;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Packed files into one table. */
@Command(
        name = "unpack",
        customSynopsis = "mimeo garage unpack FILE... -o OUT [OPTIONS]",
        description = {
            "Converts packed files to one CSV or Parquet file.",
            "",
            "With --partition-by it writes a folder of Parquet files.",
            "",
            "A folder stands for the packed files in it. If a file lacks a column, its rows",
            "have NULL there, which is an empty field in CSV."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo garage unpack garage/hotmail/dc1/web17.2026-03-01.gar -o web17.csv",
            "  mimeo garage unpack garage -o c.parquet --columns serverID,sampleTime,CPU",
            "  mimeo garage unpack garage -o counters --partition-by day,server"
        })
final class GarageUnpackCommand extends MimeoSubcommand implements UsesSql {

    @Parameters(arity = "1..*", paramLabel = "FILE", hideParamSyntax = true, description = "Packed files or folders.")
    private List<String> files = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            required = true,
            description = "File to write: .parquet, any other is CSV; - for CSV on standard output. A folder with "
                    + "--partition-by.")
    private String output = "";

    @Option(
            names = "--columns",
            paramLabel = "NAME,...",
            hideParamSyntax = true,
            split = NameLists.SEPARATOR,
            converter = NameLists.Name.class,
            description = "Columns to write (default: all); a comma in a name follows a backslash.")
    private List<String> columns = new ArrayList<>();

    @Option(names = "--table", paramLabel = "NAME", description = "Table to write (default: RawData).")
    private @Nullable String table;

    @Option(
            names = "--partition-by",
            paramLabel = "KEY,...",
            hideParamSyntax = true,
            split = ",",
            description = "Write Parquet files in folders KEY=VALUE, as Hive, Spark and DuckDB read them; keys are "
                    + "day and server.")
    private List<PartitionKey> keys = new ArrayList<>();

    GarageUnpackCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        refuseTwoResults(output);
        if (!keys.isEmpty() && output.equals("-")) {
            throw usageError("--partition-by writes a folder: name it with -o");
        }
        if (Set.copyOf(keys).size() < keys.size()) {
            throw usageError("--partition-by names a key twice");
        }
        Path folder = outputs.scratchFolder("mimeo-garage-");
        try {
            List<Path> packed = GarageTree.files(Outputs.paths(files));
            if (packed.isEmpty()) {
                throw MimeoException.of(
                        String.join(", ", files), MimeoException.Reason.EMPTY, "no packed file that can be read");
            }
            refuseInput(output, packed);
            if (keys.isEmpty() && output.toLowerCase(Locale.ROOT).endsWith(GarageTree.SUFFIX)) {
                throw usageError(output + " has the name of a packed file, but would be CSV: choose another suffix");
            }
            long rows = keys.isEmpty() ? writeFile(packed, folder) : writeFolder(packed, folder);
            warnOfOtherTables(packed);
            if (json) {
                print(Json.render(Json.object().put("output", output).put("rows", rows)));
            }
            note(Counts.of(rows, "row") + "\n");
        } finally {
            outputs.discard(folder);
        }
        return 0;
    }

    private String table() {
        return table == null ? TableSchema.RAW_DATA : table;
    }

    private void warnOfOtherTables(List<Path> packed) throws IOException {
        if (table != null) {
            return;
        }
        List<String> others = new ArrayList<>(CounterExport.tables(packed));
        others.remove(TableSchema.RAW_DATA);
        if (!others.isEmpty()) {
            warn("only table " + TableSchema.RAW_DATA + " was written: --table writes another one, such as "
                    + others.get(0) + " (" + Counts.of(others.size(), "other table") + ")");
        }
    }

    private long writeFile(List<Path> packed, Path folder) throws IOException {
        boolean parquet = output.toLowerCase(Locale.ROOT).endsWith(".parquet");
        CounterExport.Form form = parquet ? CounterExport.Form.PARQUET : CounterExport.Form.CSV;
        try (Output out = parquet ? outputs.openBinary(output, force) : outputs.openText(output, force)) {
            Path own = out.file();
            Path written = own == null ? folder.resolve("table") : own;
            long rows = CounterExport.run(
                    packed,
                    new CounterExport.Options(table(), columns, threads(), folder.resolve("engine")),
                    written,
                    form);
            if (own == null) {
                Files.copy(written, Channels.newOutputStream(out.channel()));
            }
            out.commit();
            return rows;
        }
    }

    private long writeFolder(List<Path> packed, Path folder) throws IOException {
        try (OutputFolder out = outputs.openPartitions(output, force);
                Progress progress = stepProgress("unpack")) {
            CounterExport.Report report = CounterExport.partitions(
                    packed,
                    new CounterExport.Options(table(), columns, threads(), folder.resolve("engine")),
                    out.folder(),
                    keys,
                    done -> progress.update(done, -1));
            out.commit();
            return report.rows();
        }
    }
}
