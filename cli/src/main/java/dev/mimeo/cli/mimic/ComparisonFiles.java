package dev.mimeo.cli.mimic;

import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.TextResults;
import dev.mimeo.fidelity.ComparisonExport;
import dev.mimeo.fidelity.ComparisonResult;
import dev.mimeo.fidelity.HtmlReport;
import dev.mimeo.fidelity.SeedDeviations;
import dev.mimeo.fidelity.Tolerance;
import dev.mimeo.report.PageRecipe;
import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
                opened.outputs.put(file.getKey(), command.outputs().openText(file.getValue(), command.force()));
            }
            return opened;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /**
     * Writes and completes all files.
     *
     * @param seeds deviations of several seeds; null if there was one
     */
    void write(
            String title, PageRecipe recipe, Tolerance goal, List<Fidelity> comparisons, @Nullable SeedDeviations seeds)
            throws IOException {
        Map<String, ComparisonResult> results = new LinkedHashMap<>();
        comparisons.forEach(comparison -> results.put(comparison.label(), comparison.result()));
        for (Map.Entry<Format, Output> output : outputs.entrySet()) {
            String text = switch (output.getKey()) {
                case HTML -> page(title, recipe, goal, results, seeds);
                case MARKDOWN ->
                    ComparisonExport.markdown(results, goal) + (seeds == null ? "" : ComparisonExport.markdown(seeds));
                case CSV -> ComparisonExport.csv(results, seeds);
            };
            TextResults.writeIfRead(output.getValue().channel(), text);
            output.getValue().commit();
        }
    }

    private static String page(
            String title,
            PageRecipe recipe,
            Tolerance goal,
            Map<String, ComparisonResult> results,
            @Nullable SeedDeviations seeds)
            throws IOException {
        HtmlReport report =
                HtmlReport.of("Synthetic data against " + title).goal(goal).recipe(recipe);
        results.forEach(report::add);
        if (seeds != null) {
            report.seeds(seeds);
        }
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
