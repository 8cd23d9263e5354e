package dev.mimeo.cli.mimic;

import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.TextResults;
import dev.mimeo.fidelity.ComparisonExport;
import dev.mimeo.fidelity.ComparisonResult;
import dev.mimeo.fidelity.HtmlReport;
import dev.mimeo.fidelity.Tolerance;
import dev.mimeo.report.PageRecipe;
import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files that a comparison is written to, besides its table. For one run. */
final class ComparisonFiles implements AutoCloseable {

    /** Format of a file. */
    enum Format {
        HTML,
        MARKDOWN,
        CSV
    }

    private final Map<Format, Output> outputs = new EnumMap<>(Format.class);

    /**
     * Opens the files: those that cannot be written are known before the long work.
     *
     * @param files their names by format; {@code -} is standard output
     */
    static ComparisonFiles open(Map<Format, String> files, MimeoSubcommand command) throws IOException {
        ComparisonFiles opened = new ComparisonFiles();
        try {
            for (Map.Entry<Format, String> file : files.entrySet()) {
                opened.outputs.put(file.getKey(), command.outputs().open(file.getValue(), false, command.force()));
            }
            return opened;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** Writes and completes all files. */
    void write(String title, PageRecipe recipe, Tolerance goal, List<Fidelity> comparisons) throws IOException {
        Map<String, ComparisonResult> results = new LinkedHashMap<>();
        comparisons.forEach(comparison -> results.put(comparison.label(), comparison.result()));
        for (Map.Entry<Format, Output> output : outputs.entrySet()) {
            String text = switch (output.getKey()) {
                case HTML -> page(title, recipe, goal, results);
                case MARKDOWN -> ComparisonExport.markdown(results, goal);
                case CSV -> ComparisonExport.csv(results);
            };
            TextResults.write(output.getValue().channel(), text);
            output.getValue().commit();
        }
    }

    private static String page(String title, PageRecipe recipe, Tolerance goal, Map<String, ComparisonResult> results)
            throws IOException {
        HtmlReport report = HtmlReport.of(title).goal(goal).recipe(recipe);
        results.forEach(report::add);
        StringBuilder text = new StringBuilder();
        report.write(text);
        return text.toString();
    }

    @Override
    public void close() throws IOException {
        for (Output output : outputs.values()) {
            output.close();
        }
    }
}
