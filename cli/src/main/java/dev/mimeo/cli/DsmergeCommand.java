package dev.mimeo.cli;

import dev.mimeo.dataseries.transform.SortOptions;
import dev.mimeo.dataseries.transform.SortOrder;
import dev.mimeo.dataseries.transform.SortReport;
import dev.mimeo.dataseries.transform.Sorting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Merges sorted DataSeries files. */
@Command(
        name = "dsmerge",
        customSynopsis = "mimeo dsmerge --by KEYS IN... OUT [OPTIONS]",
        description = {
            "Merges the rows of one type of DataSeries files that are sorted already.",
            "",
            "Equal rows come in the order of the inputs. Stops with an error at the first row",
            "that is out of order. Rows of other types are left out. KEYS are as for dssort."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo dsmerge --by packet_at server-1.ds server-2.ds server-3.ds all.ds",
            "  mimeo dsmerge --by 'size desc, name nulls first' a.ds b.ds out.ds"
        })
final class DsmergeCommand extends MimeoSubcommand {

    @Parameters(
            paramLabel = "IN... OUT",
            arity = "2..*",
            description = "DataSeries files; the last one is written, or - for standard output.")
    private List<String> files = new ArrayList<>();

    @Option(names = "--by", paramLabel = "KEYS", required = true, description = "Fields to merge by: f[,g desc].")
    private String keys = "";

    @Option(
            names = "--type",
            paramLabel = "PATTERN",
            description = "Type of the rows (default: the only one that is not Info:).")
    private String type = "*";

    @Mixin
    private PackingOptions packing = new PackingOptions();

    DsmergeCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    int run() throws IOException {
        String output = files.get(files.size() - 1);
        refuseTwoResults(output);
        SortOrder order = checked(() -> SortOrder.parse(keys));
        SortOptions options = SortOptions.forMerging(packing.writerOptions(threads()), packing.extentSize());
        List<Path> inputs = Outputs.paths(files.subList(0, files.size() - 1));
        try (Output file = outputs.open(output, true, force);
                TemporaryFiles spills = new TemporaryFiles(outputs, output)) {
            SortReport report =
                    SortRun.checked(this, () -> Sorting.merge(inputs, type, order, file.channel(), options, spills));
            file.commit();
            if (json) {
                print(Json.render(Json.object()
                        .put("output", output)
                        .put("rows", report.rows())
                        .put("extents", report.extents())
                        .put("outputBytes", report.outputBytes())));
            }
            note(SortRun.describe(report));
        }
        return 0;
    }
}
