package dev.mimeo.cli;

import dev.mimeo.analysis.summary.CharacterizationSummary;
import dev.mimeo.analysis.summary.CodecSummary;
import dev.mimeo.analysis.summary.RepetitionSummary;
import dev.mimeo.analysis.summary.Spread;
import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.characterization.DuplicationCharacterization;
import dev.mimeo.characterization.DuplicationEstimate;
import dev.mimeo.characterization.DuplicationProfile;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * A characterization described, for a person or a program.
 *
 * @param fileBytes size of its file
 * @param parts bytes of its parts by the name of their type
 * @param summary what it says
 */
record Description(long fileBytes, Map<String, Long> parts, CharacterizationSummary summary) {

    private static final String MODEL = "Mimeo::ContentClass";

    private static final String NO_ORDER = "  No content, no order of bytes within a chunk, no paths.\n";

    private static final String ORDER_OF_BYTES = """
              Of the content: strings of up to five bytes that occur in at least three chunks, six times or as
              often as k-anonymity of the scanners says, and where some chunks repeat themselves. No paths.
            """;

    /** Returns the description for a person. */
    String text() {
        StringBuilder text = new StringBuilder();
        dataset(text);
        compressibility(text);
        content(text);
        duplication(text);
        parts(text);
        text.append("\nWhat this file gives away\n")
                .append("  Per chunk: how often each byte value occurs, how repetitive it is, how well it"
                        + " compresses,\n")
                .append("  which chunks and stretches are equal or constant. See mimeo audit.\n")
                .append(parts.containsKey(MODEL) ? ORDER_OF_BYTES : NO_ORDER);
        return text.toString();
    }

    private void dataset(StringBuilder text) {
        DatasetCharacterization dataset = summary.dataset();
        text.append("Data set")
                .append(dataset.name().isEmpty() ? "" : " " + dataset.name())
                .append('\n');
        line(text, "size", "%s (%,d bytes)", ByteSize.format(dataset.bytes()), dataset.bytes());
        if (dataset.sampled()) {
            line(
                    text,
                    "scanned",
                    "a random sample: %,d of %,d chunks of %s (%.2f %%)",
                    dataset.chunks(),
                    dataset.population(),
                    ByteSize.format(dataset.chunkSize()),
                    100.0 * dataset.chunks() / dataset.population());
        } else {
            line(text, "scanned", "all: %,d chunks of %s", dataset.chunks(), ByteSize.format(dataset.chunkSize()));
        }
        if (dataset.skippedSources() > 0) {
            line(text, "left out", "%,d files that could not be read", dataset.skippedSources());
        }
        line(text, "scanners", "%s", dataset.scanners());
        line(text, "scanned by", "mimeo %s, seed %s", dataset.toolVersion(), Long.toUnsignedString(dataset.seed()));
        line(
                text,
                "this file",
                "%s: %.2f %% of what was scanned, %,d bytes a chunk",
                ByteSize.format(fileBytes),
                100.0 * fileBytes / dataset.scannedBytes(),
                fileBytes / Math.max(1, dataset.chunks()));
    }

    private void parts(StringBuilder text) {
        text.append("\nParts of this file\n");
        parts.forEach((type, bytes) -> text.append(
                String.format(Locale.ROOT, "  %-28s %,d bytes, %.1f %%\n", type, bytes, 100.0 * bytes / fileBytes)));
    }

    private void compressibility(StringBuilder text) {
        text.append("\nCompressibility\n");
        if (summary.chunkRatio().count() > 0) {
            String error = summary.dataset().sampled()
                    ? String.format(
                            Locale.ROOT,
                            "; of the whole data set ±%.1f %% (95 %% confidence)",
                            100 * summary.deflateRatioError())
                    : "";
            line(text, "zlib ratio", "%.3f%s", summary.deflateRatio(), error);
            spread(text, "of a chunk", summary.chunkRatio(), "%.2f");
        }
        for (CodecSummary codec : summary.codecs()) {
            String times = codec.compressNanos() == 0
                    ? ""
                    : String.format(
                            Locale.ROOT,
                            ", %.0f MB/s compressing, %.0f MB/s decompressing",
                            1e3 * codec.bytes() / codec.compressNanos(),
                            1e3 * codec.bytes() / codec.decompressNanos());
            line(text, codec.codec(), "ratio %.3f%s", codec.ratio(), times);
        }
        RepetitionSummary repetitions = summary.repetitions();
        if (repetitions != null) {
            line(
                    text,
                    "repetitions",
                    "%.1f %% of the bytes repeat earlier ones; %,d repetitions, of %.1f bytes on average"
                            + " (median %d, p90 %d)",
                    100 * repetitions.coveredShare(),
                    repetitions.repetitions(),
                    repetitions.meanLength(),
                    repetitions.medianLength(),
                    repetitions.p90Length());
        }
    }

    private void content(StringBuilder text) {
        text.append("\nBytes\n");
        if (summary.entropy().count() > 0) {
            line(
                    text,
                    "entropy",
                    "%.3f bit a byte over all, %.3f in a chunk on average",
                    summary.totalEntropy(),
                    summary.entropy().mean());
            spread(text, "of a chunk", summary.entropy(), "%.2f");
            line(text, "symbols", "%d of 256 byte values occur", summary.totalSymbols());
            spread(text, "in a chunk", summary.symbols(), "%.0f");
        }
        new TreeMap<>(summary.statistics()).forEach((name, mean) -> line(text, name, "%.4g on average", mean));
    }

    private void duplication(StringBuilder text) {
        text.append("\nDuplicates\n");
        line(
                text,
                "chunks",
                "%,d repeat an earlier one, %,d hold one byte value only",
                summary.duplicateChunks(),
                summary.constantChunks());
        summary.dataset().duplication().forEach(duplication -> cut(text, duplication));
    }

    private void cut(StringBuilder text, DuplicationCharacterization cut) {
        line(
                text,
                cut.boundaries(),
                "dedup ratio %.3f: %,d of %,d blocks are distinct%s",
                cut.dedupRatio(),
                cut.distinctBlocks(),
                cut.blocks(),
                cut.samplingRate() < 1 ? " (estimated)" : "");
        DuplicationProfile profile = cut.profile();
        if (cut.distinctBlocks() < cut.blocks() && !profile.distances().isEmpty()) {
            line(
                    text,
                    "",
                    "half of the duplicates lie less than %s after the one before; half of the runs have less than %,d"
                            + " blocks; the most frequent content occurs %,d times",
                    ByteSize.format(1L << (median(profile.distances()) + 1)),
                    profile.runs().isEmpty() ? 0 : 1L << (median(profile.runs()) + 1),
                    profile.popularity().isEmpty() ? 0 : profile.popularity().get(0));
        }
        if (summary.dataset().sampled()) {
            DuplicationEstimate estimate = DuplicationEstimate.of(cut, summary.dataset());
            line(
                    text,
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

    private static void spread(StringBuilder text, String label, Spread spread, String number) {
        String format =
                "min " + number + ", p10 " + number + ", median " + number + ", p90 " + number + ", max " + number;
        line(text, label, format, spread.min(), spread.p10(), spread.median(), spread.p90(), spread.max());
    }

    private static void line(StringBuilder text, String label, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, "  %-14s ", label))
                .append(String.format(Locale.ROOT, format, arguments))
                .append('\n');
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
        Json.put(json, "deflateRatio", summary.deflateRatio());
        Json.put(json, "deflateRatioError", summary.deflateRatioError());
        put(json.putObject("chunkRatio"), summary.chunkRatio());
        put(json.putObject("entropy"), summary.entropy());
        Json.put(json, "totalEntropy", summary.totalEntropy());
        put(json.putObject("symbols"), summary.symbols());
        json.put("totalSymbols", summary.totalSymbols());
        RepetitionSummary repetitions = summary.repetitions();
        if (repetitions != null) {
            ObjectNode node = json.putObject("repetitions");
            node.put("count", repetitions.repetitions());
            node.put("literals", repetitions.literals());
            Json.put(node, "coveredShare", repetitions.coveredShare());
            Json.put(node, "meanLength", repetitions.meanLength());
            node.put("medianLength", repetitions.medianLength());
            node.put("p90Length", repetitions.p90Length());
        }
        json.putArray("codecs");
        summary.codecs().forEach(codec -> codec(json.withArray("codecs").addObject(), codec));
        json.put("constantChunks", summary.constantChunks());
        json.put("duplicateChunks", summary.duplicateChunks());
        json.putArray("duplication");
        dataset.duplication().forEach(duplication -> {
            ObjectNode node = json.withArray("duplication").addObject();
            node.put("boundaries", duplication.boundaries());
            node.put("blocks", duplication.blocks());
            node.put("bytes", duplication.bytes());
            node.put("distinctBlocks", duplication.distinctBlocks());
            node.put("distinctBytes", duplication.distinctBytes());
            node.put("samplingRate", duplication.samplingRate());
            node.put("ratio", duplication.dedupRatio());
            DuplicationEstimate estimate = DuplicationEstimate.of(duplication, dataset);
            Json.put(node, "estimatedRatio", estimate.ratio());
            Json.put(node, "lowestRatio", estimate.low());
            Json.put(node, "highestRatio", estimate.high());
            DuplicationProfile profile = duplication.profile();
            node.putArray("occurrences");
            profile.occurrences().forEach(node.withArray("occurrences")::add);
            node.putArray("runs");
            profile.runs().forEach(node.withArray("runs")::add);
            node.putArray("distances");
            profile.distances().forEach(node.withArray("distances")::add);
            node.putArray("popularity");
            profile.popularity().forEach(node.withArray("popularity")::add);
        });
        ObjectNode statistics = json.putObject("statistics");
        new TreeMap<>(summary.statistics()).forEach((name, mean) -> Json.put(statistics, name, mean));
        return json;
    }

    private static void codec(ObjectNode node, CodecSummary codec) {
        node.put("codec", codec.codec());
        node.put("chunks", codec.chunks());
        node.put("bytes", codec.bytes());
        node.put("compressedBytes", codec.compressedBytes());
        Json.put(node, "ratio", codec.ratio());
        node.put("compressSeconds", codec.compressNanos() / 1e9);
        node.put("decompressSeconds", codec.decompressNanos() / 1e9);
    }

    private static void put(ObjectNode node, Spread spread) {
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
