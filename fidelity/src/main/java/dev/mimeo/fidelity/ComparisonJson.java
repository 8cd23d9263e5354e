package dev.mimeo.fidelity;

import dev.mimeo.fidelity.ComparisonResult.FileComparisons;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Renders a result as the JSON document of {@code mimeo compare --json}. */
public final class ComparisonJson {

    /** Name and version of the document; the version grows when a name is removed or changes its meaning. */
    public static final String SCHEMA = "mimeo.compare/1";

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private ComparisonJson() {}

    /** Returns the document with the verdict for {@link Tolerance#GOAL}. */
    public static String render(ComparisonResult result) {
        return render(result, Verdict.of(result, Tolerance.GOAL));
    }

    /** Returns one JSON object, indented, without a line end after it. All numbers are finite. */
    public static String render(ComparisonResult result, Verdict verdict) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(tree(result, verdict));
    }

    /** Returns the object of the deviations of several seeds, {@code {"seeds":[…],"confidence":0.95,"codecs":[…]}}, indented. */
    public static String render(SeedDeviations seeds) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        SeedTables.json(node, seeds);
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node);
    }

    /** Returns the document as a tree, for those who embed it in another. */
    static ObjectNode tree(ComparisonResult result, Verdict verdict) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schema", SCHEMA);
        verdict(root.putObject("verdict"), verdict);
        side(root.putObject("original"), result.original());
        side(root.putObject("synthetic"), result.synthetic());
        root.put("comparedBytes", result.comparedBytes());
        root.put("chunkSize", result.options().chunkSize());
        root.put("chunks", result.chunks());
        ArrayNode codecs = root.putArray("codecs");
        for (CodecComparison codec : result.codecs()) {
            codec(codecs.addObject(), codec);
        }
        content(root, result.content());
        FileComparisons files = result.files();
        if (files != null) {
            FileComparisonTables.json(root.putObject("files"), files);
        }
        machine(root.putObject("machine"), result.machine());
        return root;
    }

    private static void verdict(ObjectNode node, Verdict verdict) {
        node.put("passed", verdict.passed());
        ObjectNode goal = node.putObject("goal");
        limit(goal, "ratio", verdict.goal().ratio());
        limit(goal, "time", verdict.goal().time());
        deviations(node.putObject("ratio"), verdict.ratio());
        deviations(node.putObject("time"), verdict.time());
        verdict.violations().forEach(node.putArray("violations")::add);
        verdict.uncertainties().forEach(node.putArray("uncertainties")::add);
    }

    /** Puts a limit, or null if there is none. */
    private static void limit(ObjectNode node, String name, double limit) {
        if (Double.isInfinite(limit)) {
            node.putNull(name);
        } else {
            node.put(name, limit);
        }
    }

    private static void deviations(ObjectNode node, Verdict.Deviations deviations) {
        node.put("count", deviations.count());
        node.put("outside", deviations.outside());
        node.put("noisy", deviations.noisy());
        node.put("meanDeviation", deviations.mean());
        node.put("worstDeviation", deviations.worst());
        node.put("worst", deviations.worstQuantity());
    }

    private static void side(ObjectNode node, ComparisonResult.Side side) {
        node.put("label", side.label());
        node.put("bytes", side.bytes());
        node.put("files", side.files());
    }

    private static void codec(ObjectNode node, CodecComparison codec) {
        node.put("codec", codec.codec());
        node.put("bytes", codec.bytes());
        node.put("repetitions", codec.repetitions());
        figure(node.putObject("ratio"), codec.ratio());
        time(node.putObject("compressTime"), codec.compressTime());
        time(node.putObject("decompressTime"), codec.decompressTime());
        chunks(node.putObject("chunkRatio"), codec.chunkRatio());
        chunkTimes(node.putObject("chunkTime"), codec.chunkTime());
        chunkTimes(node.putObject("chunkDecompressTime"), codec.chunkDecompressTime());
        if (!codec.granularity().isEmpty()) {
            ArrayNode granularity = node.putArray("granularity");
            for (CodecComparison.GranularityFigure figure : codec.granularity()) {
                ObjectNode entry = granularity.addObject();
                entry.put("chunkSize", figure.chunkSize());
                entry.put("chunks", figure.chunks());
                figure(entry.putObject("ratio"), figure.ratio());
            }
        }
    }

    static ObjectNode figure(ObjectNode node, ComparisonResult.MeasuredPair figure) {
        node.put("original", figure.original());
        node.put("synthetic", figure.synthetic());
        node.put("deviation", figure.deviation());
        return node;
    }

    private static void time(ObjectNode node, CodecComparison.TimeFigure figure) {
        node.put("original", figure.original());
        node.put("synthetic", figure.synthetic());
        node.put("deviation", figure.deviation());
        node.put("noise", figure.noise());
        node.put("noisy", figure.isNoisy());
    }

    private static void chunks(ObjectNode node, CodecComparison.ChunkComparison chunks) {
        node.put("chunks", chunks.original().size());
        node.put("medianDeviation", chunks.medianDeviation());
        node.put("p90Deviation", chunks.p90Deviation());
        node.put("ks", chunks.kolmogorovSmirnov());
        figure(node.putObject("total"), chunks.total());
    }

    private static void chunkTimes(ObjectNode node, CodecComparison.ChunkComparison chunks) {
        chunks(node, chunks);
        node.put("noise", chunks.noise());
        node.put("noisy", chunks.isNoisy());
    }

    private static void content(ObjectNode root, ContentComparison content) {
        ObjectNode entropy = root.putObject("entropy");
        entropy.put("ks", content.entropyKolmogorovSmirnov());
        entropy.put("meanDifference", content.meanEntropyDifference());
        figure(entropy.putObject("mean"), content.entropy());
        ObjectNode histogram = root.putObject("byteHistogram");
        histogram.put("distance", content.byteHistogramDistance());
        histogram.put("chunkDistance", content.chunkHistogramDistance());
        ObjectNode repetitions = root.putObject("repetitionLength");
        repetitions.put("ks", content.repetitionKolmogorovSmirnov());
        figure(repetitions.putObject("mean"), content.meanRepetition());
        figure(repetitions.putObject("count"), content.repetitions());
        ObjectNode dedup = root.putObject("dedup");
        for (ContentComparison.DuplicationComparison cut : content.duplication()) {
            figure(dedup.putObject(cut.boundaries()), cut.ratio()).put("exact", cut.exact());
        }
    }

    private static void machine(ObjectNode node, ComparisonResult.Machine machine) {
        node.put("processor", machine.processor());
        node.put("processors", machine.processors());
        node.put("system", machine.system());
        node.put("java", machine.java());
    }
}
