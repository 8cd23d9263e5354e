package dev.mimeo.cli.mimic;

import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.characterization.DuplicationCharacterization;
import dev.mimeo.fidelity.ComparisonCharts;
import dev.mimeo.fidelity.summary.CharacterizationSummary;
import dev.mimeo.fidelity.summary.ChunkCurves;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.report.HtmlPage;
import dev.mimeo.report.PageFigure;
import dev.mimeo.report.PageRecipe;
import dev.mimeo.report.plot.CategoryPlot;
import dev.mimeo.report.plot.Plot;
import dev.mimeo.report.plot.PlotAxis;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** A characterization described as a page with charts. */
final class DescriptionPage {

    private final HtmlPage page;
    private final DatasetCharacterization dataset;
    private final String chunks;

    private DescriptionPage(String title, Description description) {
        this.page = HtmlPage.of(title);
        this.dataset = description.summary().dataset();
        this.chunks = Counts.of(dataset.chunks(), "chunk");
    }

    /** Returns the page, one HTML file. */
    static String render(String title, Description description, ChunkCurves curves, PageRecipe recipe)
            throws IOException {
        DescriptionPage page = new DescriptionPage(title, description);
        page.summary(description);
        description.sections().forEach(page::section);
        page.figures(curves);
        page.page.recipe(recipe);
        StringBuilder text = new StringBuilder();
        page.page.write(text);
        return text.toString();
    }

    private void summary(Description description) {
        CharacterizationSummary summary = description.summary();
        List<String> parts = new ArrayList<>();
        if (summary.chunkRatio().count() > 0) {
            parts.add(String.format(Locale.ROOT, "zlib ratio %.3f", summary.deflateRatio()));
        }
        if (summary.entropy().count() > 0) {
            parts.add(String.format(Locale.ROOT, "entropy %.3f bits per byte", summary.totalEntropy()));
        }
        dataset.duplication().stream()
                .limit(1)
                .forEach(cut -> parts.add(
                        String.format(Locale.ROOT, "dedup ratio %.3f (%s)", cut.dedupRatio(), cut.boundaries())));
        List<String> uncertain = new ArrayList<>();
        if (summary.chunkRatio().count() > 0 && summary.deflateRatioError() != 0) {
            uncertain.add("Uncertain: the zlib ratio of the whole data set " + description.ratioError() + ".");
        }
        page.summary(HtmlPage.Status.NEUTRAL, String.join(", ", parts), uncertain);
    }

    private void section(Description.Section section) {
        page.section(section.title());
        Map<String, String> facts = new LinkedHashMap<>();
        // Lines without labels are sentences, or go on with what is said about a label.
        String between = section.width() == 0 ? " " : "; ";
        String label = "";
        for (Description.Line line : section.lines()) {
            label = line.label().isEmpty() ? label : line.label();
            facts.merge(label, line.text(), (before, more) -> before + between + more);
        }
        String unnamed = facts.remove("");
        if (unnamed != null) {
            page.paragraph(unnamed);
        }
        if (!facts.isEmpty()) {
            page.facts(facts);
        }
    }

    private void figures(ChunkCurves curves) {
        page.section("Distributions");
        cumulative("zlib ratios", PlotAxis.linear("compression ratio"), curves.ratios());
        cumulative("Entropies of single bytes", PlotAxis.between("entropy, bits per byte", 0, 8), curves.entropies());
        along(curves.ratiosInOrder());
        curve(
                "Fraction of all bytes by value, in " + chunks + ".",
                PlotAxis.between("byte value", 0, 256),
                "fraction of bytes, %",
                0,
                curves.bytes());
        curve(
                "Fraction of all bytes that belong to repetitions of each length, in " + chunks + ".",
                PlotAxis.linear("length of a repetition, bytes"),
                "fraction of bytes, %",
                3,
                curves.repeated());
        dataset.duplication().forEach(this::occurrences);
    }

    private void cumulative(String what, PlotAxis axis, List<Double> quantiles) {
        if (!quantiles.isEmpty()) {
            double[] fraction = IntStream.range(0, quantiles.size())
                    .mapToDouble(i -> i / (double) (quantiles.size() - 1))
                    .toArray();
            Plot plot = plot(
                    axis,
                    PlotAxis.between(ComparisonCharts.CUMULATIVE, 0, 1),
                    Plot.Style.LINES,
                    array(quantiles),
                    fraction);
            page.figure(PageFigure.of(what + ": cumulative distribution over " + chunks + ".", List.of(plot)));
        }
    }

    private void along(List<Double> ratios) {
        if (!ratios.isEmpty()) {
            double[] positions = IntStream.rangeClosed(0, ratios.size())
                    .mapToDouble(i -> 100.0 * i / ratios.size())
                    .toArray();
            Plot plot = plot(
                    PlotAxis.between("position in the scanned chunks, %", 0, 100),
                    PlotAxis.fromZero("compression ratio"),
                    Plot.Style.STEPS,
                    positions,
                    array(withLastTwice(ratios)));
            page.figure(PageFigure.wide(
                    String.format(
                            Locale.ROOT,
                            "zlib ratio along the data, %s in %s with equal numbers of chunks.",
                            chunks,
                            Counts.of(ratios.size(), "part")),
                    plot));
        }
    }

    /** Draws shares of integers from a first one on. */
    private void curve(String caption, PlotAxis axis, String quantity, int first, List<Double> shares) {
        if (!shares.isEmpty()) {
            double[] x = IntStream.rangeClosed(0, shares.size())
                    .mapToDouble(i -> first + i)
                    .toArray();
            double[] y = withLastTwice(shares).stream()
                    .mapToDouble(share -> 100 * share)
                    .toArray();
            page.figure(PageFigure.wide(caption, plot(axis, PlotAxis.fromZero(quantity), Plot.Style.STEPS, x, y)));
        }
    }

    private static Plot plot(PlotAxis x, PlotAxis y, Plot.Style style, double[] across, double[] up) {
        return Plot.of("", x, y, style, List.of(new Plot.Line("", across, up)));
    }

    /** Adds the end of the last step, which would have no width without. */
    private static List<Double> withLastTwice(List<Double> values) {
        List<Double> steps = new ArrayList<>(values);
        steps.add(values.get(values.size() - 1));
        return steps;
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Draws how many contents occur how often, where some occur more than once. */
    private void occurrences(DuplicationCharacterization cut) {
        List<Long> counts = cut.profile().occurrences();
        if (counts.size() < 2) {
            return;
        }
        List<String> labels = IntStream.range(0, counts.size())
                .mapToObj(power -> power == 0 ? "once" : (1L << power) + " to " + ((2L << power) - 1) + " times")
                .toList();
        CategoryPlot.Values contents = new CategoryPlot.Values(
                "contents", counts.stream().map(Long::doubleValue).toList(), List.of());
        page.figure(PageFigure.of(
                String.format(
                        Locale.ROOT,
                        "Number of contents by the number of times they occur, %s, %s.",
                        cut.boundaries(),
                        Counts.of(cut.blocks(), "block")),
                List.of(CategoryPlot.bars("", "contents", labels, List.of(contents)))));
    }
}
