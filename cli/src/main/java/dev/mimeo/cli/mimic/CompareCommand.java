package dev.mimeo.cli.mimic;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.cli.command.ByteSize;
import dev.mimeo.cli.command.Characterizations;
import dev.mimeo.cli.command.Generation;
import dev.mimeo.cli.command.GeneratorChoice;
import dev.mimeo.cli.command.GeneratorOption;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.NamedOptions;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Recipes;
import dev.mimeo.cli.command.SegmentArgument;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.fidelity.ComparisonJson;
import dev.mimeo.fidelity.ComparisonOptions;
import dev.mimeo.fidelity.DataSample;
import dev.mimeo.fidelity.Tolerance;
import dev.mimeo.generate.DataGenerators;
import dev.mimeo.generate.segment.SegmentFile;
import dev.mimeo.internal.bytes.Digests;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** Compares synthetic data with its original. */
@Command(
        name = "compare",
        customSynopsis = "mimeo compare ORIGINAL SYNTHETIC [OPTIONS]",
        description = {
            "Compares synthetic data with its original.",
            "",
            "Shows ratios and times per codec for the whole data and for single chunks, byte",
            "histograms, entropy, repetitions and duplicates. Times are CPU times of one",
            "thread, measured alternately on both data sets."
        },
        footer = {
            "",
            "Ends with a verdict. Exit code 1 means that a deviation is larger than --tolerance;",
            "without that option the verdict is for ratio=5%%,time=15%% and does not change the",
            "exit code.",
            "",
            "Examples:",
            "  mimeo compare /data/logs synthetic.bin",
            "  mimeo compare /data/logs synthetic.bin --html report.html",
            "  mimeo compare a b --codec lz4,zlib:6 --tolerance ratio=5%%,time=15%%",
            "  mimeo compare /data/logs /data/synthetic-logs --by-file",
            "  mimeo compare a b --export-markdown table.md --export-csv table.csv",
            "  mimeo compare /data/logs logs.ds --generators motif,mix,random",
            "  mimeo compare /data/logs logs.seg"
        })
final class CompareCommand extends MimeoSubcommand {

    private static final String SEGMENT = "segment";

    /** Bytes that are generated from a sample of more than that. */
    private static final long MOST_GENERATED = 8L << 30;

    @Parameters(
            index = "0",
            paramLabel = "ORIGINAL",
            description = "File, directory, block device, FIFO, or - for standard input.")
    private String original = "";

    @Parameters(
            index = "1",
            paramLabel = "SYNTHETIC",
            completionCandidates = Characterizations.BundledNames.class,
            description = "Synthetic data in any of these forms, or a characterization of ORIGINAL or a segment to "
                    + "generate from.")
    private String synthetic = "";

    @Option(
            names = "--generators",
            completionCandidates = GeneratorOption.Names.class,
            paramLabel = "LIST",
            description = "Generate with each of these generators, such as motif,mix, and compare: auto, mimic, motif, "
                    + "mix, random or zeros.")
    private @Nullable String generatorList;

    @Option(
            names = "--chunk-size",
            paramLabel = "SIZE",
            converter = ByteSize.PositiveConverter.class,
            description = "Bytes of a chunk (default: 32KiB).")
    private long chunkSize = 32 << 10;

    @Mixin
    private CompareSettings settings = new CompareSettings();

    CompareCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        ComparisonOptions options = checked(() -> settings.options(chunkSize));
        Tolerance tolerance = checked(settings::tolerance);
        Tolerance goal = checked(settings::goal);
        SegmentFile segment = segment();
        List<String> generators = segment == null ? generators() : List.of();
        generators.forEach(name -> checked(() -> DataGenerators.provider(name)));
        Map<ComparisonFiles.Format, String> names = checked(() -> settings.files(json));
        if (original.equals("-") && synthetic.equals("-")) {
            throw usageError("only one side can be standard input");
        }
        Characterizations.refuseSwapped(original, synthetic, this);
        Path originalPath = Outputs.path(original);
        for (String name : names.values()) {
            refuseInside(name, originalPath);
            refuseInside(name, Outputs.path(synthetic));
        }
        Fidelity.checkFiles(originalPath, options, this);
        Map<String, String> facts = new LinkedHashMap<>();
        try (ComparisonFiles files = ComparisonFiles.open(names, this);
                DataSample originalSample = Fidelity.sample(originalPath, options, this)) {
            // Before as much is generated as was scanned.
            originalSample.requireData();
            List<Fidelity> comparisons;
            if (segment != null) {
                comparisons = List.of(compareSegment(segment, originalSample, options, facts));
            } else if (generators.isEmpty()) {
                comparisons = List.of(compareGiven(originalSample, options));
            } else {
                comparisons = compareGenerators(generators, originalSample, options, facts);
            }
            String title = String.valueOf(originalPath.getFileName());
            files.write(title, Recipes.of(List.of(commandLine()), facts), goal, comparisons, null);
            if (json) {
                print(Json.render(document(comparisons, goal)));
            } else if (!names.containsValue("-")) {
                print(table(comparisons, goal));
            }
            return verdict(comparisons, tolerance);
        }
    }

    /** A sample stands for all of the data, so as much is generated, as far as anybody would wait for. */
    private static long size(DatasetCharacterization dataset) {
        return Math.min(dataset.bytes(), Math.max(dataset.scannedBytes(), MOST_GENERATED));
    }

    /** Returns the generators to try; none where SYNTHETIC is data. */
    private List<String> generators() throws IOException {
        if (generatorList != null) {
            List<String> names = List.of(generatorList.split(","));
            if (Set.copyOf(names).size() < names.size()) {
                throw usageError("--generators names one twice: " + generatorList);
            }
            return names;
        }
        // Nobody wants to know how a characterization itself compresses, but who compares two of them.
        if (!Characterizations.isOne(synthetic) || Characterizations.isOne(original)) {
            if (!synthetic.equals("-")) {
                Characterizations.checkExists(synthetic);
                Characterizations.refuseCategories(synthetic, original);
                Characterizations.refuseDamaged(synthetic, original);
            }
            return List.of();
        }
        note(Failures.oneLine(synthetic) + " is a characterization: comparing with what is generated from it\n");
        return List.of(DataGenerators.DEFAULT);
    }

    /** Returns the segment that SYNTHETIC names; null if it is something else, or ORIGINAL is a segment as well. */
    private @Nullable SegmentFile segment() throws IOException {
        boolean isData = !original.equals("-") && SegmentFile.isSegment(Outputs.path(original));
        SegmentFile segment = isData ? null : SegmentArgument.open(synthetic, this);
        if (segment != null) {
            note(Failures.oneLine(synthetic) + " is a segment: comparing with what is generated from it\n");
        }
        return segment;
    }

    private Fidelity compareSegment(
            SegmentFile segment, DataSample originalSample, ComparisonOptions options, Map<String, String> facts)
            throws IOException {
        facts.put("Segment", synthetic + ", identity " + segment.identity());
        Generation.Range range = new Generation.Range(-1, 0, Math.min(originalSample.bytes(), MOST_GENERATED));
        return compareGenerated(
                SEGMENT, file -> Generation.run(segment, 0, range, file, this), originalSample, options);
    }

    private Fidelity compareGiven(DataSample originalSample, ComparisonOptions options) throws IOException {
        try (DataSample sample = Fidelity.sample(Outputs.path(synthetic), options, this)) {
            return Fidelity.run("synthetic", originalSample, sample, options, this);
        }
    }

    private List<Fidelity> compareGenerators(
            List<String> generators, DataSample originalSample, ComparisonOptions options, Map<String, String> facts)
            throws IOException {
        List<Fidelity> comparisons = new ArrayList<>();
        MessageDigest digest = Digests.sha256();
        try (Characterization characterization = Characterizations.open(synthetic, terminal, digest)) {
            DatasetCharacterization dataset = characterization.dataset();
            facts.put(
                    "Characterization",
                    synthetic + ", SHA-256 " + HexFormat.of().formatHex(digest.digest()));
            facts.put("Seed", Long.toUnsignedString(dataset.seed()));
            facts.put("Scanners", dataset.scanners());
            for (String name : generators) {
                Generation.Range range = new Generation.Range(-1, 0, size(dataset));
                GeneratorChoice choice = GeneratorChoice.of(NamedOptions.parse(name));
                comparisons.add(compareGenerated(
                        name,
                        file -> Generation.run(characterization, choice, range, file, this),
                        originalSample,
                        options));
            }
        }
        return comparisons;
    }

    /** Writes synthetic data. */
    private interface Source {
        void writeTo(Output file) throws IOException;
    }

    /** Compares data that is only kept for the comparison. */
    private Fidelity compareGenerated(String name, Source source, DataSample originalSample, ComparisonOptions options)
            throws IOException {
        Path data = outputs.scratch("mimeo-" + name);
        try (Output file = outputs.openBinary(data.toString(), true)) {
            source.writeTo(file);
            file.commit();
            try (DataSample sample = DataSample.ofFiles("generated by " + name, List.of(data))) {
                return Fidelity.run(name, originalSample, sample, options, this);
            }
        } finally {
            outputs.discard(data);
        }
    }

    private String table(List<Fidelity> comparisons, Tolerance goal) {
        if (generatorList == null) {
            return comparisons.get(0).table(goal);
        }
        StringBuilder text = new StringBuilder();
        comparisons.forEach(comparison -> text.append(text.isEmpty() ? "" : "\n")
                .append("generator ")
                .append(comparison.label())
                .append('\n')
                .append(comparison.table(goal)));
        return text.toString();
    }

    /** One comparison is the document of the contract; several are listed by generator. */
    private ObjectNode document(List<Fidelity> comparisons, Tolerance goal) {
        if (generatorList == null) {
            return comparisons.get(0).json(goal);
        }
        ObjectNode document = Json.object();
        document.put("schema", ComparisonJson.SCHEMA);
        comparisons.forEach(comparison ->
                document.withArray("comparisons").add(comparison.json(goal).put("generator", comparison.label())));
        return document;
    }

    private int verdict(List<Fidelity> comparisons, Tolerance tolerance) {
        int code = 0;
        for (Fidelity comparison : comparisons) {
            for (String violation : comparison.violations(tolerance)) {
                terminal.err().println("mimeo: " + comparison.label() + ": out of tolerance: " + violation);
                code = 1;
            }
        }
        return code;
    }
}
