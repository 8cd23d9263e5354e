package dev.mimeo.fidelity;

import dev.mimeo.fidelity.ComparisonResult.FileComparisons;
import dev.mimeo.internal.text.CsvLines;
import dev.mimeo.internal.text.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

    private static final List<String> SEED_COLUMNS = List.of(
            "seeds",
            "ratio_mean_deviation",
            "ratio_half_width_95",
            "compress_mean_deviation",
            "compress_half_width_95",
            "decompress_mean_deviation",
            "decompress_half_width_95");

    private static final String MARKDOWN_HEAD = """
            | synthetic | codec | ratio, original | synthetic | deviation \
            | compression, ms, original | synthetic | deviation \
            | decompression, ms, original | synthetic | deviation |
            |---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
            """;

    private ComparisonExport() {}

    /**
     * Returns CSV with a line of names; times are seconds, deviations fractions. If files were compared, the last column is that of
     * their names, and lines of files follow those of the whole data set, worst first; other cells of these are empty.
     */
    public static String csv(Map<String, ComparisonResult> results) {
        return csv(results, null);
    }

    /**
     * Returns CSV as {@link #csv(Map)}, with the number of seeds, and for ratio and times the mean deviation of all seeds and half the width
     * of its 95 % confidence interval, in the columns after the others; the column of files is the last one.
     *
     * @param seeds deviations of all seeds; null for CSV without these columns
     */
    public static String csv(Map<String, ComparisonResult> results, @Nullable SeedDeviations seeds) {
        boolean byFile = results.values().stream().anyMatch(result -> result.files() != null);
        List<String> columns = new ArrayList<>(COLUMNS);
        if (seeds != null) {
            columns.addAll(SEED_COLUMNS);
        }
        StringBuilder text = new StringBuilder(CsvLines.line(extended(columns, byFile, "file")));
        results.forEach((label, result) -> {
            for (int i = 0; i < result.codecs().size(); i++) {
                List<String> row = csvRow(label, result.codecs().get(i));
                if (seeds != null) {
                    seedCells(row, seeds, i);
                }
                text.append(CsvLines.line(extended(row, byFile, "")));
            }
            FileComparisons files = result.files();
            if (files != null) {
                files.worst().forEach(file -> csvRows(text, label, files, file, columns.size()));
            }
        });
        return text.toString();
    }

    private static void seedCells(List<String> row, SeedDeviations seeds, int codec) {
        row.add(Integer.toString(seeds.seeds().size()));
        List<SeedDeviations.QuantityDeviations> quantities =
                seeds.codecs().get(codec).quantities();
        int last = quantities.size() - 1;
        for (int quantity : new int[] {0, last - 1, last}) {
            numbers(
                    row,
                    quantities.get(quantity).mean(),
                    quantities.get(quantity).halfWidth());
        }
    }

    private static List<String> extended(List<String> row, boolean byFile, String last) {
        if (!byFile) {
            return row;
        }
        List<String> longer = new ArrayList<>(row);
        longer.add(last);
        return longer;
    }

    private static void csvRows(
            StringBuilder text, String label, FileComparisons files, FileComparisons.FileRatios file, int columns) {
        for (int i = 0; i < file.ratios().size(); i++) {
            ComparisonResult.MeasuredPair ratio = file.ratios().get(i);
            List<String> row =
                    new ArrayList<>(List.of(label, files.codecs().get(i).codec()));
            row.add(Long.toString(file.comparedBytes()));
            row.add("");
            numbers(row, ratio.original(), ratio.synthetic(), ratio.deviation());
            while (row.size() < columns) {
                row.add("");
            }
            row.add(file.name());
            text.append(CsvLines.line(row));
        }
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

    /** Returns a table of the deviations of several seeds in GitHub's Markdown, after an empty line. */
    public static String markdown(SeedDeviations seeds) {
        return SeedTables.markdown(seeds);
    }

    /** Returns a table in GitHub's Markdown, with the verdict for a goal below it. */
    public static String markdown(Map<String, ComparisonResult> results, Tolerance goal) {
        StringBuilder text = new StringBuilder(MARKDOWN_HEAD);
        results.forEach((label, result) -> result.codecs().forEach(codec -> markdownRow(text, label, codec)));
        results.forEach((label, result) -> {
            Verdict verdict = Verdict.of(result, goal);
            text.append(String.format(
                    Locale.ROOT,
                    "\n%s: %s.%s\n",
                    cell(label),
                    cell(verdict.summary()),
                    verdict.ratio().count() == 0
                            ? ""
                            : " Ratios deviate by " + cell(verdict.ratio().describe()) + ", times by "
                                    + cell(verdict.time().describe()) + "."));
            verdict.uncertainties()
                    .forEach(reason ->
                            text.append("\nUncertain: ").append(cell(reason)).append(".\n"));
            FileComparisons files = result.files();
            if (files != null) {
                text.append(FileComparisonTables.markdown(files));
            }
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

    /** Escapes what ends a cell, begins markup or commands a terminal. */
    static String cell(String text) {
        return Failures.oneLine(text).replaceAll("[\\\\|`*_<\\[]", "\\\\$0");
    }
}
