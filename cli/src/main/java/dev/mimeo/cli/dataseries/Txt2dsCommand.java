package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.Inputs;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.PackingOptions;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.formats.csv.TextImport;
import dev.mimeo.formats.csv.TextImportOptions;
import dev.mimeo.formats.csv.TextImportReport;
import dev.mimeo.internal.text.Counts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Turns the text of ds2txt back into a DataSeries file. */
@Command(
        name = "txt2ds",
        customSynopsis = "mimeo txt2ds TEXT DS [OPTIONS]",
        description = {
            "Converts the output of ds2txt back to a DataSeries file.",
            "",
            "Types come from the text or from --xml-desc-file; print attributes are reversed.",
            "A warning lists information that the text lacks, such as digits of doubles that",
            "were not printed."
        },
        footer = {
            "",
            "If values contain spaces, print and read with another separator, or as CSV.",
            "",
            "Examples:",
            "  mimeo ds2txt --separator='|' a.ds | mimeo txt2ds --separator='|' - b.ds",
            "  mimeo txt2ds --xml-desc-file=trace.xml --compress lz4 trace.txt trace.ds"
        })
final class Txt2dsCommand extends MimeoSubcommand {

    private static final int MAX_LINE_BYTES = 64 << 20;

    @Mixin
    private PackingOptions packing = new PackingOptions();

    @Parameters(index = "0", paramLabel = "TEXT", description = "Text to read, or - for standard input.")
    private String input = "";

    @Parameters(index = "1", paramLabel = "DS", description = "File to write, or - for standard output.")
    private String output = "";

    @Option(
            names = "--xml-desc-file",
            paramLabel = "FILE",
            description = "Description of a type that the text lacks, as XML; may be repeated.")
    private List<String> typeFiles = new ArrayList<>();

    @Option(
            names = "--separator",
            paramLabel = "S",
            description = "Separator of values (default: a space; with --csv a comma).")
    private @Nullable String separator;

    @Option(names = "--csv", description = "Read values with the quotes of ds2txt --csv.")
    private boolean csv;

    @Option(names = "--decode-hex", description = "Decode hexadecimal digits that may stand for unprintable bytes.")
    private boolean decodeHex;

    Txt2dsCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        refuseTwoResults(output);
        List<ExtentType> types = new ArrayList<>();
        for (String file : typeFiles) {
            types.add(TypeFiles.read(file));
        }
        String between = separator == null ? (csv ? "," : " ") : separator;
        TextImportOptions options = checked(() ->
                new TextImportOptions(types, between, csv, decodeHex, packing.extentSize(), MAX_LINE_BYTES, threads()));
        try (Output file = outputs.openBinary(output, force)) {
            TextImportReport report = convert(options, file);
            file.commit();
            if (json) {
                print(Json.render(document(report, file)));
            }
            StringBuilder text = new StringBuilder();
            report.notes()
                    .forEach(line ->
                            text.append("not in the text: ").append(line).append('\n'));
            note(text + Counts.of(report.rows(), "row") + ", " + Counts.of(file.bytes(), "byte") + "\n");
        }
        return 0;
    }

    private TextImportReport convert(TextImportOptions options, Output file) throws IOException {
        WriterOptions writing = packing.writerOptions(threads());
        List<DataSeriesWriter> writers = new ArrayList<>();
        boolean piped = input.equals("-");
        try (Progress progress = byteProgress("txt2ds");
                InputStream in = piped ? terminal.in() : Inputs.open(Outputs.path(input))) {
            TextImport reader = new TextImport(options, all -> {
                DataSeriesWriter writer = DataSeriesWriter.create(file.channel(), all, writing);
                writers.add(writer);
                return writer;
            });
            long size = piped ? 0 : Files.size(Outputs.path(input));
            TextImportReport report =
                    reader.read(in, piped ? "standard input" : input, bytes -> progress.update(bytes, size));
            for (DataSeriesWriter writer : writers) {
                writer.close();
            }
            return report;
        } catch (IOException | RuntimeException | Error e) {
            for (DataSeriesWriter writer : writers) {
                writer.abort();
            }
            throw e;
        }
    }

    private ObjectNode document(TextImportReport report, Output file) {
        ObjectNode document = Json.object()
                .put("input", input)
                .put("output", output)
                .put("rows", report.rows())
                .put("lines", report.lines())
                .put("inputBytes", report.bytes())
                .put("outputBytes", file.bytes());
        ArrayNode notes = document.putArray("notes");
        report.notes().forEach(notes::add);
        return document;
    }
}
