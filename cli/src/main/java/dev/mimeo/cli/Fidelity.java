package dev.mimeo.cli;

import dev.mimeo.analysis.fidelity.Comparison;
import dev.mimeo.analysis.fidelity.ComparisonJson;
import dev.mimeo.analysis.fidelity.ComparisonOptions;
import dev.mimeo.analysis.fidelity.ComparisonResult;
import dev.mimeo.analysis.fidelity.ComparisonTable;
import dev.mimeo.analysis.fidelity.DataSample;
import dev.mimeo.analysis.fidelity.HtmlReport;
import dev.mimeo.analysis.fidelity.Tolerance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * A comparison that was run: synthetic data against its original.
 *
 * @param label what a report calls the synthetic side
 * @param result what the library says of it
 */
record Fidelity(String label, ComparisonResult result) {

    private static final int STEPS = 1000;

    /** Compares two files, trees or devices. */
    static Fidelity run(String label, Path original, Path synthetic, ComparisonOptions options, MimeoSubcommand command)
            throws IOException {
        try (Progress progress = command.stepProgress("compare");
                DataSample originalSample = DataSample.open(original);
                DataSample syntheticSample = DataSample.open(synthetic)) {
            ComparisonResult result = Comparison.compare(
                    originalSample,
                    syntheticSample,
                    options,
                    (step, done) -> progress.update(Math.round(done * STEPS), STEPS));
            return new Fidelity(label, result);
        }
    }

    /** Returns the table. */
    String table() {
        return ComparisonTable.render(result);
    }

    /** Returns the JSON document. */
    ObjectNode json() {
        return Json.parse(ComparisonJson.render(result));
    }

    /** Returns what is out of tolerance, a line each; empty where all is well. */
    List<String> violations(Tolerance tolerance) {
        return tolerance.violations(result);
    }

    /** Writes a report of some comparisons with one original. */
    static void report(Output output, String title, String recipe, Tolerance tolerance, List<Fidelity> comparisons)
            throws IOException {
        HtmlReport report = HtmlReport.of(title).tolerance(tolerance).recipe(recipe);
        comparisons.forEach(comparison -> report.add(comparison.label, comparison.result));
        StringBuilder text = new StringBuilder();
        report.write(text);
        Texts.write(output.channel(), text.toString());
        output.commit();
    }
}
