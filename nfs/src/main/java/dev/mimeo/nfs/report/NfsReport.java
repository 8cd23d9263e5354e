package dev.mimeo.nfs.report;

import dev.mimeo.nfs.analyze.ResultTable;
import dev.mimeo.nfs.analyze.ResultWriter;
import dev.mimeo.nfs.analyze.TraceScan;
import dev.mimeo.report.HtmlPage;
import dev.mimeo.report.PageFigure;
import dev.mimeo.report.PageRecipe;
import dev.mimeo.report.PageTable;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tables and figures of E. Anderson, "Capture, conversion, and analysis of an intense NFS workload", FAST 2009, of one or
 * several data sets side by side: an HTML page that needs nothing else, and a CSV file of each table and figure. Each data set
 * is read once; the memory is that of its analyses, of which the sizes of files grow with the files. Not thread-safe.
 */
public final class NfsReport {

    /** The name of the page in the folder. */
    public static final String PAGE = "report.html";

    private static final String CSV = ".csv";

    private final List<SetResults> sets;

    /**
     * A data set of a report.
     *
     * @param name name in the report, not empty
     * @param files its traces, at least one, in the order of their records
     */
    public record Traces(String name, List<Path> files) {

        /**
         * Checks the values.
         *
         * @throws IllegalArgumentException if there is no name or no file
         */
        public Traces {
            if (name.isEmpty() || files.isEmpty()) {
                throw new IllegalArgumentException("a data set has a name and at least one file");
            }
            files = List.copyOf(files);
        }
    }

    private NfsReport(List<SetResults> sets) {
        this.sets = sets;
    }

    /**
     * Reads data sets.
     *
     * @param options options of the scan of their files
     * @param progress given the number of uncompressed bytes of each extent
     * @throws IllegalArgumentException if there is no data set, or two have the same name
     * @throws IOException if a file cannot be read or is damaged
     */
    public static NfsReport of(List<Traces> sets, TraceScan.Options options, LongConsumer progress) throws IOException {
        if (sets.isEmpty() || sets.stream().map(Traces::name).distinct().count() < sets.size()) {
            throw new IllegalArgumentException("a report takes at least one data set, each with a name of its own");
        }
        List<SetResults> results = new ArrayList<>();
        for (Traces set : sets) {
            results.add(SetResults.of(set, options, progress));
        }
        return new NfsReport(results);
    }

    /** Returns whether a report may have made a file of this name. */
    public static boolean isOwn(String name) {
        OverviewTables tables = new OverviewTables(List.of());
        Stream<ResultTable> made = Stream.concat(
                Stream.concat(
                                Stream.of(tables.facts(), tables.operations(), tables.busySeconds()),
                                new TrafficTables(List.of()).all().stream())
                        .map(ReportTable::table),
                Stream.concat(
                        Stream.of(new LoadFigures(List.of()).table()),
                        new Figures(List.of()).all().stream().map(Figure::table)));
        return name.equals(PAGE) || made.anyMatch(table -> name.equals(table.name() + CSV));
    }

    /**
     * Writes the page and the other files.
     *
     * @param folder there already
     * @param recipe the way to make the report again
     * @return the names of the files
     */
    public List<String> write(Path folder, PageRecipe recipe) throws IOException {
        String names = sets.stream().map(SetResults::name).collect(Collectors.joining(", "));
        HtmlPage page = HtmlPage.of("NFS: " + names);
        List<String> files = new ArrayList<>(List.of(PAGE));
        OverviewTables tables = new OverviewTables(sets);
        List<String> summary = tables.summary();
        page.summary(HtmlPage.Status.NEUTRAL, summary.get(0), summary.subList(1, summary.size()));
        page.paragraph(
                "The tables and figures of E. Anderson, Capture, conversion, and analysis of an intense NFS workload, FAST"
                        + " 2009, of these data sets. An operation is a call with its reply. Clients are hosts that only send calls,"
                        + " servers those that only send replies, caches do both. Quantiles are approximate: ranks differ by at most"
                        + " 0.5 % of the values. Beside this page is a CSV file of each table and figure, with all values.");
        page.section("Tables");
        add(tables.facts(), page, folder, files);
        add(tables.operations(), page, folder, files);
        if (!tables.rareOperations().isEmpty()) {
            page.paragraph("Less than 0.1 % of the operations of every data set: " + tables.rareOperations() + ".");
        }
        add(tables.busySeconds(), page, folder, files);
        for (ReportTable table : new TrafficTables(sets).all()) {
            if (!table.rows().isEmpty()) {
                add(table, page, folder, files);
            }
        }
        LoadFigures load = new LoadFigures(sets);
        List<PageFigure> series = load.all();
        if (!series.isEmpty()) {
            page.section("Load over time");
            series.forEach(page::figure);
            csv(load.table(), load.rows(), folder, files);
        }
        page.section("Distributions");
        List<String> absent = new ArrayList<>();
        for (Figure figure : new Figures(sets).all()) {
            if (figure.isEmpty()) {
                absent.add(figure.title());
            } else {
                page.figure(figure.shown());
                csv(figure.table(), figure.rows(), folder, files);
            }
        }
        if (!absent.isEmpty()) {
            page.paragraph("The traces do not have the values for these, or are too short: " + String.join("; ", absent)
                    + ".");
        }
        page.recipe(recipe);
        page.write(folder.resolve(PAGE));
        return files;
    }

    private static void add(ReportTable table, HtmlPage page, Path folder, List<String> files) throws IOException {
        if (table.head().size() > 1 && !table.shown().isEmpty()) {
            page.table(PageTable.of(table.title() + ".", table.head(), table.shown()));
        } else {
            page.paragraph(table.title() + ": the traces have no messages, or too few.");
        }
        csv(table.table(), table.rows(), folder, files);
    }

    private static void csv(ResultTable table, List<ResultRow> rows, Path folder, List<String> files)
            throws IOException {
        String name = table.name() + CSV;
        try (Writer out = Files.newBufferedWriter(folder.resolve(name), StandardCharsets.UTF_8)) {
            ResultWriter writer = new ResultWriter(ResultWriter.Format.CSV, out);
            for (ResultRow row : rows) {
                writer.row(table, row.values());
            }
            writer.end();
        }
        files.add(name);
    }
}
