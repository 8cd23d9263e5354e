package dev.mimeo.fidelity;

import dev.mimeo.fidelity.ComparisonResult.FileComparisons;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Renders a result as aligned text for a person; the same in every locale. */
public final class ComparisonTable {

    private static final String HEAD = """
                  |         ratio         |     compression, ms     |    decompression, ms    |    chunk ratio    |  chunk time
            codec |   orig  synth    dev% |    orig   synth    dev% |    orig   synth    dev% |  med%  p90%    KS |  med%     KS
            """;

    private ComparisonTable() {}

    /** Returns the table with the verdict for {@link Tolerance#GOAL}. */
    public static String render(ComparisonResult result) {
        return render(result, Verdict.of(result, Tolerance.GOAL));
    }

    /** Returns the table with a verdict at its end; each line ends with a line feed. */
    public static String render(ComparisonResult result, Verdict verdict) {
        StringBuilder text = new StringBuilder();
        side(text, "original ", result.original());
        side(text, "synthetic", result.synthetic());
        line(
                text,
                "compared   %s, %,d chunks of %s; CPU time of one thread",
                size(result.comparedBytes()),
                result.chunks(),
                size(result.options().chunkSize()));
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
                side.label(),
                size(side.bytes()),
                side.files() == 1 ? "" : String.format(Locale.ROOT, " in %,d files", side.files()));
    }

    private static void codecs(StringBuilder text, ComparisonResult result) {
        int width = 5;
        for (CodecComparison codec : result.codecs()) {
            width = Math.max(width, codec.codec().length());
        }
        String pad = " ".repeat(width - 5);
        HEAD.lines()
                .forEach(head -> text.append(head, 0, 5)
                        .append(pad)
                        .append(head.substring(5))
                        .append('\n'));
        boolean noisy = false;
        for (CodecComparison codec : result.codecs()) {
            CodecComparison.ChunkComparison ratios = codec.chunkRatio();
            CodecComparison.ChunkComparison times = codec.chunkTime();
            line(
                    text,
                    "%-" + width + "s | %6.3f %6.3f %6s  | %s | %s | %5.1f %5.1f %5.3f | %5.1f%s %5.3f",
                    codec.codec(),
                    codec.ratio().original(),
                    codec.ratio().synthetic(),
                    percent(codec.ratio().deviation()),
                    time(codec.compressTime()),
                    time(codec.decompressTime()),
                    100 * ratios.medianDeviation(),
                    100 * ratios.p90Deviation(),
                    ratios.kolmogorovSmirnov(),
                    100 * times.medianDeviation(),
                    times.isNoisy() ? "~" : " ",
                    times.kolmogorovSmirnov());
            noisy |= codec.compressTime().isNoisy() || codec.decompressTime().isNoisy() || times.isNoisy();
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
        parts.forEach((bytes, names) ->
                line(text, "%s: segments of %s in total, from all of the data", String.join(", ", names), size(bytes)));
    }

    /** Adds a row for each codec, with the chunk sizes side by side; nothing where none were asked for. */
    private static void granularity(StringBuilder text, ComparisonResult result) {
        if (result.options().granularity().isEmpty() || result.codecs().isEmpty()) {
            return;
        }
        int width = 5;
        StringBuilder sizes = new StringBuilder();
        StringBuilder heads = new StringBuilder();
        for (CodecComparison codec : result.codecs()) {
            width = Math.max(width, codec.codec().length());
        }
        for (int size : result.options().granularity()) {
            sizes.append(String.format(Locale.ROOT, " | %-20s", "chunks of " + size(size)));
            heads.append(" |   orig  synth   dev%");
        }
        line(text, "%s%s", " ".repeat(width), sizes);
        line(text, "codec%s%s", " ".repeat(width - 5), heads);
        for (CodecComparison codec : result.codecs()) {
            StringBuilder row = new StringBuilder();
            for (CodecComparison.GranularityFigure figure : codec.granularity()) {
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
                "repetitions               %,.0f against %,.0f (%s %%), mean length %.1f against %.1f bytes, KS %.3f",
                content.repetitions().original(),
                content.repetitions().synthetic(),
                percent(content.repetitions().deviation()),
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

    /** Returns a size in bytes or the largest binary unit that it reaches. */
    static String size(long bytes) {
        String[] units = {"KiB", "MiB", "GiB", "TiB"};
        if (bytes < 1024) {
            return bytes + " bytes";
        }
        double value = bytes / 1024.0;
        int unit = 0;
        while (value >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        boolean whole = value == Math.rint(value);
        return String.format(Locale.ROOT, whole ? "%.0f %s" : "%.2f %s", value, units[unit]);
    }
}
