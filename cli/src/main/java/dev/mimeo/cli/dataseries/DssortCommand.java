package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.ByteSize;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.PackingOptions;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.dataseries.transform.Sorting;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** Sorts the rows of DataSeries files. */
@Command(
        name = "dssort",
        customSynopsis = "mimeo dssort --by KEYS IN... OUT [OPTIONS]",
        description = {
            "Sorts the rows of one type of DataSeries files.",
            "",
            "Rows with equal keys keep their order. Rows of other types are left out. Rows",
            "that do not fit into memory go to spill files beside the output, which are as",
            "large as the inputs.",
            "",
            "KEYS are fields, each with asc or desc, nulls first or nulls last (default: asc,",
            "nulls last). NaN comes after all numbers; strings are ordered by their bytes. A",
            "backslash goes before a space, comma or backslash in the name of a field."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo dssort --by packet_at trace.ds sorted.ds",
            "  mimeo dssort --by 'size desc, name nulls first' --memory 1GiB a.ds b.ds out.ds"
        })
final class DssortCommand extends SortingSubcommand {

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = ByteSize.PositiveConverter.class,
            description = "Memory for rows (default: 128MiB).")
    private long memory = 128L << 20;

    DssortCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    Sorting.Options options(PackingOptions packing) {
        return checked(() -> new Sorting.Options(packing.writerOptions(threads()), packing.extentSize(), memory));
    }

    @Override
    void describe(Sorting.Report report, ObjectNode document) {
        document.put("runs", report.runs()).put("spilledBytes", report.spilledBytes());
    }

    @Override
    protected int run() throws IOException {
        return sort("sort", Sorting::sort);
    }
}
