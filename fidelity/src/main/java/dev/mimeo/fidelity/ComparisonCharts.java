package dev.mimeo.fidelity;

import dev.mimeo.report.plot.CategoryPlot;
import dev.mimeo.report.plot.Plot;
import dev.mimeo.report.plot.PlotAxis;
import dev.mimeo.report.plot.PlotAxis.Scale;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Charts of comparisons with one original. The results are given by the names of their synthetic data, in the order of the
 * legend, where the original comes first. All results have the same codecs. Thread-safe.
 */
public final class ComparisonCharts {

    /** Title of the vertical axis of cumulative distributions. */
    public static final String CUMULATIVE = "cumulative fraction of chunks";

    private static final String ORIGINAL = "original";

    /** Maximum number of points of a curve, which is enough for a smooth curve on paper. */
    private static final int CURVE_POINTS = 240;

    /** Ratio of the largest to the smallest value from which an axis is logarithmic: a linear one would hide all but the largest. */
    private static final double WIDE = 20;

    private final Map<String, ComparisonResult> results;
    private final ComparisonResult first;

    /**
     * Prepares charts.
     *
     * @param results at least one
     */
    public ComparisonCharts(Map<String, ComparisonResult> results) {
        this.results = results;
        this.first = results.values().iterator().next();
    }

    /** Returns the deviations of ratios, compression times and decompression times by codec, in %, with their uncertainty. */
    public List<CategoryPlot> deviations(Tolerance goal) {
        return List.of(
                deviations("ratio", goal.ratio(), codec -> codec.ratio().deviation(), codec -> 0.0),
                deviations(
                        "compression time",
                        goal.time(),
                        codec -> codec.compressTime().deviation(),
                        codec -> codec.compressTime().noise()),
                deviations(
                        "decompression time",
                        goal.time(),
                        codec -> codec.decompressTime().deviation(),
                        codec -> codec.decompressTime().noise()));
    }

    private CategoryPlot deviations(
            String title,
            double limit,
            Function<CodecComparison, Double> deviation,
            Function<CodecComparison, Double> noise) {
        List<CategoryPlot.Values> series = new ArrayList<>();
        results.forEach((name, result) -> {
            List<CodecComparison> codecs = result.codecs();
            series.add(new CategoryPlot.Values(
                    name,
                    codecs.stream().map(codec -> 100 * deviation.apply(codec)).toList(),
                    codecs.stream().map(codec -> 100 * noise.apply(codec)).toList()));
        });
        return new CategoryPlot(
                title,
                PlotAxis.linear("deviation, %"),
                codecs(),
                series,
                1,
                CategoryPlot.Marks.DOTS,
                Double.isInfinite(limit) ? 0 : 100 * limit);
    }

    private List<String> codecs() {
        return first.codecs().stream().map(CodecComparison::codec).toList();
    }

    /** Returns the cumulative distributions of the ratios of chunks under a codec, which is one of those compared. */
    public Plot ratios(String title, String codec) {
        return cumulative(
                title, "compression ratio", 1, result -> of(result, codec).chunkRatio());
    }

    /** Returns the cumulative distributions of the times to compress chunks with a codec, which is one of those compared. */
    public Plot times(String title, String codec) {
        return cumulative(
                title, "compression time, ms", 1e3, result -> of(result, codec).chunkTime());
    }

    private static CodecComparison of(ComparisonResult result, String name) {
        return result.codecs().stream()
                .filter(codec -> codec.codec().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private Plot cumulative(
            String title,
            String quantity,
            double scale,
            Function<ComparisonResult, CodecComparison.ChunkComparison> chunks) {
        List<Plot.Line> lines = new ArrayList<>();
        lines.add(cumulative(ORIGINAL, chunks.apply(first).original(), scale));
        results.forEach((name, result) ->
                lines.add(cumulative(name, chunks.apply(result).synthetic(), scale)));
        return Plot.of(
                title,
                PlotAxis.of(quantity, isWide(lines, line -> line::x) ? Scale.LOGARITHMIC : Scale.LINEAR),
                PlotAxis.between(CUMULATIVE, 0, 1),
                Plot.Style.STEPS,
                lines);
    }

    /** Returns the cumulative distributions of the entropies of chunks. */
    public Plot entropy(String title) {
        List<Plot.Line> lines = new ArrayList<>();
        lines.add(cumulative(ORIGINAL, first.content().entropyOriginal(), 1));
        results.forEach(
                (name, result) -> lines.add(cumulative(name, result.content().entropySynthetic(), 1)));
        return Plot.of(
                title,
                PlotAxis.between("entropy, bits per byte", 0, 8),
                PlotAxis.between(CUMULATIVE, 0, 1),
                Plot.Style.STEPS,
                lines);
    }

    /** Returns an empirical distribution function as steps of value and share; long distributions are reduced to quantiles. */
    private static Plot.Line cumulative(String name, Distribution values, double scale) {
        int steps = Math.min(values.size(), CURVE_POINTS);
        double[] x = new double[steps == 0 ? 0 : steps + 1];
        double[] y = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            // With all values, step i is the i-th smallest at the height i / n.
            double q = steps == 1 ? 0 : Math.max(0, i - 1) / (double) (steps - 1);
            x[i] = scale * values.quantile(q);
            y[i] = i / (double) steps;
        }
        return new Plot.Line(name, x, y);
    }

    /** Returns whether the values span so much that a logarithmic axis shows more. */
    private static boolean isWide(List<Plot.Line> lines, Function<Plot.Line, IntToDoubleFunction> values) {
        double[] sorted = lines.stream()
                .flatMapToDouble(line -> IntStream.range(0, line.size()).mapToDouble(values.apply(line)))
                .filter(value -> value > 0)
                .sorted()
                .toArray();
        return sorted.length > 0 && sorted[sorted.length - 1] / sorted[0] > WIDE;
    }

    /** Returns the ratios of chunks in the order of the data, under a codec that is one of those compared. */
    public Plot along(String codec) {
        List<Plot.Line> lines = new ArrayList<>();
        lines.add(inOrder(ORIGINAL, of(first, codec).chunkRatio().original()));
        results.forEach((name, result) ->
                lines.add(inOrder(name, of(result, codec).chunkRatio().synthetic())));
        return Plot.of(
                codec,
                PlotAxis.between("position in the data, MiB", 0, Math.max(1e-6, mebibytes(first.comparedBytes()))),
                isWide(lines, line -> line::y)
                        ? PlotAxis.of("compression ratio", Scale.LOGARITHMIC)
                        : PlotAxis.fromZero("compression ratio"),
                Plot.Style.LINES,
                lines);
    }

    private Plot.Line inOrder(String name, Distribution values) {
        double[] x = new double[values.size()];
        Arrays.setAll(x, i -> mebibytes(first.comparedBytes()) * i / x.length);
        double[] y = new double[x.length];
        Arrays.setAll(y, values::at);
        return new Plot.Line(name, x, y);
    }

    private static double mebibytes(long bytes) {
        return bytes / 1048576.0;
    }

    /** Returns the shares of all byte values. */
    public Plot bytes() {
        return histograms(
                "",
                PlotAxis.between("byte value", 0, 256),
                PlotAxis.fromZero("fraction of bytes, %"),
                Plot.Style.STEPS,
                (name, histogram) -> {
                    double total = Math.max(1, histogram.total());
                    double[] x = IntStream.rangeClosed(0, histogram.size())
                            .mapToDouble(i -> i)
                            .toArray();
                    double[] y = new double[x.length];
                    Arrays.setAll(y, i -> 100 * histogram.count(Math.min(i, histogram.size() - 1)) / total);
                    return new Plot.Line(name, x, y);
                },
                ContentComparison::bytesOriginal,
                ContentComparison::bytesSynthetic);
    }

    /** Returns the shares of the lengths of repetitions that occur. */
    public Plot repetitions(String title) {
        return histograms(
                title,
                PlotAxis.of("length of a repetition, bytes", Scale.LOGARITHMIC),
                PlotAxis.of("fraction of repetitions", Scale.LOGARITHMIC),
                Plot.Style.POINTS,
                (name, histogram) -> {
                    double total = Math.max(1, histogram.total());
                    double[] x = IntStream.range(0, histogram.size())
                            .filter(length -> histogram.count(length) > 0)
                            .mapToDouble(length -> length)
                            .toArray();
                    double[] y = Arrays.stream(x)
                            .map(length -> histogram.count((int) length) / total)
                            .toArray();
                    return new Plot.Line(name, x, y);
                },
                ContentComparison::repetitionsOriginal,
                ContentComparison::repetitionsSynthetic);
    }

    private Plot histograms(
            String title,
            PlotAxis x,
            PlotAxis y,
            Plot.Style style,
            LineOfHistogram line,
            Function<ContentComparison, Distribution.Histogram> original,
            Function<ContentComparison, Distribution.Histogram> synthetic) {
        List<Plot.Line> lines = new ArrayList<>();
        lines.add(line.of(ORIGINAL, original.apply(first.content())));
        results.forEach((name, result) -> lines.add(line.of(name, synthetic.apply(result.content()))));
        return Plot.of(title, x, y, style, lines);
    }

    /** Makes a line of a histogram. */
    @FunctionalInterface
    private interface LineOfHistogram {
        Plot.Line of(String name, Distribution.Histogram histogram);
    }

    /** Returns the ratios of all bytes to distinct bytes, by the way of dividing the data. */
    public CategoryPlot duplicates(String title) {
        List<CategoryPlot.Values> series = new ArrayList<>();
        series.add(ratios(ORIGINAL, first, ComparisonResult.MeasuredPair::original));
        results.forEach((name, result) -> series.add(ratios(name, result, ComparisonResult.MeasuredPair::synthetic)));
        List<String> boundaries = first.content().duplication().stream()
                .map(ContentComparison.DuplicationComparison::boundaries)
                .toList();
        return CategoryPlot.bars(title, "bytes over distinct bytes", boundaries, series);
    }

    private static CategoryPlot.Values ratios(
            String name, ComparisonResult result, Function<ComparisonResult.MeasuredPair, Double> side) {
        List<Double> values = result.content().duplication().stream()
                .map(cut -> side.apply(cut.ratio()))
                .toList();
        return new CategoryPlot.Values(name, values, List.of());
    }
}
