package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.ByteSize;
import dev.mimeo.cli.command.CommandFailure;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.PackingOptions;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.dataseries.StorageStatistics;
import dev.mimeo.dataseries.TypeStatistics;
import dev.mimeo.dataseries.transform.Repacking;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.statistics.PipelineStatistics;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Merges, splits and recompresses DataSeries files. */
@Command(
        name = "dsrepack",
        customSynopsis = "mimeo dsrepack IN... OUT [OPTIONS]",
        description = {
            "Merges, splits and recompresses DataSeries files.",
            "",
            "Keeps the order of the rows of each type. Types of the same name must be the",
            "same in all inputs."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo dsrepack --compress lz4 --extent-size=1MiB trace.ds fast.ds",
            "  mimeo dsrepack monday.ds tuesday.ds days.ds",
            "  mimeo dsrepack --compress bz2 --compress-level=9 trace.ds small.ds",
            "  mimeo dsrepack --target-file-size=100 trace.ds trace"
        })
final class DsrepackCommand extends MimeoSubcommand {

    /** As many as the original tool writes. */
    private static final BigDecimal MEBIBYTE = BigDecimal.valueOf(1 << 20);

    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

    private static final int MAX_PARTS = 10_000;

    private static final double NANOS = 1e9;

    @Parameters(
            paramLabel = "IN... OUT",
            arity = "2..*",
            hideParamSyntax = true,
            description = "DataSeries files to read; the last one is the output, or - for standard output.")
    private List<String> files = new ArrayList<>();

    @Mixin
    private PackingOptions packing = new PackingOptions();

    @Option(
            names = "--target-file-size",
            paramLabel = "SIZE",
            converter = MebibyteConverter.class,
            description = "Split into OUT.part-0000.ds and so on, of about this size each; a number without a unit "
                    + "is in MiB.")
    private long targetFileSize;

    @Option(names = "--no-info", description = "Add no row of type Info::DSRepack, which records the options.")
    private boolean noInfo;

    @Option(
            names = "--compat",
            description = "Name the parts as the original tool does, OUT.part-0000.ds, OUT.part-01.ds, and "
                    + "use its numbers in Info::DSRepack.")
    private boolean compat;

    @Option(
            names = {"-v", "--verbose"},
            description = "Also print how each type is stored, and where the time went.")
    private boolean verbose;

    DsrepackCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        String output = files.get(files.size() - 1);
        Repacking.Options options = options();
        refuseTwoResults(output);
        if (options.targetFileSize() > 0 && output.equals("-")) {
            throw usageError("--target-file-size makes several files: name them, not -");
        }
        List<Path> inputs = traces(files.subList(0, files.size() - 1));
        try (Parts parts = new Parts(inputs, output, options.targetFileSize() > 0);
                Progress progress = byteProgress("repack")) {
            long size = InputSizes.total(inputs);
            Repacking.Report report = Repacking.run(inputs, parts, options, bytes -> progress.update(bytes, size));
            parts.commit();
            if (json) {
                print(Json.render(document(report, parts.names)));
            }
            note(describe(report) + (verbose ? details(report) : ""));
        }
        return 0;
    }

    private Repacking.Options options() {
        return new Repacking.Options(
                packing.writerOptions(threads()).withTiming(verbose),
                packing.extentSize(),
                packing.level(),
                !noInfo,
                targetFileSize,
                compat);
    }

    /** A size of at least 1 byte, which the original tool takes as a number of MiB, possibly with a fraction. */
    static final class MebibyteConverter implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            if (!value.matches("[0-9]+(\\.[0-9]+)?")) {
                return new ByteSize.PositiveConverter().convert(value);
            }
            BigDecimal bytes = new BigDecimal(value).multiply(MEBIBYTE);
            if (bytes.compareTo(BigDecimal.ONE) < 0) {
                throw new TypeConversionException("'" + value + "' is too small: the size must be at least 1 byte");
            }
            if (bytes.compareTo(MOST) > 0) {
                throw new TypeConversionException("'" + value + "' is too large: a number without a unit is in MiB");
            }
            return bytes.longValue();
        }
    }

    private ObjectNode document(Repacking.Report report, List<String> names) {
        ObjectNode document = Json.object()
                .put("inputBytes", report.inputBytes())
                .put("extents", report.extents())
                .put("rows", report.rows())
                .put("outputBytes", report.outputBytes());
        ArrayNode parts = document.putArray("parts");
        for (int i = 0; i < names.size(); i++) {
            Repacking.Report.Part part = report.parts().get(i);
            ObjectNode node = parts.addObject().put("file", names.get(i)).put("bytes", part.bytes());
            ArrayNode types = node.putArray("types");
            part.types().forEach(type -> put(types.addObject(), type));
        }
        return document;
    }

    private static void put(ObjectNode node, TypeStatistics type) {
        StorageStatistics storage = type.storage();
        node.put("name", type.type().name())
                .put("extents", storage.extents())
                .put("rows", storage.rows())
                .put("storedBytes", storage.storedBytes())
                .put("unpackedBytes", storage.unpackedBytes());
        storage.records().codecs().forEach(node.putObject("fixedCodecs")::put);
        storage.strings().codecs().forEach(node.putObject("variableCodecs")::put);
    }

    private static String describe(Repacking.Report report) {
        StorageStatistics all = report.parts().stream()
                .flatMap(part -> part.types().stream())
                .map(TypeStatistics::storage)
                .reduce(StorageStatistics.NONE, StorageStatistics::plus);
        return String.format(
                Locale.ROOT,
                "read %s, %s of %s%nwrote %s, %s unpacked, to %s in %s%n",
                Counts.of(report.extents(), "extent"),
                Counts.of(report.rows(), "row"),
                Counts.of(report.inputBytes(), "byte"),
                Counts.of(all.extents(), "extent"),
                Counts.of(all.unpackedBytes(), "byte"),
                Counts.of(report.outputBytes(), "byte"),
                Counts.of(report.parts().size(), "file"));
    }

    private static String details(Repacking.Report report) {
        Map<String, StorageStatistics> types = new LinkedHashMap<>();
        for (Repacking.Report.Part part : report.parts()) {
            part.types().forEach(type -> types.merge(type.type().name(), type.storage(), StorageStatistics::plus));
        }
        StringBuilder text = new StringBuilder();
        types.forEach((name, storage) -> text.append(name).append(": ").append(storage.toText()));
        PipelineStatistics time = report.reading().time();
        long packing = report.parts().stream()
                .mapToLong(Repacking.Report.Part::waitNanos)
                .sum();
        return text.append(String.format(
                        Locale.ROOT,
                        "took %.3f s: reading %.3f s, waiting for extents to be unpacked %.3f s, to be packed %.3f s%n"
                                + "unpacking took %.3f s of %s%n",
                        time.elapsedNanos() / NANOS,
                        time.sourceNanos() / NANOS,
                        time.waitNanos() / NANOS,
                        packing / NANOS,
                        time.busyNanos() / NANOS,
                        Counts.of(time.threads(), "thread")))
                .toString();
    }

    /** The file, or its parts, none of which appears before all are complete. */
    private final class Parts implements Repacking.PartOutputs, AutoCloseable {
        private final List<Path> inputs;
        private final String output;
        private final boolean split;
        private final List<String> names = new ArrayList<>();
        private final List<Output> opened = new ArrayList<>();

        Parts(List<Path> inputs, String output, boolean split) {
            this.inputs = inputs;
            this.output = output;
            this.split = split;
        }

        @Override
        public WritableByteChannel open(int part) throws IOException {
            if (part == MAX_PARTS) {
                throw new CommandFailure(output + ": more than " + MAX_PARTS + " parts: choose a larger target");
            }
            if (!opened.isEmpty()) {
                opened.get(opened.size() - 1).finish();
            }
            String name = split ? String.format(Locale.ROOT, format(part), output, part) : output;
            refuseInput(name, inputs);
            Output file = outputs.openBinary(name, force);
            names.add(name);
            opened.add(file);
            return file.channel();
        }

        private String format(int part) {
            return compat && part > 0 ? "%s.part-%02d.ds" : "%s.part-%04d.ds";
        }

        /** Gives the files their names, the first part last: without it the others are recognisably not complete. */
        void commit() throws IOException {
            if (opened.size() > 1) {
                // Of an earlier run, and not to be taken for the first part of this one.
                Files.deleteIfExists(Outputs.path(names.get(0)));
            }
            for (int part = opened.size() - 1; part >= 0; part--) {
                opened.get(part).commit();
            }
        }

        @Override
        public void close() throws IOException {
            for (Output file : opened) {
                file.close();
            }
        }
    }
}
