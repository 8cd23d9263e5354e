package dev.mimeo.cli.garage;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.UsesSql;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.garage.load.CounterExport;
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
            "A folder stands for the packed files in it. If a file lacks a column, its rows",
            "have NULL there, which is an empty field in CSV."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo garage unpack garage/hotmail/dc1/web17.2026-03-01.gar -o web17.csv",
            "  mimeo garage unpack garage -o c.parquet --columns serverID,sampleTime,CPU"
        })
@WithoutOptions("--progress")
final class GarageUnpackCommand extends MimeoSubcommand implements UsesSql {

    @Parameters(arity = "1..*", paramLabel = "FILE", hideParamSyntax = true, description = "Packed files or folders.")
    private List<String> files = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            required = true,
            description = "File to write: .parquet, any other is CSV; - for CSV on standard output.")
    private String output = "";

    @Option(names = "--columns", paramLabel = "NAME,...", split = ",", description = "Columns to write (default: all).")
    private List<String> columns = new ArrayList<>();

    @Option(names = "--table", paramLabel = "NAME", description = "Table to write (default: RawData).")
    private String table = TableSchema.RAW_DATA;

    GarageUnpackCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        refuseTwoResults(output);
        boolean parquet = output.toLowerCase(Locale.ROOT).endsWith(".parquet");
        Path folder = outputs.scratchFolder("mimeo-garage-");
        try (Output out = outputs.open(output, parquet, force)) {
            Path written = folder.resolve("table");
            long rows = CounterExport.run(
                    GarageTree.files(Outputs.paths(files)),
                    table,
                    columns,
                    written,
                    parquet,
                    threads(),
                    folder.resolve("engine"));
            Files.copy(written, Channels.newOutputStream(out.channel()));
            out.commit();
            if (json) {
                print(Json.render(Json.object().put("output", output).put("rows", rows)));
            }
            note(Counts.of(rows, "row") + "\n");
        } finally {
            outputs.discard(folder);
        }
        return 0;
    }
}
