package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.PackingOptions;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.dataseries.Concatenation;
import dev.mimeo.internal.text.Counts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Concatenates DataSeries files as they are stored. */
@Command(
        name = "dscat",
        customSynopsis = "mimeo dscat IN... OUT [OPTIONS]",
        description = {
            "Concatenates DataSeries files without decompressing them.",
            "",
            "Extents are copied as they are stored, as fast as files can be read and written.",
            "The Adler-32 of each is verified; dsverify checks the rest. Types of the same",
            "name must be the same in all inputs. Types whose name starts with Info: hold",
            "notes of tools; if one of these differs, its extents are left out."
        },
        footer = {
            "",
            "Files whose byte order differs from the first are packed again, with the writing options.",
            "",
            "Examples:",
            "  mimeo dscat monday.ds tuesday.ds days.ds",
            "  mimeo dscat part-*.ds - | ssh host 'cat > whole.ds'"
        })
final class DscatCommand extends MimeoSubcommand {

    @Parameters(
            paramLabel = "IN... OUT",
            arity = "2..*",
            hideParamSyntax = true,
            description = "DataSeries files to read; the last one is the output, or - for standard output.")
    private List<String> files = new ArrayList<>();

    @Mixin
    private PackingOptions packing = new PackingOptions();

    DscatCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        String output = files.get(files.size() - 1);
        refuseTwoResults(output);
        try (Output file = outputs.openBinary(output, force);
                Progress progress = byteProgress("concatenate")) {
            List<Path> inputs = traces(files.subList(0, files.size() - 1));
            long size = InputSizes.total(inputs);
            Concatenation.Report report = Concatenation.run(
                    inputs, file.channel(), packing.writerOptions(threads()), bytes -> progress.update(bytes, size));
            file.commit();
            if (json) {
                ObjectNode document = Json.object()
                        .put("output", output)
                        .put("inputBytes", report.inputBytes())
                        .put("outputBytes", report.outputBytes())
                        .put("extents", report.extents())
                        .put("rows", report.rows())
                        .put("repackedExtents", report.repackedExtents());
                ArrayNode omitted = document.putArray("omittedTypes");
                report.omittedTypes().forEach(omitted::add);
                print(Json.render(document));
            }
            for (String type : report.omittedTypes()) {
                note("left out the extents of type " + type + ", which differs between the inputs\n");
            }
            note(String.format(
                    Locale.ROOT,
                    "wrote %s, %s, %s; %,d had to be packed anew%n",
                    Counts.of(report.extents(), "extent"),
                    Counts.of(report.rows(), "row"),
                    Counts.of(report.outputBytes(), "byte"),
                    report.repackedExtents()));
        }
        return 0;
    }
}
