package dev.mimeo.fidelity;

import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.report.PageTable;
import dev.mimeo.report.PageTable.Cell;
import dev.mimeo.report.PageTable.Column;
import dev.mimeo.report.PageTable.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Tables of an HTML report. */
final class ReportTables {

    private final Map<String, ComparisonResult> results;
    private final ComparisonResult first;
    private final Tolerance goal;
    private final boolean several;

    ReportTables(Map<String, ComparisonResult> results, Tolerance goal) {
        this.results = results;
        this.first = results.values().iterator().next();
        this.goal = goal;
        this.several = results.size() > 1;
    }

    static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }

    /** Returns the ratios and times of the whole data set. */
    PageTable whole() {
        List<Column> columns = firstColumns("codec");
        for (String group : List.of("ratio", "compression time, ms", "decompression time, ms")) {
            for (String name : List.of("original", "synthetic", "deviation, %")) {
                columns.add(Column.ofNumbers(group, name));
            }
        }
        List<List<Cell>> rows = codecRows((codec, row) -> {
            ratio(row, codec.ratio());
            time(row, codec.compressTime());
            time(row, codec.decompressTime());
        });
        return new PageTable(
                "All data as one stream" + sampleNote()
                        + ". Times are CPU time of one thread, medians of repeated measurements;"
                        + " ± is a 90 % confidence interval.",
                columns,
                rows,
                legend(goal) + " ~ marks a time whose noise is larger than its deviation.");
    }

    private String sampleNote() {
        boolean cut = first.codecs().stream().anyMatch(codec -> codec.bytes() < first.comparedBytes());
        return cut
                ? format(
                        "; of larger data, segments from all of it joined to %s (%s for slow codecs)",
                        ByteSizes.format(first.options().fastBytes()),
                        ByteSizes.format(first.options().slowBytesInBudget()))
                : "";
    }

    /** Returns how much single chunks deviate. */
    PageTable chunks() {
        List<Column> columns = firstColumns("codec");
        columns.add(Column.ofNumbers("chunks"));
        for (String group : List.of("ratio", "compression time", "decompression time")) {
            for (String name : List.of("all, %", "median, %", "p90, %", "KS")) {
                columns.add(Column.ofNumbers(group, name));
            }
        }
        List<List<Cell>> rows = codecRows((codec, row) -> {
            row.add(Cell.of(format("%,d", codec.chunkRatio().original().size())));
            chunks(row, codec.chunkRatio());
            chunks(row, codec.chunkTime());
            chunks(row, codec.chunkDecompressTime());
        });
        return new PageTable(
                format(
                        "Chunks of %s, each with a fresh codec. All: deviation of all chunks together. Median and p90: of the"
                                + " absolute deviations chunk by chunk. KS: Kolmogorov–Smirnov distance of the distributions.",
                        ByteSizes.format(first.options().chunkSize())),
                columns,
                rows,
                "~ marks medians that repeated measurements of one and the same chunk reach as well.");
    }

    private static void chunks(List<Cell> row, CodecComparison.ChunkComparison chunks) {
        row.add(Cell.of(signed(chunks.total().deviation())));
        row.add(
                chunks.isNoisy()
                        ? new Cell(format("%.1f ~", 100 * chunks.medianDeviation()), Mark.NOISE)
                        : Cell.of(format("%.1f", 100 * chunks.medianDeviation())));
        row.add(Cell.of(format("%.1f", 100 * chunks.p90Deviation())));
        row.add(Cell.of(format("%.3f", chunks.kolmogorovSmirnov())));
    }

    /** Returns the ratios of chunks of further sizes. */
    PageTable granularity() {
        List<Column> columns = firstColumns("codec");
        for (int size : first.options().granularity()) {
            for (String name : List.of("original", "synthetic", "deviation, %")) {
                columns.add(Column.ofNumbers(ByteSizes.format(size), name));
            }
        }
        List<List<Cell>> rows =
                codecRows((codec, row) -> codec.granularity().forEach(figure -> ratio(row, figure.ratio())));
        return new PageTable(
                "Ratio of chunks of other sizes, each with a fresh codec, all together.", columns, rows, "");
    }

    private List<Column> firstColumns(String name) {
        List<Column> columns = new ArrayList<>(List.of(Column.ofText(name)));
        if (several) {
            columns.add(Column.ofText("synthetic"));
        }
        return columns;
    }

    /** Begins a row: what it is about, where that is new, and the data set if there are several. */
    private List<Cell> row(String name, String label) {
        boolean isFirst = label.equals(results.keySet().iterator().next());
        List<Cell> row = new ArrayList<>(List.of(Cell.of(isFirst ? name : "")));
        if (several) {
            row.add(Cell.of(label));
        }
        return row;
    }

    private List<List<Cell>> codecRows(CodecCells cells) {
        List<List<Cell>> rows = new ArrayList<>();
        for (int i = 0; i < first.codecs().size(); i++) {
            for (Map.Entry<String, ComparisonResult> entry : results.entrySet()) {
                CodecComparison codec = entry.getValue().codecs().get(i);
                List<Cell> row = row(codec.codec(), entry.getKey());
                cells.add(codec, row);
                rows.add(row);
            }
        }
        return rows;
    }

    /** Adds the cells of a codec to a row. */
    @FunctionalInterface
    private interface CodecCells {
        void add(CodecComparison codec, List<Cell> row);
    }

    private void ratio(List<Cell> row, ComparisonResult.MeasuredPair ratio) {
        row.add(Cell.of(format("%.3f", ratio.original())));
        row.add(Cell.of(format("%.3f", ratio.synthetic())));
        row.add(deviation(new Deviation("", ratio.deviation(), 0), goal.ratio()));
    }

    private void time(List<Cell> row, CodecComparison.TimeFigure time) {
        row.add(Cell.of(ComparisonTable.milliseconds(time.original())));
        row.add(Cell.of(ComparisonTable.milliseconds(time.synthetic())));
        row.add(deviation(new Deviation("", time.deviation(), time.noise()), goal.time()));
    }

    /** Returns what the colours of {@link #deviation} mean. */
    static String legend(Tolerance goal) {
        return "▲ is outside the goal, " + goal.describe() + "; other coloured cells are within it.";
    }

    static Cell deviation(Deviation deviation, double limit) {
        String text =
                signed(deviation.value()) + (deviation.noise() > 0 ? format(" ± %.1f", 100 * deviation.noise()) : "");
        if (deviation.exceeds(limit)) {
            return new Cell("▲ " + text, Mark.BAD);
        }
        if (deviation.isNoisy()) {
            return new Cell(text + " ~", Mark.NOISE);
        }
        return new Cell(text, Double.isInfinite(limit) ? Mark.PLAIN : Mark.GOOD);
    }

    /** Returns a percentage with a typographic sign. */
    static String signed(double share) {
        return typographic(ComparisonTable.percent(share));
    }

    /** Returns a text with typographic signs before its negative numbers. */
    static String typographic(String text) {
        return text.replaceAll("(?<![\\w:])-(?=\\d)", "−");
    }

    /** Returns the distances of the quantities that decide compression. */
    PageTable content() {
        List<Column> columns = firstColumns("quantity");
        for (String name : List.of("original", "synthetic", "deviation, %", "distance", "chunk by chunk")) {
            columns.add(Column.ofNumbers(name));
        }
        List<List<Cell>> rows = new ArrayList<>();
        contentRows(
                rows,
                "entropy, bits per byte",
                "%.3f",
                ContentComparison::entropy,
                content -> format("KS %.3f", content.entropyKolmogorovSmirnov()),
                content -> format("%.3f bits", content.meanEntropyDifference()));
        contentRows(
                rows,
                "byte values that occur",
                "%.0f",
                ReportTables::symbols,
                content -> format("TV %.3f", content.byteHistogramDistance()),
                content -> format("TV %.3f", content.chunkHistogramDistance()));
        contentRows(
                rows,
                "repetitions found by Deflate",
                "%,.0f",
                ContentComparison::repetitions,
                content -> "",
                content -> "");
        contentRows(
                rows,
                "mean length of a repetition, bytes",
                "%.2f",
                ContentComparison::meanRepetition,
                content -> format("KS %.3f", content.repetitionKolmogorovSmirnov()),
                content -> "");
        for (int i = 0; i < first.content().duplication().size(); i++) {
            int cut = i;
            contentRows(
                    rows,
                    "dedup ratio, " + first.content().duplication().get(i).boundaries(),
                    "%.3f",
                    content -> content.duplication().get(cut).ratio(),
                    content -> content.duplication().get(cut).exact() ? "" : "estimated",
                    content -> "");
        }
        return new PageTable(
                "Quantities that decide compression, from evenly spaced chunks. KS (Kolmogorov–Smirnov) and TV (total variation)"
                        + " are distances of distributions from 0 (equal) to 1 (disjoint).",
                columns,
                rows,
                "");
    }

    private static ComparisonResult.MeasuredPair symbols(ContentComparison content) {
        return new ComparisonResult.MeasuredPair(symbols(content.bytesOriginal()), symbols(content.bytesSynthetic()));
    }

    private static int symbols(Distribution.Histogram histogram) {
        int symbols = 0;
        for (int value = 0; value < histogram.size(); value++) {
            symbols += histogram.count(value) > 0 ? 1 : 0;
        }
        return symbols;
    }

    /** Adds the rows of one quantity, one for each synthetic data set. */
    private void contentRows(
            List<List<Cell>> rows,
            String name,
            String format,
            Function<ContentComparison, ComparisonResult.MeasuredPair> quantity,
            Function<ContentComparison, String> distance,
            Function<ContentComparison, String> chunkDistance) {
        results.forEach((label, result) -> {
            ContentComparison content = result.content();
            List<Cell> row = row(name, label);
            ComparisonResult.MeasuredPair figure = quantity.apply(content);
            row.add(Cell.of(format(format, figure.original())));
            row.add(Cell.of(format(format, figure.synthetic())));
            row.add(Cell.of(signed(figure.deviation())));
            row.add(Cell.of(distance.apply(content)));
            row.add(Cell.of(chunkDistance.apply(content)));
            rows.add(row);
        });
    }
}
