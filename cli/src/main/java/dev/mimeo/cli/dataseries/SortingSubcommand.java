package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.OutputSpills;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.PackingOptions;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.dataseries.transform.SortOrder;
import dev.mimeo.dataseries.transform.Sorting;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.node.ObjectNode;

/** The common part of dssort and dsmerge: rows of many files in, rows in order out. */
abstract class SortingSubcommand extends MimeoSubcommand {

    @Mixin
    private final SortSettings settings = new SortSettings();

    @Mixin
    private final PackingOptions packing = new PackingOptions();

    SortingSubcommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    /** Brings rows into order. */
    @FunctionalInterface
    interface Sorter {
        Sorting.Report sort(
                Sorting sorting, List<Path> inputs, String type, WritableByteChannel output, LongConsumer progress)
                throws IOException;
    }

    abstract Sorting.Options options(PackingOptions packingOptions);

    /** Adds to the JSON document. */
    abstract void describe(Sorting.Report report, ObjectNode document);

    final int sort(String task, Sorter sorter) throws IOException {
        String output = settings.output();
        refuseTwoResults(output);
        SortOrder order = checked(settings::order);
        Sorting.Options options = options(packing);
        try (Output file = outputs.openBinary(output, force);
                OutputSpills spills = new OutputSpills(outputs, file);
                Progress progress = byteProgress(task)) {
            List<Path> inputs = traces(settings.inputs());
            long size = InputSizes.total(inputs);
            Sorting.Report report = SortSettings.checked(
                    this,
                    () -> sorter.sort(
                            new Sorting(order, options, spills),
                            inputs,
                            settings.type(),
                            file.channel(),
                            bytes -> progress.update(bytes, size)));
            file.commit();
            if (json) {
                ObjectNode document = settings.document(report);
                describe(report, document);
                print(Json.render(document));
            }
            note(SortSettings.describe(report));
        }
        return 0;
    }
}
