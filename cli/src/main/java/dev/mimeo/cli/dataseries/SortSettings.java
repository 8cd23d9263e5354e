package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.dataseries.transform.SortOrder;
import dev.mimeo.dataseries.transform.Sorting;
import dev.mimeo.internal.text.Counts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** The common settings of dssort and dsmerge. */
final class SortSettings {

    @Parameters(
            paramLabel = "IN... OUT",
            arity = "2..*",
            hideParamSyntax = true,
            description = "DataSeries files to read; the last one is the output, or - for standard output.")
    private List<String> files = new ArrayList<>();

    @Option(names = "--by", paramLabel = "KEYS", required = true, description = "Fields to order by: f[,g desc].")
    private String keys = "";

    @Option(
            names = "--type",
            paramLabel = "PATTERN",
            description = "Type of the rows (default: the only type whose name does not start with Info:).")
    private String type = "*";

    /** Work on files. */
    @FunctionalInterface
    interface Work {
        Sorting.Report run() throws IOException;
    }

    List<String> inputs() {
        return files.subList(0, files.size() - 1);
    }

    String output() {
        return files.get(files.size() - 1);
    }

    /** Returns the order; {@link IllegalArgumentException} if the keys are no list of fields. */
    SortOrder order() {
        return SortOrder.parse(keys);
    }

    String type() {
        return type;
    }

    /** Runs; that a type lacks a field of the keys is an error of usage. */
    static Sorting.Report checked(MimeoSubcommand command, Work work) throws IOException {
        try {
            return work.run();
        } catch (IllegalArgumentException e) {
            throw command.usageError(String.valueOf(e.getMessage()));
        }
    }

    /** Returns what was done, as JSON. */
    ObjectNode document(Sorting.Report report) {
        return Json.object()
                .put("output", output())
                .put("rows", report.rows())
                .put("extents", report.extents())
                .put("outputBytes", report.outputBytes());
    }

    static String describe(Sorting.Report report) {
        return String.format(
                Locale.ROOT,
                "wrote %s in %s, %s%s%n",
                Counts.of(report.rows(), "row"),
                Counts.of(report.extents(), "extent"),
                Counts.of(report.outputBytes(), "byte"),
                report.runs() == 0
                        ? ""
                        : "; " + Counts.of(report.runs(), "temporary file") + " of "
                                + Counts.of(report.spilledBytes(), "byte"));
    }
}
