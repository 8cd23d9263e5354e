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

/** Sorts the rows of DataSeries files. */
@Command(
        name = "dssort",
        customSynopsis = "mimeo dssort --by KEYS IN... OUT [OPTIONS]",
        description = {
            "Sorts the rows of one type of DataSeries files, of any size.",
            "",
            "Equal rows keep their order. Rows of other types are left out. What does not fit",
            "into memory goes to temporary files beside the output, as large as the inputs.",
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
final class DssortCommand extends MimeoSubcommand {

    @Parameters(
            paramLabel = "IN... OUT",
            arity = "2..*",
            description = "DataSeries files; the last one is written, or - for standard output.")
    private List<String> files = new ArrayList<>();

    @Option(names = "--by", paramLabel = "KEYS", required = true, description = "Fields to sort by: f[,g desc].")
    private String keys = "";

    @Option(
            names = "--type",
            paramLabel = "PATTERN",
            description = "Type of the rows (default: the only one that is not Info:).")
    private String type = "*";

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = ByteSize.PositiveConverter.class,
            description = "Rows to hold in memory (default: 128MiB).")
    private long memory = 128L << 20;

    @Mixin
    private PackingOptions packing = new PackingOptions();

    DssortCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    int run() throws IOException {
        String output = files.get(files.size() - 1);
        refuseTwoResults(output);
        SortOrder order = checked(() -> SortOrder.parse(keys));
        SortOptions options =
                checked(() -> new SortOptions(packing.writerOptions(threads()), packing.extentSize(), memory));
        List<Path> inputs = Outputs.paths(files.subList(0, files.size() - 1));
        try (Output file = outputs.open(output, true, force);
                TemporaryFiles spills = new TemporaryFiles(outputs, output);
                Progress progress = byteProgress("sort")) {
            long size = Sizes.total(inputs);
            SortReport report = SortRun.checked(
                    this,
                    () -> Sorting.sort(
                            inputs,
                            type,
                            order,
                            file.channel(),
                            options,
                            spills,
                            bytes -> progress.update(bytes, size)));
            file.commit();
            if (json) {
                print(Json.render(Json.object()
                        .put("output", output)
                        .put("rows", report.rows())
                        .put("extents", report.extents())
                        .put("outputBytes", report.outputBytes())
                        .put("runs", report.runs())
                        .put("spilledBytes", report.spilledBytes())));
            }
            note(SortRun.describe(report));
        }
        return 0;
    }
}
