package dev.mimeo.cli.mimic;

import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.characterization.DuplicationCharacterization;
import dev.mimeo.cli.command.ByteSize;
import dev.mimeo.cli.command.Json;
import dev.mimeo.fidelity.summary.CharacterizationSummary;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * A characterization described, for people or programs.
 *
 * @param fileBytes size of its file
 * @param parts bytes of its parts by the name of their type
 * @param summary what it says
 * @param frequent long strings that generated data repeats
 */
record Description(long fileBytes, Map<String, Long> parts, CharacterizationSummary summary, FrequentStrings frequent) {

    private static final String MODEL = "Mimeo::ContentClass";

    /** Columns of a label. */
    private static final int LABEL = 14;

    private static final int TYPE_NAME = 28;

    /**
     * A part of the description.
     *
     * @param width columns of the longest label
     */
    record Section(String title, int width, List<Line> lines) {

        private Section(String title, int width) {
            this(title, width, new ArrayList<>());
        }

        private void line(String label, String format, Object... arguments) {
            // A file from elsewhere can have any names in it.
            String text = String.format(Locale.ROOT, format, arguments);
            lines.add(new Line(Failures.oneLine(label), Failures.oneLine(text)));
        }
    }

    /** A line of a description; without a label it belongs to the line before. */
    record Line(String label, String text) {}

    /** Returns the description for people to read. */
    String text() {
        WrappedText text = new WrappedText();
        boolean begun = false;
        for (Section section : sections()) {
            if (begun) {
                text.gap();
            }
            begun = true;
            text.line("", section.title);
            for (Line line : section.lines) {
                String label = section.width == 0 ? "" : String.format("%-" + section.width + "s ", line.label);
                text.line("  " + label, line.text);
            }
        }
        return text.toString();
    }

    /** Returns the parts of the description. */
    List<Section> sections() {
        return List.of(dataset(), compressibility(), content(), duplication(), storage(), givenAway());
    }

    private Section dataset() {
        DatasetCharacterization dataset = summary.dataset();
        Section section = new Section(Failures.oneLine("Data set " + dataset.name()), LABEL);
        section.line("size", "%s (%s)", ByteSizes.format(dataset.bytes()), Counts.of(dataset.bytes(), "byte"));
        if (dataset.sampled() && dataset.scannedWhole()) {
            section.line(
                    "scanned",
                    "all: %s of %s, of which this file has %,d (%.2f %%) that together are like all",
                    Counts.of(dataset.population(), "chunk"),
                    ByteSizes.format(dataset.chunkSize()),
                    dataset.chunks(),
                    100.0 * dataset.chunks() / dataset.population());
        } else if (dataset.sampled()) {
            section.line(
                    "scanned",
                    "a random sample: %,d of %s of %s (%.2f %%)",
                    dataset.chunks(),
                    Counts.of(dataset.population(), "chunk"),
                    ByteSizes.format(dataset.chunkSize()),
                    100.0 * dataset.chunks() / dataset.population());
        } else {
            section.line(
                    "scanned",
                    "all: %s of %s",
                    Counts.of(dataset.chunks(), "chunk"),
                    ByteSizes.format(dataset.chunkSize()));
        }
        if (dataset.skippedSources() > 0) {
            section.line(
                    "left out",
                    "%s, unreadable, shrunk or not a regular file: scan says which",
                    Counts.of(dataset.skippedSources(), "entry"));
        }
        section.line("scanners", "%s", dataset.scanners());
        section.line("scanned by", "mimeo %s, seed %s", dataset.toolVersion(), Long.toUnsignedString(dataset.seed()));
        section.line(
                "this file",
                "%s: %s, %s per chunk",
                ByteSizes.format(fileBytes),
                Scan.share(fileBytes, dataset.scannedBytes()),
                ByteSizes.format(fileBytes / Math.max(1, dataset.chunks())));
        return section;
    }

    private Section storage() {
        Section section = new Section("Parts of this file", TYPE_NAME);
        parts.forEach((type, bytes) -> section.line(type, "%,d bytes, %.1f %%", bytes, 100.0 * bytes / fileBytes));
        return section;
    }

    private Section givenAway() {
        Section section = new Section("What this file reveals", 0);
        section.line(
                "",
                "Per chunk: how often each byte value occurs, how repetitive it is, how well it compresses, which chunks"
                        + " and ranges are equal or constant. See mimeo audit.");
        if (parts.containsKey(MODEL)) {
            section.line(
                    "",
                    "Of the content: strings of up to three bytes (five with --anonymity free) that occur in at least"
                            + " three chunks and six times (or the given k-anonymity), and the positions of repetitions"
                            + " in some chunks. No paths.");
            if (!frequent.strings().isEmpty()) {
                section.line(
                        "",
                        "%s, and generated data repeats them, such as %s.",
                        frequent.counted(),
                        String.join(" and ", frequent.examples()));
            }
        } else {
            section.line("", "No content, no order of bytes within a chunk, no paths.");
        }
        return section;
    }

    private Section compressibility() {
        Section section = new Section("Compressibility", LABEL);
        if (summary.chunkRatio().count() > 0) {
            String error = summary.deflateRatioError() == 0 ? "" : "; of the whole data set " + ratioError();
            section.line("zlib ratio", "%.3f, each chunk compressed alone%s", summary.deflateRatio(), error);
            spread(section, "of a chunk", summary.chunkRatio(), "%.2f");
        }
        for (CharacterizationSummary.CodecSummary codec : summary.codecs()) {
            String times = codec.compressNanos() == 0
                    ? ""
                    : String.format(
                            Locale.ROOT,
                            ", %s compressing, %s decompressing",
                            ByteSize.rate(codec.bytes(), codec.compressNanos() / 1e9),
                            ByteSize.rate(codec.bytes(), codec.decompressNanos() / 1e9));
            section.line(codec.codec(), "ratio %.3f%s", codec.ratio(), times);
        }
        CharacterizationSummary.RepetitionSummary repetitions = summary.repetitions();
        if (repetitions != null) {
            String lengths = repetitions.repetitions() == 0
                    ? ""
                    : String.format(
                            Locale.ROOT,
                            ", of %.1f bytes on average (median %d, p90 %d)",
                            repetitions.meanLength(),
                            repetitions.medianLength(),
                            repetitions.p90Length());
            section.line(
                    "repetitions",
                    "%.1f %% of the bytes repeat earlier ones; %s%s",
                    100 * repetitions.coveredShare(),
                    Counts.of(repetitions.repetitions(), "repetition"),
                    lengths);
        }
        if (section.lines().isEmpty()) {
            section.line("zlib ratio", "not measured: no chunk was compressed");
        }
        return section;
    }

    /** Returns the error of the zlib ratio as an estimate, in words; only where it is not 0. */
    String ratioError() {
        double error = summary.deflateRatioError();
        return String.format(
                Locale.ROOT,
                "%s, estimated from %,d of %s",
                Double.isNaN(error)
                        ? "with an unknown error"
                        : String.format(Locale.ROOT, "±%.1f %% (95 %% confidence)", 100 * error),
                summary.chunkRatio().count(),
                Counts.of(summary.dataset().population(), "chunk"));
    }

    private Section content() {
        Section section = new Section("Bytes", LABEL);
        if (summary.entropy().count() > 0) {
            section.line(
                    "entropy",
                    "%.3f bits per byte overall, %.3f within a chunk on average",
                    summary.totalEntropy(),
                    summary.entropy().mean());
            spread(section, "of a chunk", summary.entropy(), "%.2f");
            section.line("symbols", "%d of 256 byte values occur", summary.totalSymbols());
            spread(section, "in a chunk", summary.symbols(), "%.0f");
        }
        new TreeMap<>(summary.statistics()).forEach((name, mean) -> section.line(name, "%.4g on average", mean));
        SortedMap<String, Double> whole = new TreeMap<>(summary.dataset().statistics());
        // The first section has it.
        whole.remove(DatasetCharacterization.SCANNED_CHUNKS);
        whole.forEach((name, value) -> section.line(name, "%.4g", value));
        return section;
    }

    private Section duplication() {
        Section section = new Section("Duplicates", LABEL);
        section.line(
                "chunks",
                "%,d repeat an earlier one, %,d hold one byte value only",
                summary.duplicateChunks(),
                summary.constantChunks());
        summary.dataset().duplication().forEach(duplication -> cut(section, duplication));
        return section;
    }

    private void cut(Section section, DuplicationCharacterization cut) {
        section.line(
                cut.boundaries(),
                "dedup ratio %.3f: %,d distinct of %s%s",
                cut.dedupRatio(),
                cut.distinctBlocks(),
                Counts.of(cut.blocks(), "block"),
                cut.samplingRate() < 1 ? " (estimated)" : "");
        DuplicationCharacterization.Profile profile = cut.profile();
        if (cut.distinctBlocks() < cut.blocks() && !profile.distances().isEmpty()) {
            section.line(
                    "",
                    "half of the duplicates lie less than %s after the one before; half of the runs have less than %s"
                            + "; the most frequent content occurs %,d times",
                    ByteSizes.format(1L << (median(profile.distances()) + 1)),
                    Counts.of(profile.runs().isEmpty() ? 0 : 1L << (median(profile.runs()) + 1), "block"),
                    profile.popularity().isEmpty() ? 0 : profile.popularity().get(0));
        }
        if (!summary.dataset().scannedWhole()) {
            DuplicationCharacterization.Estimate estimate =
                    DuplicationCharacterization.Estimate.of(cut, summary.dataset());
            section.line(
                    "",
                    "of the whole data set perhaps %.2f, surely between %.2f and %.2f: a sample tells little of duplicates",
                    estimate.ratio(),
                    estimate.low(),
                    estimate.high());
        }
    }

    /** Returns the power of two at which half of the counts is reached. */
    private static int median(List<Long> counts) {
        long half = (counts.stream().mapToLong(Long::longValue).sum() + 1) / 2;
        int power = 0;
        for (long seen = counts.get(0); seen < half; seen += counts.get(power)) {
            power++;
        }
        return power;
    }

    private static void spread(Section section, String label, CharacterizationSummary.Spread spread, String number) {
        String format =
                "min " + number + ", p10 " + number + ", median " + number + ", p90 " + number + ", max " + number;
        section.line(label, format, spread.min(), spread.p10(), spread.median(), spread.p90(), spread.max());
    }

    /** Returns the description for a program. */
    ObjectNode json() {
        DatasetCharacterization dataset = summary.dataset();
        ObjectNode json = Json.object();
        json.put("name", dataset.name());
        json.put("toolVersion", dataset.toolVersion());
        Json.put(json, dataset);
        json.put("skippedSources", dataset.skippedSources());
        json.put("fileBytes", fileBytes);
        ObjectNode sizes = json.putObject("parts");
        parts.forEach(sizes::put);
        ObjectNode frequentStrings = json.putObject("frequentStrings");
        frequentStrings.put("count", frequent.strings().size());
        frequentStrings.putArray("examples");
        frequent.examples().forEach(frequentStrings.withArray("examples")::add);
        Json.put(json, "deflateRatio", summary.deflateRatio());
        Json.put(json, "deflateRatioError", summary.deflateRatioError());
        put(json.putObject("chunkRatio"), summary.chunkRatio());
        put(json.putObject("entropy"), summary.entropy());
        Json.put(json, "totalEntropy", summary.totalEntropy());
        put(json.putObject("symbols"), summary.symbols());
        json.put("totalSymbols", summary.totalSymbols());
        CharacterizationSummary.RepetitionSummary repetitions = summary.repetitions();
        if (repetitions != null) {
            put(json.putObject("repetitions"), repetitions);
        }
        json.putArray("codecs");
        summary.codecs().forEach(codec -> codec(json.withArray("codecs").addObject(), codec));
        json.put("constantChunks", summary.constantChunks());
        json.put("duplicateChunks", summary.duplicateChunks());
        json.putArray("duplication");
        dataset.duplication().forEach(duplication -> {
            ObjectNode node = json.withArray("duplication").addObject();
            put(node, duplication, DuplicationCharacterization.Estimate.of(duplication, dataset));
        });
        ObjectNode statistics = json.putObject("statistics");
        new TreeMap<>(summary.statistics()).forEach((name, mean) -> Json.put(statistics, name, mean));
        ObjectNode whole = json.putObject("datasetStatistics");
        new TreeMap<>(summary.dataset().statistics()).forEach((name, value) -> Json.put(whole, name, value));
        return json;
    }

    private static void put(ObjectNode node, CharacterizationSummary.RepetitionSummary repetitions) {
        node.put("count", repetitions.repetitions());
        node.put("literals", repetitions.literals());
        Json.put(node, "coveredShare", repetitions.coveredShare());
        Json.put(node, "meanLength", repetitions.meanLength());
        node.put("medianLength", repetitions.medianLength());
        node.put("p90Length", repetitions.p90Length());
    }

    private static void put(
            ObjectNode node, DuplicationCharacterization duplication, DuplicationCharacterization.Estimate estimate) {
        node.put("boundaries", duplication.boundaries());
        node.put("blocks", duplication.blocks());
        node.put("bytes", duplication.bytes());
        node.put("distinctBlocks", duplication.distinctBlocks());
        node.put("distinctBytes", duplication.distinctBytes());
        node.put("samplingRate", duplication.samplingRate());
        node.put("ratio", duplication.dedupRatio());
        Json.put(node, "estimatedRatio", estimate.ratio());
        Json.put(node, "lowestRatio", estimate.low());
        Json.put(node, "highestRatio", estimate.high());
        DuplicationCharacterization.Profile profile = duplication.profile();
        node.putArray("occurrences");
        profile.occurrences().forEach(node.withArray("occurrences")::add);
        node.putArray("runs");
        profile.runs().forEach(node.withArray("runs")::add);
        node.putArray("distances");
        profile.distances().forEach(node.withArray("distances")::add);
        node.putArray("popularity");
        profile.popularity().forEach(node.withArray("popularity")::add);
    }

    private static void codec(ObjectNode node, CharacterizationSummary.CodecSummary codec) {
        node.put("codec", codec.codec());
        node.put("chunks", codec.chunks());
        node.put("bytes", codec.bytes());
        node.put("compressedBytes", codec.compressedBytes());
        Json.put(node, "ratio", codec.ratio());
        node.put("compressSeconds", codec.compressNanos() / 1e9);
        node.put("decompressSeconds", codec.decompressNanos() / 1e9);
    }

    private static void put(ObjectNode node, CharacterizationSummary.Spread spread) {
        Json.put(node, "mean", spread.mean());
        Json.put(node, "min", spread.min());
        Json.put(node, "p10", spread.p10());
        Json.put(node, "p25", spread.p25());
        Json.put(node, "median", spread.median());
        Json.put(node, "p75", spread.p75());
        Json.put(node, "p90", spread.p90());
        Json.put(node, "max", spread.max());
    }
}
