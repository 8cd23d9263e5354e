package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.PackingOptions;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.dataseries.transform.SortOrder;
import dev.mimeo.dataseries.transform.Sorting;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
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
        try (Output file = outputs.open(output, true, force);
                TemporaryFiles spills = new TemporaryFiles(outputs, output);
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

    /** Hidden files beside an output that are gone after the run, however it ends. */
    private static final class TemporaryFiles implements Sorting.SpillFiles, AutoCloseable {

        private final Outputs outputs;
        private final String output;
        private final List<Path> files = new ArrayList<>();

        /** Prepares files beside an output; for standard output in the folder for temporary files. */
        TemporaryFiles(Outputs outputs, String output) {
            this.outputs = outputs;
            this.output = output;
        }

        @Override
        public Path create() throws IOException {
            Path file = output.equals("-") || Outputs.isSpecial(Outputs.path(output))
                    ? outputs.scratch("mimeo-run")
                    : outputs.temporary(Outputs.path(output));
            files.add(file);
            return file;
        }

        @Override
        public void remove(Path file) throws IOException {
            outputs.discard(file);
            files.remove(file);
        }

        @Override
        public void close() throws IOException {
            for (Path file : files) {
                outputs.discard(file);
            }
            files.clear();
        }
    }
}
