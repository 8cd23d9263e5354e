package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.CommandFailure;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.PackingOptions;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.dataseries.DataSeriesRecovery;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.internal.text.Counts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Recovers the intact extents of a damaged DataSeries file. */
@Command(
        name = "dsrecover",
        customSynopsis = "mimeo dsrecover IN OUT [OPTIONS]",
        description = {
            "Recovers the intact extents of a damaged DataSeries file.",
            "",
            "The file may also be truncated or unfinished. Only rows whose checksums are",
            "right are recovered. The header and the list of types must be intact. Extents keep",
            "their sizes, whatever --extent-size."
        },
        footer = {
            "",
            "Exit code 1 means that nothing can be recovered. In that case no output is",
            "written.",
            "",
            "Examples:",
            "  mimeo dsrecover damaged.ds saved.ds",
            "  mimeo dsrecover damaged.ds saved.ds --compress lz4 --json | jq .faults"
        })
final class DsrecoverCommand extends MimeoSubcommand {

    /** Faults that a person is told of. */
    private static final int SHOWN = 20;

    @Parameters(index = "0", paramLabel = "IN", description = "DataSeries file.")
    private String input = "";

    @Parameters(index = "1", paramLabel = "OUT", description = "File to write, or - for standard output.")
    private String output = "";

    @Mixin
    private PackingOptions packing = new PackingOptions();

    // The original goes on a few bytes at a time after damage, and gives up after a number of attempts; here nothing is
    // given up.
    @Option(
            names = "--fail-limit",
            paramLabel = "N",
            description = "Ignored, for compatibility with the original tool: the whole file is always examined.")
    void failLimit(int limit) {
        if (limit < 0) {
            throw usageError("--fail-limit: " + limit + " is negative");
        }
    }

    DsrecoverCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        refuseTwoResults(output);
        WriterOptions options = packing.writerOptions(threads());
        Path in = trace(input);
        try (Output file = outputs.openBinary(output, force)) {
            DataSeriesRecovery.Report report;
            try (Progress progress = byteProgress("recover")) {
                long size = Files.size(in);
                report = DataSeriesRecovery.recover(in, file.channel(), options, bytes -> progress.update(bytes, size));
            }
            if (report.extents() == 0 && report.faultCount() > 0) {
                throw new CommandFailure(input + ": nothing can be saved: "
                        + report.faults().get(0).reason());
            }
            file.commit();
            if (json) {
                print(Json.render(document(report)));
            }
            note(describe(report));
        }
        return 0;
    }

    private ObjectNode document(DataSeriesRecovery.Report report) {
        ObjectNode document = Json.object()
                .put("input", input)
                .put("output", output)
                .put("bytes", report.bytes())
                .put("extents", report.extents())
                .put("rows", report.rows())
                .put("skippedBytes", report.skippedBytes())
                .put("complete", report.complete())
                .put("faultCount", report.faultCount());
        ArrayNode faults = document.putArray("faults");
        for (DataSeriesRecovery.Report.Fault fault : report.faults()) {
            faults.addObject()
                    .put("offset", fault.offset())
                    .put("bytes", fault.bytes())
                    .put("reason", fault.reason());
        }
        return document;
    }

    private String describe(DataSeriesRecovery.Report report) {
        StringBuilder text = new StringBuilder();
        report.faults().stream()
                .limit(SHOWN)
                .forEach(fault ->
                        text.append(String.format("lost %s: %s%n", Counts.of(fault.bytes(), "byte"), fault.reason())));
        long more = report.faultCount() - SHOWN;
        if (more > 0) {
            text.append(String.format("and %s%n", Counts.of(more, "more range")));
        }
        String end = report.faultCount() == 0
                ? "nothing was damaged"
                : String.format(
                        Locale.ROOT,
                        "%,d of %s lost%s",
                        report.skippedBytes(),
                        Counts.of(report.bytes(), "byte"),
                        report.complete() ? "" : ", and what may have followed");
        return text.append(String.format(
                        "saved %s, %s; %s%n",
                        Counts.of(report.extents(), "extent"), Counts.of(report.rows(), "row"), end))
                .toString();
    }
}
