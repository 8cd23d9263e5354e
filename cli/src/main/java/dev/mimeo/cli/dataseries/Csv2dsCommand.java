package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.Inputs;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.PackingOptions;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.formats.csv.CsvImport;
import dev.mimeo.formats.csv.CsvInference;
import dev.mimeo.formats.csv.CsvOptions;
import dev.mimeo.internal.files.FileKinds;
import dev.mimeo.internal.text.Counts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Converts comma-separated values to a DataSeries file. */
@Command(
        name = "csv2ds",
        customSynopsis = "mimeo csv2ds CSV DS (--xml-desc-file=FILE | --infer) [OPTIONS]",
        description = {
            "Converts comma-separated values to a DataSeries file.",
            "",
            "A line is a row; values are in the order of the fields of the type. Values may",
            "be quoted; a quote inside is doubled. Bools are true, on, yes or false, off, no.",
            "",
            "--infer reads the text twice: each column becomes the first of bool, int32,",
            "int64, double and variable32 that holds all its values without loss."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo csv2ds --xml-desc-file=trace.xml trace.csv trace.ds",
            "  mimeo csv2ds --infer --header measured.csv measured.ds",
            "  mimeo csv2ds --xml-desc-file=t.xml --compress lz4 --field-separator=';' - t.ds"
        })
final class Csv2dsCommand extends MimeoSubcommand {

    /** Bytes of text whose lines tell whether the first one is a header. */
    private static final int LINES_BYTES = 64 << 10;

    @Mixin
    private PackingOptions packing = new PackingOptions();

    @Parameters(index = "0", paramLabel = "CSV", description = "Text to read, or - for standard input.")
    private String input = "";

    @Parameters(index = "1", paramLabel = "DS", description = "File to write, or - for standard output.")
    private String output = "";

    @Option(names = "--xml-desc-file", paramLabel = "FILE", description = "Description of the extent type, as XML.")
    private @Nullable String typeFile;

    @Option(names = "--infer", description = "Infer the type from the values.")
    private boolean infer;

    @Option(
            names = "--type-name",
            paramLabel = "NAME",
            description = "Name of the inferred type (default: from the file name, or Csv for a stream).")
    private @Nullable String typeName;

    @Option(
            names = "--comment-prefix",
            paramLabel = "S",
            description = "Skip lines with this prefix; empty for none (default: #).")
    private String commentPrefix = CsvOptions.DEFAULT.commentPrefix();

    @Option(
            names = "--field-separator",
            paramLabel = "S",
            description = "Separator of values; 0x... for bytes in hex (default: ,).")
    private String separator = CsvOptions.DEFAULT.separator();

    @Option(names = "--hex-encoded-variable32", description = "Read values of variable32 fields as hexadecimal digits.")
    private boolean hexStrings;

    @Option(
            names = "--null-string",
            paramLabel = "S",
            description = "Text that stands for a null value (default: null).")
    private String nullText = CsvOptions.DEFAULT.nullText();

    @Option(names = "--header", description = "The first line names the columns, in any order.")
    private boolean header;

    Csv2dsCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        refuseTwoResults(output);
        CsvOptions options = options();
        if ((typeFile == null) == !infer) {
            throw usageError("give either --xml-desc-file, the description of the type, or --infer");
        }
        Path path = infer && isStream() ? spooled() : Outputs.path(input);
        try (Output file = outputs.openBinary(output, force)) {
            ExtentType type = typeFile == null ? infer(path, options) : TypeFiles.read(typeFile);
            CsvImport.Report report = convert(path, type, options, file);
            file.commit();
            if (json) {
                print(Json.render(Json.object()
                        .put("input", input)
                        .put("output", output)
                        .put("type", type.name())
                        .put("xml", type.xml())
                        .put("rows", report.rows())
                        .put("lines", report.lines())
                        .put("emptyLines", report.emptyLines())
                        .put("commentLines", report.commentLines())
                        .put("inputBytes", report.bytes())
                        .put("outputBytes", file.bytes())));
            }
            if (infer && !header && looksNamed(path, type)) {
                warn(name() + ": the first line seems to name the columns: --header takes it so");
            }
            String emptyLines = Counts.of(report.emptyLines(), "empty line") + " left out";
            if (report.emptyLines() > 0 && type.fields().size() == 1) {
                warn(emptyLines + ": write \"\" for rows whose only value is empty");
            }
            note(Counts.of(report.rows(), "row") + " of type " + type.name() + ", " + Counts.of(file.bytes(), "byte")
                    + (report.emptyLines() > 0 ? ", " + emptyLines : "")
                    + (report.commentLines() > 0
                            ? ", " + Counts.of(report.commentLines(), "line") + " left out that "
                                    + (report.commentLines() == 1 ? "starts" : "start") + " with " + commentPrefix
                            : "")
                    + "\n");
        } finally {
            outputs.discard(path);
        }
        return 0;
    }

    private CsvOptions options() {
        return checked(
                () -> new CsvOptions(separator, commentPrefix, nullText, hexStrings, header, 64 << 20, threads()));
    }

    /** Returns whether the input can be read only once. */
    private boolean isStream() throws IOException {
        return input.equals("-") || FileKinds.isSpecial(Outputs.path(input));
    }

    /** Keeps a stream in a file, to read it twice. */
    private Path spooled() throws IOException {
        try (InputStream in = input.equals("-") ? terminal.in() : Inputs.open(Outputs.path(input))) {
            return outputs.spool(in, "mimeo-csv2ds");
        }
    }

    private ExtentType infer(Path path, CsvOptions options) throws IOException {
        String file = path.getFileName() == null ? "" : path.getFileName().toString();
        String stem = isStream() ? "Csv" : file.replaceFirst("(.)\\.[^.]*$", "$1");
        try (Progress progress = byteProgress("infer");
                InputStream in = Inputs.open(path)) {
            long size = Files.size(path);
            return new CsvInference(options)
                    .infer(in, name(), typeName == null ? stem : typeName, bytes -> progress.update(bytes, size));
        }
    }

    /**
     * Returns whether all columns were inferred to be text, and some would not be with the first line as a header. The first of the
     * other lines decide.
     */
    private boolean looksNamed(Path path, ExtentType type) throws IOException {
        if (type.fields().stream().anyMatch(field -> field.type() != FieldType.VARIABLE32)) {
            return false;
        }
        byte[] start;
        try (InputStream in = Inputs.open(path)) {
            start = in.readNBytes(LINES_BYTES);
        }
        int end = start.length;
        while (start.length == LINES_BYTES && end > 0 && start[end - 1] != '\n') {
            end--;
        }
        try {
            return new CsvInference(options().withHeader())
                    .infer(new ByteArrayInputStream(start, 0, end), name(), type.name(), bytes -> {}).fields().stream()
                            .anyMatch(field -> field.type() != FieldType.VARIABLE32);
        } catch (DataSeriesException e) {
            // The first lines end within a quoted value.
            return false;
        }
    }

    private CsvImport.Report convert(Path path, ExtentType type, CsvOptions options, Output file) throws IOException {
        boolean piped = input.equals("-") && !infer;
        DataSeriesWriter writer =
                DataSeriesWriter.create(file.channel(), List.of(type), packing.writerOptions(threads()));
        try (Progress progress = byteProgress("csv2ds");
                InputStream in = piped ? terminal.in() : Inputs.open(path)) {
            ExtentOutput rows = new ExtentOutput(writer, type, packing.extentSize());
            long size = piped ? 0 : Files.size(path);
            CsvImport.Report report =
                    new CsvImport(type, options).read(in, name(), rows, bytes -> progress.update(bytes, size));
            rows.close();
            writer.close();
            return report;
        } catch (IOException | RuntimeException | Error e) {
            writer.abort();
            throw e;
        }
    }

    private String name() {
        return input.equals("-") ? "standard input" : input;
    }
}
