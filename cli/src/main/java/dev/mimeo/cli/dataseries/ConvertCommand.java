package dev.mimeo.cli.dataseries;

import dev.mimeo.MimeoException;
import dev.mimeo.cli.command.CommandFailure;
import dev.mimeo.cli.command.Errors;
import dev.mimeo.cli.command.Inputs;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.PackingOptions;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.ValueNames;
import dev.mimeo.cli.command.WatchedInput;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.formats.trace.TraceConverter;
import dev.mimeo.formats.trace.TraceInputs;
import dev.mimeo.internal.bytes.NamedInput;
import dev.mimeo.internal.text.AlignedText;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Converts traces of other formats to DataSeries and back. */
@Command(
        name = "convert",
        customSynopsis = "mimeo convert FORMAT IN OUT [OPTIONS] | --list",
        description = {
            "Converts traces of other formats to DataSeries and back.",
            "",
            "Inputs compressed by gzip, bzip2, zstd, xz or lz4 are decompressed. Lines that",
            "do not match the format are kept as they are, so that --reverse restores the",
            "trace."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo convert --list",
            "  mimeo convert ellard anon-home04.txt.gz home04.ds",
            "  mimeo convert ellard --reverse home04.ds - | gzip > home04.txt.gz",
            "  mimeo convert msr-cambridge usr_0.csv.gz usr_0.ds --compress bz2"
        })
final class ConvertCommand extends MimeoSubcommand {

    private static final int BUFFER = 1 << 16;

    @Parameters(
            index = "0",
            paramLabel = "FORMAT",
            completionCandidates = FormatNames.class,
            arity = "0..1",
            description = "Format of the trace, one of those that --list shows.")
    private @Nullable String format;

    /** The names of the formats. */
    static final class FormatNames extends ValueNames {
        FormatNames() {
            super(() -> TraceConverter.all().stream().map(TraceConverter::name).toList());
        }
    }

    @Parameters(index = "1", paramLabel = "IN", arity = "0..1", description = "Trace, or - for standard input.")
    private @Nullable String input;

    @Parameters(
            index = "2",
            paramLabel = "OUT",
            arity = "0..1",
            description = "DataSeries file to write, or - for standard output.")
    private @Nullable String output;

    @Option(names = "--list", description = "List the formats.")
    private boolean list;

    @Option(names = "--reverse", description = "Convert the DataSeries file IN back to the trace OUT.")
    private boolean reverse;

    @Option(names = "--strict", description = "Fail at the first malformed line.")
    private boolean strict;

    @Mixin
    private PackingOptions packing = new PackingOptions();

    ConvertCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        if (list) {
            printFormats();
            return 0;
        }
        if (format == null || input == null || output == null) {
            throw usageError("FORMAT, IN and OUT are needed; --list shows the formats");
        }
        convert(format, input, output);
        return 0;
    }

    private void convert(String name, String in, String out) throws IOException {
        TraceConverter converter = checked(() -> TraceConverter.named(name));
        if (reverse && !converter.isLossless()) {
            throw usageError("format '" + name + "' cannot be converted back: the conversion is not lossless");
        }
        refuseTwoResults(out);
        TraceConverter.Options options = new TraceConverter.Options(threads(), strict);
        try (Output file =
                reverse && isText(converter) ? outputs.openText(out, force) : outputs.openBinary(out, force)) {
            TraceConverter.Summary summary =
                    reverse ? print(converter, in, file, options) : convert(converter, in, file, options);
            if (!reverse && summary.rows() > 0 && summary.garbageRows() == summary.rows()) {
                throw new CommandFailure(name(in) + ": nothing in it is of the format '" + name + "' ("
                        + converter.description() + "): choose one that --list shows");
            }
            file.commit();
            if (json) {
                print(Json.render(document(converter, summary, file)));
            }
            note(describe(converter, summary, file));
        }
    }

    private static boolean isText(TraceConverter converter) {
        return converter.type().hasField("garbage");
    }

    private TraceConverter.Summary convert(
            TraceConverter converter, String in, Output file, TraceConverter.Options options) throws IOException {
        try (Progress progress = byteProgress("convert");
                InputStream trace = NamedInput.open(
                        watched(in, progress),
                        TraceInputs::unpacked,
                        e -> Failures.ofSource(name(in), e, Errors.reason(e)));
                DataSeriesWriter writer = DataSeriesWriter.create(
                        file.channel(), List.of(converter.type()), packing.writerOptions(threads()))) {
            boolean done = false;
            try (ExtentOutput rows = new ExtentOutput(writer, converter.type(), packing.extentSize())) {
                TraceConverter.Summary summary = converter.convert(trace, rows::copy, options);
                done = true;
                return summary;
            } catch (MimeoException e) {
                if (!e.source().isEmpty()) {
                    throw e;
                }
                throw new CommandFailure(name(in) + ": " + e.getMessage());
            } finally {
                if (!done) {
                    writer.abort();
                }
            }
        }
    }

    private InputStream watched(String in, Progress progress) throws IOException {
        if (in.equals("-")) {
            return new WatchedInput(terminal.in(), -1, progress);
        }
        Path path = Outputs.path(in);
        long size = Files.isRegularFile(path) ? Files.size(path) : -1;
        return new WatchedInput(Inputs.open(path), size, progress);
    }

    private static String name(String in) {
        return in.equals("-") ? "standard input" : in;
    }

    private TraceConverter.Summary print(
            TraceConverter converter, String in, Output file, TraceConverter.Options options) throws IOException {
        if (!in.equals("-")) {
            return print(converter, Outputs.path(in), file, options);
        }
        // The list of extents is at the end of a file.
        Path copy = outputs.spool(terminal.in(), "mimeo-convert");
        try {
            return print(converter, copy, file, options);
        } finally {
            outputs.discard(copy);
        }
    }

    private TraceConverter.Summary print(TraceConverter converter, Path in, Output file, TraceConverter.Options options)
            throws IOException {
        try (Progress progress = byteProgress("convert");
                DataSeriesReader reader = DataSeriesReader.open(in);
                ExtentSource rows = reader.extents(converter.type().name(), threads())) {
            OutputStream trace = new BufferedOutputStream(Channels.newOutputStream(file.channel()), BUFFER);
            return converter.print(new WatchedExtents(rows, progress, reader.sizeBytes()), trace, options);
        }
    }

    private void printFormats() throws IOException {
        List<TraceConverter> formats = TraceConverter.all();
        if (json) {
            ObjectNode document = Json.object();
            ArrayNode array = document.putArray("formats");
            for (TraceConverter converter : formats) {
                array.addObject()
                        .put("name", converter.name())
                        .put("description", converter.description())
                        .put("type", converter.type().name())
                        .put("lossless", converter.isLossless());
            }
            print(Json.render(document));
            return;
        }
        AlignedText text = new AlignedText("%-14s %-9s %-s");
        for (TraceConverter converter : formats) {
            text.add(converter.name(), converter.isLossless() ? "both ways" : "one way", converter.description());
        }
        print(text.toString());
    }

    private ObjectNode document(TraceConverter converter, TraceConverter.Summary summary, Output file) {
        ObjectNode document = Json.object()
                .put("format", converter.name())
                .put("reverse", reverse)
                .put("input", input)
                .put("output", output)
                .put("rows", summary.rows())
                .put("traceBytes", summary.traceBytes())
                .put("outputBytes", file.bytes())
                .put("garbageRows", summary.garbageRows());
        if (summary.garbageRows() > 0 && !reverse) {
            document.put("firstGarbageLine", summary.firstGarbageLine());
        }
        return document.put("lossless", converter.isLossless());
    }

    private String describe(TraceConverter converter, TraceConverter.Summary summary, Output file) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%s: %s, %s of %s, %s written%n",
                Failures.oneLine(file.name()),
                Counts.of(summary.rows(), "row"),
                ByteSizes.format(summary.traceBytes()),
                converter.name(),
                ByteSizes.format(file.bytes())));
        if (summary.garbageRows() > 0 && !reverse) {
            text.append(String.format(
                    Locale.ROOT,
                    "kept as they are: %s, the first in line %,d%n",
                    Counts.of(summary.garbageRows(), "malformed line"),
                    summary.firstGarbageLine()));
        }
        return text.toString();
    }
}
