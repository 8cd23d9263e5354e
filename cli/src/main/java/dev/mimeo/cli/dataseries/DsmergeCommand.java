package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.PackingOptions;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.dataseries.transform.Sorting;
import java.io.IOException;
import picocli.CommandLine.Command;
import tools.jackson.databind.node.ObjectNode;

/** Merges sorted DataSeries files. */
@Command(
        name = "dsmerge",
        customSynopsis = "mimeo dsmerge --by KEYS IN... OUT [OPTIONS]",
        description = {
            "Merges sorted rows of one type of DataSeries files.",
            "",
            "Rows with equal keys stay in the order of the inputs. Fails at the first row",
            "that is out of order. Rows of other types are left out. KEYS are as for dssort."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo dsmerge --by packet_at server-1.ds server-2.ds server-3.ds all.ds",
            "  mimeo dsmerge --by 'size desc, name nulls first' a.ds b.ds out.ds"
        })
final class DsmergeCommand extends SortingSubcommand {

    DsmergeCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    Sorting.Options options(PackingOptions packing) {
        return Sorting.Options.forMerging(packing.writerOptions(threads()), packing.extentSize());
    }

    @Override
    void describe(Sorting.Report report, ObjectNode document) {}

    @Override
    protected int run() throws IOException {
        return sort("merge", Sorting::merge);
    }
}
