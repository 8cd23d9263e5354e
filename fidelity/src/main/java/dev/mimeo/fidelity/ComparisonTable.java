package dev.mimeo.fidelity;

import dev.mimeo.fidelity.ComparisonResult.FileComparisons;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Renders a result as aligned text for people to read; the same in every locale. */
public final class ComparisonTable {

    /** Columns of the text, apart from names of files that are longer. */
    private static final int WIDTH = 100;

    /** Chunk sizes side by side. */
    private static final int SIZES_ABREAST = 4;

    private static final String HEAD = """
                  |         ratio         |     compression, ms     |    decompression, ms
            codec |   orig  synth    dev% |    orig   synth    dev% |    orig   synth    dev%
            """;

    private static final String CHUNKS_HEAD = """
                  |    chunk ratio    |  chunk time
            codec |  med%  p90%    KS |  med%     KS
            """;

    private ComparisonTable() {}

    /** Returns the table with the verdict for {@link Tolerance#GOAL}. */
    public static String render(ComparisonResult result) {
        return render(result, Verdict.of(result, Tolerance.GOAL));
    }

    /** Returns the means and intervals of the deviations of several seeds; each line ends with a line feed. */
    public static String render(SeedDeviations seeds) {
        return SeedTables.text(seeds);
    }

    /**
     * Returns the table with a verdict at its end; each line ends with a line feed. Lines have at most 100 columns, except those of labels
     * that are longer.
     */
    public static String render(ComparisonResult result, Verdict verdict) {
        StringBuilder text = new StringBuilder();
        side(text, "original ", result.original());
        side(text, "synthetic", result.synthetic());
        line(
                text,
                "compared   %s, %,d chunks of %s; CPU time of one thread",
                ByteSizes.format(result.comparedBytes()),
                result.chunks(),
                ByteSizes.format(result.options().chunkSize()));
        text.append('\n');
        codecs(text, result);
        text.append('\n');
        granularity(text, result);
        content(text, result.content());
        text.append('\n');
        FileComparisons files = result.files();
        if (files != null) {
            text.append(FileComparisonTables.text(files)).append('\n');
        }
        verdict(text, verdict);
        return text.toString();
    }

    private static void verdict(StringBuilder text, Verdict verdict) {
        line(text, "verdict    %s", verdict.summary());
        if (verdict.ratio().count() > 0) {
            line(text, "ratios     deviate by %s", verdict.ratio().describe());
            line(text, "times      deviate by %s", verdict.time().describe());
        }
        verdict.uncertainties().forEach(reason -> line(text, "uncertain  %s", reason));
    }

    private static void side(StringBuilder text, String role, ComparisonResult.Side side) {
        line(
                text,
                "%s  %s: %s%s",
                role,
                Failures.oneLine(side.label()),
                ByteSizes.format(side.bytes()),
                side.files() == 1 ? "" : String.format(Locale.ROOT, " in %,d files", side.files()));
    }

    private static void codecs(StringBuilder text, ComparisonResult result) {
        int width = 5;
        for (CodecComparison codec : result.codecs()) {
            width = Math.max(width, codec.codec().length());
        }
        head(text, HEAD, width);
        boolean noisy = false;
        for (CodecComparison codec : result.codecs()) {
            line(
                    text,
                    "%-" + width + "s | %6.3f %6.3f %6s  | %s | %s",
                    codec.codec(),
                    codec.ratio().original(),
                    codec.ratio().synthetic(),
                    percent(codec.ratio().deviation()),
                    time(codec.compressTime()),
                    time(codec.decompressTime()));
            noisy |= codec.compressTime().isNoisy() || codec.decompressTime().isNoisy();
        }
        text.append('\n');
        head(text, CHUNKS_HEAD, width);
        for (CodecComparison codec : result.codecs()) {
            CodecComparison.ChunkComparison ratios = codec.chunkRatio();
            CodecComparison.ChunkComparison times = codec.chunkTime();
            line(
                    text,
                    "%-" + width + "s | %5.1f %5.1f %5.3f | %5.1f%s %5.3f",
                    codec.codec(),
                    100 * ratios.medianDeviation(),
                    100 * ratios.p90Deviation(),
                    ratios.kolmogorovSmirnov(),
                    100 * times.medianDeviation(),
                    times.isNoisy() ? "~" : " ",
                    times.kolmogorovSmirnov());
            noisy |= times.isNoisy();
        }
        if (noisy) {
            line(text, "~ the noise of the measurement is larger than the difference");
        }
        Map<Long, List<String>> parts = new TreeMap<>();
        for (CodecComparison codec : result.codecs()) {
            if (codec.bytes() < result.comparedBytes()) {
                parts.computeIfAbsent(codec.bytes(), bytes -> new ArrayList<>()).add(codec.codec());
            }
        }
        parts.forEach((bytes, names) -> {
            String line = "segments of " + ByteSizes.format(bytes) + " in total, from all of the data:";
            for (int i = 0; i < names.size(); i++) {
                String name = " " + names.get(i) + (i + 1 < names.size() ? "," : "");
                if (line.length() + name.length() > WIDTH) {
                    line(text, "%s", line);
                    line = " ";
                }
                line += name;
            }
            line(text, "%s", line);
        });
    }

    /** Adds the lines above a table, whose first column has a width. */
    private static void head(StringBuilder text, String lines, int width) {
        lines.lines()
                .forEach(head -> text.append(head, 0, 5)
                        .append(" ".repeat(width - 5))
                        .append(head.substring(5))
                        .append('\n'));
    }

    /** Adds a row for each codec, with the chunk sizes side by side; nothing where none were asked for. */
    private static void granularity(StringBuilder text, ComparisonResult result) {
        if (result.options().granularity().isEmpty() || result.codecs().isEmpty()) {
            return;
        }
        int width = 5;
        for (CodecComparison codec : result.codecs()) {
            width = Math.max(width, codec.codec().length());
        }
        List<Integer> sizes = result.options().granularity();
        for (int from = 0; from < sizes.size(); from += SIZES_ABREAST) {
            int to = Math.min(sizes.size(), from + SIZES_ABREAST);
            StringBuilder names = new StringBuilder();
            StringBuilder heads = new StringBuilder();
            for (int size : sizes.subList(from, to)) {
                names.append(String.format(Locale.ROOT, " | %-20s", "chunks of " + ByteSizes.format(size)));
                heads.append(" |   orig  synth   dev%");
            }
            line(text, "%s%s", " ".repeat(width), names);
            line(text, "codec%s%s", " ".repeat(width - 5), heads);
            for (CodecComparison codec : result.codecs()) {
                StringBuilder row = new StringBuilder();
                for (CodecComparison.GranularityFigure figure :
                        codec.granularity().subList(from, to)) {
                    row.append(String.format(
                            Locale.ROOT,
                            " | %6.3f %6.3f %6s",
                            figure.ratio().original(),
                            figure.ratio().synthetic(),
                            percent(figure.ratio().deviation())));
                }
                line(text, "%-" + width + "s%s", codec.codec(), row);
            }
            text.append('\n');
        }
    }

    private static String time(CodecComparison.TimeFigure figure) {
        return String.format(
                Locale.ROOT,
                "%7s %7s %6s%s",
                milliseconds(figure.original()),
                milliseconds(figure.synthetic()),
                percent(figure.deviation()),
                figure.isNoisy() ? "~" : " ");
    }

    private static void content(StringBuilder text, ContentComparison content) {
        line(
                text,
                "entropy                   %.3f against %.3f bits a byte, KS %.3f; chunk by chunk %.3f bits apart",
                content.entropy().original(),
                content.entropy().synthetic(),
                content.entropyKolmogorovSmirnov(),
                content.meanEntropyDifference());
        line(
                text,
                "byte histogram            total variation %.3f; chunk by chunk %.3f",
                content.byteHistogramDistance(),
                content.chunkHistogramDistance());
        line(
                text,
                "repetitions               %,.0f against %,.0f (%s %%)",
                content.repetitions().original(),
                content.repetitions().synthetic(),
                percent(content.repetitions().deviation()));
        line(
                text,
                "length of repetitions     mean %.1f against %.1f bytes, KS %.3f",
                content.meanRepetition().original(),
                content.meanRepetition().synthetic(),
                content.repetitionKolmogorovSmirnov());
        for (ContentComparison.DuplicationComparison cut : content.duplication()) {
            line(
                    text,
                    "dedup %-20s%.3f against %.3f (%s %%)%s",
                    cut.boundaries(),
                    cut.ratio().original(),
                    cut.ratio().synthetic(),
                    percent(cut.ratio().deviation()),
                    cut.exact() ? "" : ", estimated");
        }
    }

    private static void line(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments).stripTrailing())
                .append('\n');
    }

    /** Returns a signed percentage without the sign of percent, {@code +12.3}. */
    static String percent(double share) {
        String text = String.format(Locale.ROOT, "%+.1f", 100 * share);
        return text.equals("-0.0") || text.equals("+0.0") ? "0.0" : text;
    }

    /** Returns seconds as milliseconds with four significant digits or so. */
    static String milliseconds(double seconds) {
        double value = 1e3 * seconds;
        String format = value >= 1000 ? "%.0f" : value >= 100 ? "%.1f" : value >= 10 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }
}
