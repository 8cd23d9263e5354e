package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.FileStatistics;
import dev.mimeo.dataseries.TypeStatistics;
import dev.mimeo.internal.text.AlignedText;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Says what DataSeries files hold. */
@Command(
        name = "dsinfo",
        customSynopsis = "mimeo dsinfo FILE... [OPTIONS]",
        description = {
            "Shows the content and the storage of DataSeries files.",
            "",
            "Prints types, extents, rows, stored and unpacked sizes, codecs and ratios, and",
            "the unpacked bytes of each column."
        },
        footer = {"", "Examples:", "  mimeo dsinfo logs.ds", "  mimeo dsinfo a.ds b.ds --json | jq .files[].rows"})
@WithoutOptions("--force")
final class DsinfoCommand extends MimeoSubcommand {

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "DataSeries file.")
    private List<String> files = new ArrayList<>();

    DsinfoCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        ObjectNode document = Json.object();
        ArrayNode all = document.putArray("files");
        for (String file : files) {
            FileStatistics statistics = measure(trace(file));
            if (json) {
                put(all.addObject().put("file", file), statistics);
            } else {
                print(text(file, statistics));
            }
        }
        if (json) {
            print(Json.render(document));
        }
        return 0;
    }

    private FileStatistics measure(Path file) throws IOException {
        try (Progress progress = byteProgress("examine")) {
            long size = Files.size(file);
            return FileStatistics.of(file, threads(), bytes -> progress.update(bytes, size));
        }
    }

    private static String text(String file, FileStatistics statistics) {
        StringBuilder text = new StringBuilder();
        line(
                text,
                "%s: %s, %s, %s, %s",
                file,
                Counts.of(statistics.bytes(), "byte"),
                order(statistics),
                Counts.of(statistics.extents(), "extent"),
                Counts.of(statistics.rows(), "row"));
        for (TypeStatistics type : statistics.types()) {
            String namespace = type.type().namespace();
            String version = version(type.type());
            line(text, "  %s %s", type.type().name(), namespace.isEmpty() ? version : version + " of " + namespace);
            line(
                    text,
                    "    %s, %s",
                    Counts.of(type.storage().extents(), "extent"),
                    Counts.of(type.storage().rows(), "row"));
            if (type.storage().extents() > 0) {
                line(
                        text,
                        "    %s stored, %,d unpacked, ratio %.2f",
                        Counts.of(type.storage().storedBytes(), "byte"),
                        type.storage().unpackedBytes(),
                        type.storage().ratio());
                line(
                        text,
                        "    records: %s; strings: %s",
                        codecs(type.storage().records().codecs()),
                        codecs(type.storage().strings().codecs()));
            }
            AlignedText columns = new AlignedText("    %-24s %-10s %15s %-s");
            for (TypeStatistics.FieldStatistics column : type.columns()) {
                columns.add(
                        Failures.oneLine(column.field().name()),
                        column.field().type().xmlName(),
                        String.format(Locale.ROOT, "%,d", column.unpackedBytes()),
                        column.unpackedBytes() == 1 ? "byte" : "bytes");
            }
            text.append(columns);
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String format, Object... values) {
        // A file can have any names in it.
        Object[] shown = Arrays.stream(values)
                .map(value -> value instanceof String name ? Failures.oneLine(name) : value)
                .toArray();
        text.append(String.format(Locale.ROOT, format, shown)).append('\n');
    }

    private static String codecs(Map<String, Long> codecs) {
        return codecs.isEmpty()
                ? "none stored"
                : codecs.entrySet().stream()
                        .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                        .collect(Collectors.joining(", "));
    }

    private static String version(ExtentType type) {
        return type.majorVersion() + "." + type.minorVersion();
    }

    private static String order(FileStatistics statistics) {
        return statistics.order().equals(ByteOrder.BIG_ENDIAN) ? "big-endian" : "little-endian";
    }

    private static void put(ObjectNode document, FileStatistics statistics) {
        document.put("bytes", statistics.bytes())
                .put("byteOrder", order(statistics))
                .put("extents", statistics.extents())
                .put("rows", statistics.rows());
        ArrayNode types = document.putArray("types");
        for (TypeStatistics type : statistics.types()) {
            ObjectNode node = types.addObject()
                    .put("name", type.type().name())
                    .put("namespace", type.type().namespace())
                    .put("version", version(type.type()))
                    .put("extents", type.storage().extents())
                    .put("rows", type.storage().rows())
                    .put("storedBytes", type.storage().storedBytes())
                    .put("unpackedBytes", type.storage().unpackedBytes());
            Json.put(
                    node,
                    "ratio",
                    type.storage().extents() == 0 ? Double.NaN : type.storage().ratio());
            type.storage().records().codecs().forEach(node.putObject("fixedCodecs")::put);
            type.storage().strings().codecs().forEach(node.putObject("variableCodecs")::put);
            ArrayNode columns = node.putArray("columns");
            for (TypeStatistics.FieldStatistics column : type.columns()) {
                columns.addObject()
                        .put("name", column.field().name())
                        .put("type", column.field().type().xmlName())
                        .put("unpackedBytes", column.unpackedBytes());
            }
        }
    }
}
