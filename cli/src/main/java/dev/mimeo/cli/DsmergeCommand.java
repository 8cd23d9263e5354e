package dev.mimeo.cli;

import dev.mimeo.dataseries.transform.SortOptions;
import dev.mimeo.dataseries.transform.SortOrder;
import dev.mimeo.dataseries.transform.SortReport;
import dev.mimeo.dataseries.transform.Sorting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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

    @Mixin
    private final SortSettings settings = new SortSettings();

    @Mixin
    private PackingOptions packing = new PackingOptions();

    DsmergeCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    int run() throws IOException {
        String output = settings.output();
        refuseTwoResults(output);
        SortOrder order = checked(settings::order);
        SortOptions options = SortOptions.forMerging(packing.writerOptions(threads()), packing.extentSize());
        List<Path> inputs = settings.inputs();
        try (Output file = outputs.open(output, true, force);
                TemporaryFiles spills = new TemporaryFiles(outputs, output);
                Progress progress = byteProgress("merge")) {
            long size = Sizes.total(inputs);
            SortReport report = SortSettings.checked(
                    this,
                    () -> Sorting.merge(
                            inputs,
                            settings.type(),
                            order,
                            file.channel(),
                            options,
                            spills,
                            bytes -> progress.update(bytes, size)));
            file.commit();
            if (json) {
                print(Json.render(settings.document(report)));
            }
            note(SortSettings.describe(report));
        }
        return 0;
    }
}
