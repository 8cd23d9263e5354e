package dev.mimeo.benchmarks;

import dev.mimeo.fidelity.CodecComparison;
import dev.mimeo.fidelity.ComparisonResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Renders comparisons of several corpora as Markdown and puts them into a file. */
final class FidelityTable {

    /** Claim of the SDGen paper for data sets: ratio within 10 %, compression time within 15 %, lz4 and zlib. */
    private static final double CLAIMED_RATIO = 0.10;

    private static final double CLAIMED_TIME = 0.15;

    private static final String BEGIN = "<!-- fidelity suite: begin -->";
    private static final String END = "<!-- fidelity suite: end -->";

    private FidelityTable() {}

    /**
     * A corpus that was mimicked.
     *
     * @param corpus its name
     * @param characterizationBytes size of the characterization file
     * @param result comparison of the synthetic data with its original
     */
    record Row(String corpus, long characterizationBytes, ComparisonResult result) {

        /** Returns where the claim fails, for example {@code lz4 time}; empty where it holds. */
        String failures() {
            StringBuilder text = new StringBuilder();
            for (CodecComparison codec : result.codecs()) {
                if (isClaimed(codec.codec())) {
                    fail(text, codec, "ratio", Math.abs(codec.ratio().deviation()) > CLAIMED_RATIO);
                    fail(text, codec, "time", Math.abs(codec.compressTime().deviation()) > CLAIMED_TIME);
                }
            }
            return text.toString();
        }

        private static void fail(StringBuilder text, CodecComparison codec, String what, boolean failed) {
            if (failed) {
                text.append(text.isEmpty() ? "" : ", ")
                        .append(codec.codec())
                        .append(' ')
                        .append(what);
            }
        }
    }

    private static boolean isClaimed(String codec) {
        return codec.equals("lz4") || codec.startsWith("zlib:");
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }

    /** Returns one line of plain text about a corpus, for whoever waits. */
    static String line(Row row) {
        StringBuilder text = new StringBuilder(format("%-10s", row.corpus()));
        for (CodecComparison codec : row.result().codecs()) {
            text.append(format(
                    " %s %s/%s",
                    codec.codec(),
                    percent(codec.ratio().deviation()),
                    percent(codec.compressTime().deviation())));
        }
        return text.toString();
    }

    /** Returns the tables with the words around them. */
    static String render(String generator, List<Row> rows) {
        if (rows.isEmpty()) {
            return "No corpora.\n";
        }
        ComparisonResult first = rows.get(0).result();
        StringBuilder text = new StringBuilder();
        text.append(format(
                "Generator `%s`, chunks of %d KiB. Deviations `synthetic / original - 1` in %%. **Bold**: beyond the claim of"
                        + " the SDGen paper for lz4 and zlib (ratio within 10 %%, compression time within 15 %%). `~`: the noise"
                        + " of the measurement is larger than the deviation.%n%n",
                generator, first.options().chunkSize() >> 10));
        addStreams(text, rows);
        addChunks(text, rows);
        ComparisonResult.Machine machine = first.machine();
        text.append(format(
                "Measured on %s, %s, %s; CPU time of one thread, medians of up to %d interleaved repetitions.%n",
                machine.processor(),
                machine.system(),
                machine.java(),
                first.options().repetitions()));
        return text.toString();
    }

    private static void addStreams(StringBuilder text, List<Row> rows) {
        text.append("Ratio and compression time of the whole corpus as one stream:\n\n");
        header(text, rows.get(0).result(), "ratio", "time");
        for (Row row : rows) {
            start(text, row);
            for (CodecComparison codec : row.result().codecs()) {
                boolean claimed = isClaimed(codec.codec());
                double ratio = codec.ratio().deviation();
                double time = codec.compressTime().deviation();
                text.append(cell(emphasized(percent(ratio), claimed && Math.abs(ratio) > CLAIMED_RATIO)));
                text.append(cell(emphasized(percent(codec.compressTime()), claimed && Math.abs(time) > CLAIMED_TIME)));
            }
            text.append(row.failures().isEmpty() ? " holds |\n" : " fails: " + row.failures() + " |\n");
        }
        means(
                text,
                rows,
                codec -> codec.ratio().deviation(),
                codec -> codec.compressTime().deviation());
        long holding = rows.stream().filter(row -> row.failures().isEmpty()).count();
        text.append(format(" %d of %d |%n%n", holding, rows.size()));
    }

    private static void addChunks(StringBuilder text, List<Row> rows) {
        text.append(
                "Ratio of all chunks together, each compressed on its own, and decompression time of the whole:\n\n");
        header(text, rows.get(0).result(), "chunks", "decomp.");
        for (Row row : rows) {
            start(text, row);
            for (CodecComparison codec : row.result().codecs()) {
                text.append(cell(percent(codec.chunkRatio().total().deviation())));
                text.append(cell(percent(codec.decompressTime())));
            }
            text.append(format(
                    " %.2f %% |%n",
                    100.0
                            * row.characterizationBytes()
                            / row.result().original().bytes()));
        }
        means(
                text,
                rows,
                codec -> codec.chunkRatio().total().deviation(),
                codec -> codec.decompressTime().deviation());
        text.append(" |\n\n");
    }

    private static void header(StringBuilder text, ComparisonResult result, String left, String right) {
        text.append("| corpus | MB |");
        result.codecs().forEach(codec -> text.append(format(" %s %s | %s |", codec.codec(), left, right)));
        text.append(left.equals("ratio") ? " claim |\n" : " characterization |\n");
        text.append("|---|---:|")
                .append("---:|".repeat(2 * result.codecs().size()))
                .append("---|\n");
    }

    private static void start(StringBuilder text, Row row) {
        text.append(
                format("| %s | %.1f |", row.corpus(), row.result().original().bytes() / 1e6));
    }

    private static String cell(String text) {
        return " " + text + " |";
    }

    private static String emphasized(String text, boolean bold) {
        return bold ? "**" + text + "**" : text;
    }

    private static void means(
            StringBuilder text,
            List<Row> rows,
            ToDoubleFunction<CodecComparison> left,
            ToDoubleFunction<CodecComparison> right) {
        text.append("| mean of absolute values | |");
        for (int i = 0; i < rows.get(0).result().codecs().size(); i++) {
            text.append(format(" %.1f | %.1f |", mean(rows, i, left), mean(rows, i, right)));
        }
    }

    private static double mean(List<Row> rows, int codec, ToDoubleFunction<CodecComparison> quantity) {
        return rows.stream()
                .mapToDouble(row -> 100
                        * Math.abs(quantity.applyAsDouble(row.result().codecs().get(codec))))
                .average()
                .orElse(0);
    }

    private static String percent(CodecComparison.TimeFigure time) {
        return percent(time.deviation()) + (time.isNoisy() ? " ~" : "");
    }

    private static String percent(double share) {
        String text = format("%+.1f", 100 * share);
        return text.substring(1).equals("0.0") ? "0.0" : text;
    }

    /** Replaces what stands between the markers, or appends markers and all. */
    static void update(Path file, String tables) throws IOException {
        String old = Files.exists(file) ? Files.readString(file) : "";
        String block = BEGIN + "\n\n" + tables + "\n" + END;
        int begin = old.indexOf(BEGIN);
        int end = old.indexOf(END);
        String text = begin < 0 || end < begin
                ? old + (old.isEmpty() || old.endsWith("\n") ? "" : "\n") + block + "\n"
                : old.substring(0, begin) + block + old.substring(end + END.length());
        Files.writeString(file, text);
    }
}
