package dev.mimeo.fidelity;

import dev.mimeo.internal.text.CsvLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Renders comparisons with one original as tables for other programs: one row for each codec and synthetic data set. The
 * results are given by the names of their synthetic data, in the order of the rows.
 */
public final class ComparisonExport {

    private static final List<String> COLUMNS = List.of(
            "synthetic",
            "codec",
            "bytes",
            "repetitions",
            "ratio_original",
            "ratio_synthetic",
            "ratio_deviation",
            "compress_seconds_original",
            "compress_seconds_synthetic",
            "compress_deviation",
            "compress_noise",
            "decompress_seconds_original",
            "decompress_seconds_synthetic",
            "decompress_deviation",
            "decompress_noise",
            "chunks",
            "chunk_ratio_median_deviation",
            "chunk_ratio_p90_deviation",
            "chunk_ratio_ks",
            "chunk_time_median_deviation",
            "chunk_time_ks");

    private static final String MARKDOWN_HEAD = """
            | synthetic | codec | ratio, original | synthetic | deviation \
            | compression, ms, original | synthetic | deviation \
            | decompression, ms, original | synthetic | deviation |
            |---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
            """;

    private ComparisonExport() {}

    /** Returns CSV with a line of names; times are seconds, deviations fractions. */
    public static String csv(Map<String, ComparisonResult> results) {
        StringBuilder text = new StringBuilder(CsvLines.line(COLUMNS));
        results.forEach((label, result) ->
                result.codecs().forEach(codec -> text.append(CsvLines.line(csvRow(label, codec)))));
        return text.toString();
    }

    private static List<String> csvRow(String label, CodecComparison codec) {
        List<String> row = new ArrayList<>(List.of(label, codec.codec()));
        row.add(Long.toString(codec.bytes()));
        row.add(Integer.toString(codec.repetitions()));
        ComparisonResult.MeasuredPair ratio = codec.ratio();
        numbers(row, ratio.original(), ratio.synthetic(), ratio.deviation());
        for (CodecComparison.TimeFigure time : List.of(codec.compressTime(), codec.decompressTime())) {
            numbers(row, time.original(), time.synthetic(), time.deviation(), time.noise());
        }
        CodecComparison.ChunkComparison chunks = codec.chunkRatio();
        row.add(Integer.toString(chunks.original().size()));
        numbers(row, chunks.medianDeviation(), chunks.p90Deviation(), chunks.kolmogorovSmirnov());
        numbers(row, codec.chunkTime().medianDeviation(), codec.chunkTime().kolmogorovSmirnov());
        return row;
    }

    private static void numbers(List<String> row, double... values) {
        for (double value : values) {
            row.add(Double.toString(value));
        }
    }

    /** Returns a table in GitHub's Markdown, with the verdict for a goal below it. */
    public static String markdown(Map<String, ComparisonResult> results, Tolerance goal) {
        StringBuilder text = new StringBuilder(MARKDOWN_HEAD);
        results.forEach((label, result) -> result.codecs().forEach(codec -> markdownRow(text, label, codec)));
        results.forEach((label, result) -> {
            Verdict verdict = Verdict.of(result, goal);
            text.append(String.format(
                    Locale.ROOT,
                    "\n%s: %s. Ratios deviate by %s, times by %s.\n",
                    cell(label),
                    cell(verdict.summary()),
                    cell(verdict.ratio().describe()),
                    cell(verdict.time().describe())));
            verdict.uncertainties()
                    .forEach(reason ->
                            text.append("\nUncertain: ").append(cell(reason)).append(".\n"));
        });
        return text.toString();
    }

    private static void markdownRow(StringBuilder text, String label, CodecComparison codec) {
        ComparisonResult.MeasuredPair ratio = codec.ratio();
        text.append(String.format(
                Locale.ROOT,
                "| %s | %s | %.3f | %.3f | %s %% |%s%s\n",
                cell(label),
                cell(codec.codec()),
                ratio.original(),
                ratio.synthetic(),
                ComparisonTable.percent(ratio.deviation()),
                markdownTime(codec.compressTime()),
                markdownTime(codec.decompressTime())));
    }

    private static String markdownTime(CodecComparison.TimeFigure time) {
        return String.format(
                Locale.ROOT,
                " %s | %s | %s ± %.1f %% |",
                ComparisonTable.milliseconds(time.original()),
                ComparisonTable.milliseconds(time.synthetic()),
                ComparisonTable.percent(time.deviation()),
                100 * time.noise());
    }

    /** Escapes what ends a cell or begins markup. */
    private static String cell(String text) {
        return text.replaceAll("[\\\\|`*_<\\[]", "\\\\$0").replaceAll("\\R", " ");
    }
}
