package dev.mimeo.fidelity;

import dev.mimeo.fidelity.ComparisonResult.FileComparisons;
import dev.mimeo.internal.text.AlignedText;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.CNumberFormat;
import dev.mimeo.internal.text.Counts;
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
     * Returns the table with a verdict at its end; each line ends with a line feed. Lines have at most 100 columns, except those of longer
     * labels and tables with extreme numbers.
     */
    public static String render(ComparisonResult result, Verdict verdict) {
        StringBuilder text = new StringBuilder();
        side(text, "original ", result.original());
        side(text, "synthetic", result.synthetic());
        line(
                text,
                "compared   %s, %s of %s; CPU time of one thread",
                ByteSizes.format(result.comparedBytes()),
                Counts.of(result.chunks(), "chunk"),
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
        AlignedText figures = new AlignedText("%-5s | %6s %6s %7s | %7s %7s %7s | %7s %7s %7s ")
                .addTitles("", "ratio", "compression, ms", "decompression, ms")
                .add("codec", "orig", "synth", "dev%", "orig", "synth", "dev%", "orig", "synth", "dev%");
        AlignedText chunks = new AlignedText("%-5s | %5s %5s %5s | %5s%s %5s ")
                .addTitles("", "chunk ratio", "chunk time")
                .add("codec", "med%", "p90%", "KS", "med%", " ", "KS");
        boolean noisy = false;
        for (CodecComparison codec : result.codecs()) {
            CodecComparison.TimeFigure compress = codec.compressTime();
            CodecComparison.TimeFigure decompress = codec.decompressTime();
            figures.add(
                    codec.codec(),
                    fixed(3, codec.ratio().original()),
                    fixed(3, codec.ratio().synthetic()),
                    percent(codec.ratio().deviation()) + " ",
                    milliseconds(compress.original()),
                    milliseconds(compress.synthetic()),
                    percent(compress.deviation()) + mark(compress.isNoisy()),
                    milliseconds(decompress.original()),
                    milliseconds(decompress.synthetic()),
                    percent(decompress.deviation()) + mark(decompress.isNoisy()));
            CodecComparison.ChunkComparison ratios = codec.chunkRatio();
            CodecComparison.ChunkComparison times = codec.chunkTime();
            chunks.add(
                    codec.codec(),
                    fixed(1, 100 * ratios.medianDeviation()),
                    fixed(1, 100 * ratios.p90Deviation()),
                    fixed(3, ratios.kolmogorovSmirnov()),
                    fixed(1, 100 * times.medianDeviation()),
                    mark(times.isNoisy()),
                    fixed(3, times.kolmogorovSmirnov()));
            noisy |= compress.isNoisy() || decompress.isNoisy() || times.isNoisy();
        }
        text.append(figures).append('\n').append(chunks);
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

    /** Adds a row for each codec, with the chunk sizes side by side; nothing where none were asked for. */
    private static void granularity(StringBuilder text, ComparisonResult result) {
        if (result.options().granularity().isEmpty() || result.codecs().isEmpty()) {
            return;
        }
        List<Integer> sizes = result.options().granularity();
        for (int from = 0; from < sizes.size(); from += SIZES_ABREAST) {
            int to = Math.min(sizes.size(), from + SIZES_ABREAST);
            List<String> titles = new ArrayList<>(List.of(""));
            List<String> heads = new ArrayList<>(List.of("codec"));
            for (int size : sizes.subList(from, to)) {
                titles.add(String.format(Locale.ROOT, " %-20s ", "chunks of " + ByteSizes.format(size)));
                heads.addAll(List.of("orig", "synth", "dev%"));
            }
            AlignedText table = new AlignedText("%-5s" + " | %6s %6s %6s".repeat(to - from))
                    .addTitles(titles.toArray(String[]::new))
                    .add(heads.toArray());
            for (CodecComparison codec : result.codecs()) {
                List<String> row = new ArrayList<>(List.of(codec.codec()));
                for (CodecComparison.GranularityFigure figure :
                        codec.granularity().subList(from, to)) {
                    row.add(fixed(3, figure.ratio().original()));
                    row.add(fixed(3, figure.ratio().synthetic()));
                    row.add(percent(figure.ratio().deviation()));
                }
                table.add(row.toArray());
            }
            text.append(table).append('\n');
        }
    }

    private static String mark(boolean noisy) {
        return noisy ? "~" : " ";
    }

    /** Returns a number with some decimals. */
    static String fixed(int decimals, double value) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
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

    /** Returns seconds as milliseconds with four significant digits or so, and two if they are fewer than 0.01. */
    static String milliseconds(double seconds) {
        double value = 1e3 * seconds;
        if (value < 0.01) {
            return CNumberFormat.general(value, 2);
        }
        String format = value >= 1000 ? "%.0f" : value >= 100 ? "%.1f" : value >= 10 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }
}
