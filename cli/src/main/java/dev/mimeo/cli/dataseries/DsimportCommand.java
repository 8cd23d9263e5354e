package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.EngineSettings;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.PackingOptions;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.UsesSql;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.sql.SqlOptions;
import dev.mimeo.sql.TableImport;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Parquet as DataSeries files. */
@Command(
        name = "dsimport",
        customSynopsis = "mimeo dsimport IN OUT [OPTIONS]",
        description = {
            "Imports Parquet, CSV or JSON into a DataSeries file.",
            "",
            "A Parquet file from dsexport gets its original type and rows back. For other",
            "files the type is made from the columns: dates and times become microseconds",
            "since 1970 (int64), decimals become doubles if these are exact, and all other",
            "types text."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo dsimport table.parquet table.ds",
            "  mimeo dsimport table.parquet table.ds --type-name Trace::Web --compress lz4",
            "  mimeo dsimport table.csv table.ds --xml-desc-file type.xml"
        })
@WithoutOptions("--progress")
final class DsimportCommand extends MimeoSubcommand implements UsesSql {

    @Parameters(index = "0", paramLabel = "IN", description = "File to read: .parquet, .csv or .json.")
    private String input = "";

    @Parameters(index = "1", paramLabel = "OUT", description = "File to write, or - for standard output.")
    private String output = "";

    @Option(
            names = "--type-name",
            paramLabel = "NAME",
            description = "Name of the type to make (default: that of IN, without suffix).")
    private @Nullable String typeName;

    @Option(
            names = "--xml-desc-file",
            paramLabel = "FILE",
            description = "Description of the type to use; IN must have a column for each field.")
    private @Nullable String descriptionFile;

    @Mixin
    private final PackingOptions packing = new PackingOptions();

    @Mixin
    private final EngineSettings settings = new EngineSettings();

    DsimportCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        refuseTwoResults(output);
        if (input.equals("-")) {
            throw usageError("IN is a file, whose suffix names its format: write standard input to one first");
        }
        if (typeName != null && descriptionFile != null) {
            throw usageError("--type-name and --xml-desc-file both say what the type is: give one");
        }
        TableImport.Options options = new TableImport.Options(
                describedType(), typeName, packing.writerOptions(threads()), packing.extentSize());
        Path folder = outputs.scratchFolder("mimeo-sql-");
        try (Output out = outputs.openBinary(output, force)) {
            SqlOptions engine = checked(() -> settings.options(threads(), folder));
            long rows = TableImport.run(Outputs.path(input), out.channel(), options, engine);
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

    private @Nullable ExtentType describedType() throws IOException {
        return descriptionFile == null ? null : TypeFiles.read(descriptionFile);
    }
}
