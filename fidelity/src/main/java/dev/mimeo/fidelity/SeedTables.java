package dev.mimeo.fidelity;

import dev.mimeo.fidelity.SeedDeviations.CodecDeviations;
import dev.mimeo.fidelity.SeedDeviations.QuantityDeviations;
import dev.mimeo.internal.text.AlignedText;
import dev.mimeo.report.PageTable;
import dev.mimeo.report.PageTable.Cell;
import dev.mimeo.report.PageTable.Column;
import dev.mimeo.report.plot.CategoryPlot;
import dev.mimeo.report.plot.PlotAxis;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Renders the deviations of several seeds: as text, Markdown, JSON, and a table and charts of a page. */
final class SeedTables {

    /** Columns of a text. */
    private static final int WIDTH = 100;

    private static final int COLUMN = 19;

    private SeedTables() {}

    /**
     * Returns lines of at most {@value #WIDTH} columns, apart from tables with extreme numbers; more chunk sizes than fit follow in further
     * tables.
     */
    static String text(SeedDeviations seeds) {
        StringBuilder text = new StringBuilder();
        line(
                text,
                "%s (%d): mean deviation in %% ± 95 %% interval by Student's t",
                seeds.describe(),
                seeds.seeds().size());
        if (seeds.codecs().isEmpty()) {
            return text.toString();
        }
        int width = 5;
        for (CodecDeviations codec : seeds.codecs()) {
            width = Math.max(width, codec.codec().length());
        }
        int count = seeds.codecs().get(0).quantities().size();
        int fitting = (WIDTH - width) / (COLUMN + 3);
        for (int from = 0; from < count; from += fitting) {
            int to = Math.min(count, from + fitting);
            AlignedText table = new AlignedText("%-" + width + "s" + (" | %" + COLUMN + "s").repeat(to - from));
            List<String> head = new ArrayList<>(List.of("codec"));
            for (QuantityDeviations quantity :
                    seeds.codecs().get(0).quantities().subList(from, to)) {
                head.add(quantity.quantity());
            }
            table.add(head.toArray());
            for (CodecDeviations codec : seeds.codecs()) {
                List<String> row = new ArrayList<>(List.of(codec.codec()));
                for (QuantityDeviations quantity : codec.quantities().subList(from, to)) {
                    row.add(plusMinus(quantity));
                }
                table.add(row.toArray());
            }
            text.append(table);
        }
        return text.toString();
    }

    private static String plusMinus(QuantityDeviations quantity) {
        String mean = ComparisonTable.percent(quantity.mean());
        return String.format(Locale.ROOT, "%s ± %5.1f", mean, 100 * quantity.halfWidth());
    }

    private static void line(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments).stripTrailing())
                .append('\n');
    }

    /** Returns a table of GitHub's Markdown, after an empty line. */
    static String markdown(SeedDeviations seeds) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "\nMean deviation of %d data sets (%s) ± 95 %% confidence interval by Student's t.\n\n| codec |",
                seeds.seeds().size(),
                seeds.describe()));
        List<CodecDeviations> codecs = seeds.codecs();
        List<QuantityDeviations> first =
                codecs.isEmpty() ? List.of() : codecs.get(0).quantities();
        first.forEach(quantity -> text.append(' ').append(quantity.quantity()).append(" |"));
        text.append("\n|---|").append("---:|".repeat(first.size())).append('\n');
        for (CodecDeviations codec : codecs) {
            text.append("| ").append(ComparisonExport.cell(codec.codec())).append(" |");
            for (QuantityDeviations quantity : codec.quantities()) {
                text.append(String.format(
                        Locale.ROOT,
                        " %s ± %.1f %% |",
                        ComparisonTable.percent(quantity.mean()),
                        100 * quantity.halfWidth()));
            }
            text.append('\n');
        }
        return text.toString();
    }

    /** Puts everything into an object. */
    static void json(ObjectNode node, SeedDeviations seeds) {
        ArrayNode numbers = node.putArray("seeds");
        seeds.seeds().forEach(seed -> numbers.add(Long.toUnsignedString(seed)));
        node.put("confidence", SeedDeviations.CONFIDENCE);
        ArrayNode codecs = node.putArray("codecs");
        for (CodecDeviations codec : seeds.codecs()) {
            ObjectNode entry = codecs.addObject();
            entry.put("codec", codec.codec());
            ArrayNode quantities = entry.putArray("quantities");
            for (QuantityDeviations quantity : codec.quantities()) {
                ObjectNode values = quantities.addObject();
                values.put("quantity", quantity.quantity());
                values.put("meanDeviation", quantity.mean());
                values.put("halfWidth", quantity.halfWidth());
                quantity.values().forEach(values.putArray("deviations")::add);
            }
        }
    }

    /** Returns the means and intervals. */
    static PageTable table(SeedDeviations seeds, Tolerance goal) {
        List<Column> columns = new ArrayList<>(List.of(Column.ofText("codec")));
        List<List<Cell>> rows = new ArrayList<>();
        for (CodecDeviations codec : seeds.codecs()) {
            List<Cell> row = new ArrayList<>(List.of(Cell.of(codec.codec())));
            for (QuantityDeviations quantity : codec.quantities()) {
                if (rows.isEmpty()) {
                    columns.add(Column.ofNumbers("mean deviation, %", quantity.quantity()));
                }
                row.add(ReportTables.deviation(quantity.deviation(), quantity.time() ? goal.time() : goal.ratio()));
            }
            rows.add(row);
        }
        return new PageTable(
                caption(seeds) + " Deviations of times contain the noise of the measurement.",
                columns,
                rows,
                ReportTables.legend(goal) + " ~ marks a mean whose interval contains 0.");
    }

    /** Returns the sentences that say what is shown. */
    static String caption(SeedDeviations seeds) {
        return ReportTables.format(
                "Mean deviations of %d data sets, generated from one characterization with %s, synthetic / original − 1; ± is the"
                        + " 95 %% confidence interval of the mean by Student's t distribution.",
                seeds.seeds().size(), seeds.describe());
    }

    /** Returns a chart for each quantity: the mean for each codec with its interval. */
    static List<CategoryPlot> charts(SeedDeviations seeds, Tolerance goal) {
        List<CategoryPlot> charts = new ArrayList<>();
        List<CodecDeviations> codecs = seeds.codecs();
        int count = codecs.isEmpty() ? 0 : codecs.get(0).quantities().size();
        for (int i = 0; i < count; i++) {
            int at = i;
            List<QuantityDeviations> quantities =
                    codecs.stream().map(codec -> codec.quantities().get(at)).toList();
            double limit = quantities.get(0).time() ? goal.time() : goal.ratio();
            CategoryPlot.Values values = new CategoryPlot.Values(
                    "mean of the seeds",
                    quantities.stream().map(quantity -> 100 * quantity.mean()).toList(),
                    quantities.stream()
                            .map(quantity -> 100 * quantity.halfWidth())
                            .toList());
            charts.add(new CategoryPlot(
                    quantities.get(0).quantity(),
                    PlotAxis.linear("mean deviation, %"),
                    codecs.stream().map(CodecDeviations::codec).toList(),
                    List.of(values),
                    1,
                    CategoryPlot.Marks.DOTS,
                    Double.isInfinite(limit) ? 0 : 100 * limit));
        }
        return charts;
    }
}
