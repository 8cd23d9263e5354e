package dev.mimeo.fidelity;

import dev.mimeo.fidelity.ComparisonResult.FileComparisons;
import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.report.HtmlPage;
import dev.mimeo.report.PageFigure;
import dev.mimeo.report.PageRecipe;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes comparisons as one HTML file that needs nothing else ({@link HtmlPage}), with the verdict first.
 *
 * <p>One report takes one original and one or several synthetic data sets. Not thread-safe.
 *
 * <pre>{@code
 * HtmlReport.of("logs").goal(Tolerance.parse("ratio=5%,time=15%")).add("mimic", result).write(Path.of("report.html"));
 * }</pre>
 */
public final class HtmlReport {

    /** Violations that the summary lists. */
    private static final int LISTED = 3;

    private final String title;
    private final Map<String, ComparisonResult> results = new LinkedHashMap<>();
    private Tolerance goal = Tolerance.GOAL;
    private PageRecipe recipe = PageRecipe.NONE;
    private @Nullable SeedDeviations seeds;

    private HtmlReport(String title) {
        this.title = title;
    }

    /** Begins a report. */
    public static HtmlReport of(String title) {
        return new HtmlReport(title);
    }

    /** Sets the goal of the verdict, by which deviations are coloured too; {@link Tolerance#GOAL} if it is not called. */
    public HtmlReport goal(Tolerance limits) {
        this.goal = limits;
        return this;
    }

    /** States how the data was made and compared. */
    public HtmlReport recipe(PageRecipe commands) {
        this.recipe = commands;
        return this;
    }

    /** Adds a section of the means and intervals of the deviations of several seeds. */
    public HtmlReport seeds(SeedDeviations deviations) {
        this.seeds = deviations;
        return this;
    }

    /**
     * Adds a comparison.
     *
     * @param label name of the synthetic side, for example the generator
     * @throws IllegalArgumentException if the label was used before, or the codecs differ from those of the comparisons added
     *     before
     */
    public HtmlReport add(String label, ComparisonResult result) {
        if (!results.isEmpty() && !names(first()).equals(names(result))) {
            throw new IllegalArgumentException("codecs differ: " + names(first()) + " and " + names(result));
        }
        if (results.putIfAbsent(label, result) != null) {
            throw new IllegalArgumentException("two comparisons are called " + label);
        }
        return this;
    }

    private ComparisonResult first() {
        return results.values().iterator().next();
    }

    private static List<String> names(ComparisonResult result) {
        return result.codecs().stream().map(CodecComparison::codec).toList();
    }

    /**
     * Writes the report to a file, replacing it.
     *
     * @throws IllegalStateException if no comparison was added
     */
    public void write(Path file) throws IOException {
        try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            write(writer);
        }
    }

    /**
     * Appends the report.
     *
     * @param out text that will be stored as UTF-8
     * @throws IllegalStateException if no comparison was added
     */
    public void write(Appendable out) throws IOException {
        if (results.isEmpty()) {
            throw new IllegalStateException("a report needs a comparison");
        }
        HtmlPage page = HtmlPage.of(title);
        summary(page);
        page.facts(facts());
        ReportTables tables = new ReportTables(results, goal);
        // One comparison needs no name to be told from others.
        ComparisonCharts charts = new ComparisonCharts(results.size() > 1 ? results : Map.of("synthetic", first()));
        page.section("The whole data set").table(tables.whole()).figure(deviations(charts));
        seeds(page);
        page.section("Chunk by chunk").table(tables.chunks());
        if (!first().options().granularity().isEmpty()) {
            page.table(tables.granularity());
        }
        chunkFigures(page, charts);
        files(page);
        page.section("Content").table(tables.content());
        contentFigures(page, charts);
        page.recipe(recipe).section("Method").paragraph(method());
        page.write(out);
    }

    private void summary(HtmlPage page) {
        results.forEach((label, result) -> {
            Verdict verdict = Verdict.of(result, goal);
            List<String> lines = new ArrayList<>();
            if (verdict.ratio().count() > 0) {
                lines.add("Ratios deviate by " + verdict.ratio().describe() + ".");
                lines.add("Times deviate by " + verdict.time().describe() + ".");
            }
            List<String> violations = verdict.violations();
            violations.stream().limit(LISTED).forEach(violation -> lines.add("Outside: " + violation + "."));
            if (violations.size() > LISTED) {
                lines.add(ReportTables.format("Outside: %,d more, see the tables.", violations.size() - LISTED));
            }
            verdict.uncertainties().forEach(reason -> lines.add("Uncertain: " + reason + "."));
            page.summary(
                    verdict.passed() ? HtmlPage.Status.PASS : HtmlPage.Status.FAIL,
                    (results.size() > 1 ? label + " – " : "") + verdict.summary(),
                    lines.stream().map(ReportTables::typographic).toList());
        });
    }

    private Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Original", side(first().original()));
        results.forEach((label, result) ->
                facts.put(results.size() > 1 ? "Synthetic, " + label : "Synthetic", side(result.synthetic())));
        facts.put(
                "Compared",
                ReportTables.format(
                        "%s, %s of %s",
                        ByteSizes.format(first().comparedBytes()),
                        Counts.of(first().chunks(), "chunk"),
                        ByteSizes.format(first().options().chunkSize())));
        ComparisonResult.Machine machine = first().machine();
        facts.put(
                "Measured on",
                ReportTables.format(
                        "%s (%d CPUs, one used), %s, %s",
                        machine.processor(), machine.processors(), machine.system(), machine.java()));
        return facts;
    }

    private static String side(ComparisonResult.Side side) {
        String files = side.files() == 1 ? "" : ReportTables.format(" in %,d files", side.files());
        return ReportTables.format(
                "%s, %s (%,d bytes)%s", side.label(), ByteSizes.format(side.bytes()), side.bytes(), files);
    }

    private void seeds(HtmlPage page) {
        SeedDeviations deviations = seeds;
        if (deviations != null && !deviations.codecs().isEmpty()) {
            page.section("Several seeds")
                    .table(SeedTables.table(deviations, goal))
                    .figure(PageFigure.of(
                            SeedTables.caption(deviations) + " The goal is shaded.",
                            SeedTables.charts(deviations, goal)));
        }
    }

    private void files(HtmlPage page) {
        if (results.values().stream().allMatch(result -> result.files() == null)) {
            return;
        }
        page.section("File by file");
        results.forEach((label, result) -> {
            FileComparisons files = result.files();
            if (files != null) {
                String name = results.size() > 1 ? label + ": " : "";
                page.paragraph(name + String.join("; ", FileComparisonTables.sentences(files)) + ".");
                page.table(FileComparisonTables.codecs(files)).table(FileComparisonTables.worst(files, goal));
            }
        });
    }

    private PageFigure deviations(ComparisonCharts charts) {
        return PageFigure.of(
                "Deviations of the whole data set, synthetic / original − 1. Lines to both sides of a mark are 90 % confidence"
                        + " intervals of repeated measurements; the goal is shaded.",
                charts.deviations(goal));
    }

    private void chunkFigures(HtmlPage page, ComparisonCharts charts) {
        List<String> codecs = names(first());
        page.figure(PageFigure.of(
                "Compression ratios of single chunks, each with a fresh codec: cumulative distributions over "
                        + counts() + ".",
                codecs.stream().map(codec -> charts.ratios(codec, codec)).toList()));
        page.figure(PageFigure.of(
                "Compression times of single chunks, CPU time of one thread: cumulative distributions over " + counts()
                        + ".",
                codecs.stream().map(codec -> charts.times(codec, codec)).toList()));
        String along = codecs.contains("zlib:6") ? "zlib:6" : codecs.get(0);
        page.figure(PageFigure.wide(
                "Compression ratio of each chunk under " + along
                        + " in the order of the data. Synthetic data should change where the original does.",
                charts.along(along)));
    }

    /** Returns the number of chunks, and that of slow codecs if it differs. */
    private String counts() {
        IntSummaryStatistics counts = first().codecs().stream()
                .mapToInt(codec -> codec.chunkRatio().original().size())
                .summaryStatistics();
        return Counts.of(counts.getMax(), "chunk")
                + (counts.getMin() < counts.getMax()
                        ? ReportTables.format(" (%,d for slow codecs)", counts.getMin())
                        : "");
    }

    private void contentFigures(HtmlPage page, ComparisonCharts charts) {
        int chunks = first().content().entropyOriginal().size();
        page.figure(PageFigure.wide(
                "Fraction of all bytes by value, in " + Counts.of(chunks, "evenly spaced chunk") + ".",
                charts.bytes()));
        page.figure(PageFigure.of(
                "Entropy of single bytes: cumulative distribution over " + Counts.of(chunks, "chunk") + ".",
                List.of(charts.entropy(""))));
        page.figure(PageFigure.of(
                "Lengths of the repetitions that Deflate finds in " + Counts.of(chunks, "chunk") + ".",
                List.of(charts.repetitions(""))));
        if (!first().content().duplication().isEmpty()) {
            page.figure(PageFigure.of(
                    "Duplicates: all bytes over distinct bytes, by chunking and its (average) chunk size in bytes; 1 without"
                            + " duplicates.",
                    List.of(charts.duplicates(""))));
        }
    }

    private String method() {
        ComparisonOptions options = first().options();
        return String.format(
                Locale.ROOT,
                "A deviation is synthetic / original − 1. One thread measures both sides alternately, and the side that goes"
                        + " first alternates. Each time is the median of up to %d measurements after a warm-up, within %s s of CPU"
                        + " time for each codec, the whole and the chunks apart; a measurement of half a second or longer need not be"
                        + " repeated. A round trip checks every block. Chunks are evenly spaced: up to %,d, and %,d for slow"
                        + " codecs.",
                options.repetitions(),
                options.budget().toMillis() / 1000.0,
                options.fastChunks(),
                options.slowChunksInBudget());
    }
}
