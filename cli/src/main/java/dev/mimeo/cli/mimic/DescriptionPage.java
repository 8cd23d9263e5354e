package dev.mimeo.cli.mimic;

import dev.mimeo.characterization.DuplicationCharacterization;
import dev.mimeo.fidelity.summary.ChunkCurves;
import dev.mimeo.report.ChartPage;
import dev.mimeo.report.ChartPage.Chart;
import dev.mimeo.report.ChartPage.Kind;
import dev.mimeo.report.ChartPage.Series;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** A characterization described as a page with charts. */
final class DescriptionPage {

    private static final String SHARE_OF_CHUNKS = "share of chunks at most so large, %";

    private DescriptionPage() {}

    /** Returns the page, one HTML file. */
    static String render(String title, Description description, ChunkCurves curves) throws IOException {
        ChartPage page = new ChartPage(title);
        cumulative(page, "zlib ratio of chunks", "ratio", curves.ratios());
        along(page, curves.ratiosInOrder());
        cumulative(page, "Entropy of chunks", "bits a byte", curves.entropies());
        curve(page, "Byte values", "byte value", "share of all bytes, %", 0, curves.bytes());
        curve(page, "Repetitions", "length, bytes", "share of all bytes, %", 3, curves.repeated());
        description.summary().dataset().duplication().forEach(cut -> occurrences(page, cut));
        for (Description.Section section : description.sections()) {
            page.table(
                    section.title(),
                    List.of(),
                    section.lines().stream()
                            .map(line -> List.of(line.label(), line.text()))
                            .toList());
        }
        StringBuilder text = new StringBuilder();
        page.write(text);
        return text.toString();
    }

    private static void cumulative(ChartPage page, String title, String unit, List<Double> quantiles) {
        List<Double> percent =
                IntStream.range(0, quantiles.size()).mapToObj(i -> (double) i).toList();
        add(page, title, unit, SHARE_OF_CHUNKS, quantiles, percent);
    }

    private static void along(ChartPage page, List<Double> ratios) {
        List<Double> places = IntStream.range(0, ratios.size())
                .mapToObj(i -> 100.0 * i / ratios.size())
                .toList();
        add(page, "zlib ratio along the data", "% of the chunks scanned", "ratio", places, ratios);
    }

    private static void curve(
            ChartPage page, String title, String xTitle, String yTitle, int first, List<Double> shares) {
        List<Double> x = IntStream.range(0, shares.size())
                .mapToObj(i -> (double) (first + i))
                .toList();
        add(
                page,
                title,
                xTitle,
                yTitle,
                x,
                shares.stream().map(share -> 100 * share).toList());
    }

    private static void add(
            ChartPage page, String title, String xTitle, String yTitle, List<Double> x, List<Double> y) {
        if (!x.isEmpty()) {
            page.chart(
                    new Chart(title, Kind.CURVES, xTitle, yTitle, false, List.of(), List.of(new Series(title, x, y))));
        }
    }

    /** Draws how many contents occur how often, where some occur more than once. */
    private static void occurrences(ChartPage page, DuplicationCharacterization cut) {
        List<Long> counts = cut.profile().occurrences();
        if (counts.size() < 2) {
            return;
        }
        List<String> labels = IntStream.range(0, counts.size())
                .mapToObj(power -> power == 0 ? "once" : (1L << power) + " to " + ((2L << power) - 1) + " times")
                .toList();
        List<Double> contents = counts.stream().map(Long::doubleValue).toList();
        page.chart(new Chart(
                "How often contents occur, " + cut.boundaries(),
                Kind.BARS,
                "",
                "contents",
                false,
                labels,
                List.of(new Series("contents", List.of(), contents))));
    }
}
