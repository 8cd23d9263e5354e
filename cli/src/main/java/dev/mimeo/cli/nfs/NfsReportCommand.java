package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.ChecksumsOption;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.OutputFolder;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Recipes;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import dev.mimeo.nfs.analyze.TraceScan;
import dev.mimeo.nfs.report.NfsReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the tables and figures of a paper about traces. */
@Command(
        name = "report",
        customSynopsis = "mimeo nfs report SET... -o DIR [OPTIONS]",
        description = {
            "Writes a page with tables and figures about traces.",
            "",
            "They show operations, rates, bandwidth, file sizes, sequential runs and",
            "losses.",
            "",
            "Each argument is a data set of traces or captures; all are shown side by side.",
            "The command writes a self-contained report.html to DIR, and a CSV file of each",
            "table and figure. Each trace is read once. Captures are converted to temporary",
            "traces first, with names as they are."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo nfs report monday.ds -o monday",
            "  mimeo nfs report monday.pcap.gz -o monday",
            "  mimeo nfs report before=mon.ds,tue.ds after=wed.ds -o change",
        })
final class NfsReportCommand extends TraceSubcommand {

    @Parameters(
            arity = "1..*",
            paramLabel = "SET",
            hideParamSyntax = true,
            description = "Data set: traces or captures, separated by commas, or NAME=FILE,FILE (default "
                    + "name: that of the first file).")
    private List<String> sets = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            required = true,
            description = "Folder to write.")
    private String output = "";

    @Mixin
    private final ChecksumsOption checksums = new ChecksumsOption();

    NfsReportCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        List<NfsReport.Traces> all = new ArrayList<>();
        for (String set : sets) {
            all.add(set(set));
        }
        TraceScan.Options options = new TraceScan.Options(Long.MIN_VALUE, Long.MAX_VALUE, checksums.which(), threads());
        List<String> files;
        try (OutputFolder folder = outputs.openFolder(output, force, NfsReport::isOwn)) {
            NfsReport report = read(all, options);
            files = report.write(folder.folder(), Recipes.of(List.of(commandLine()), Map.of()));
            folder.commit();
        }
        if (json) {
            ObjectNode document = Json.object().put("output", output);
            ArrayNode names = document.putArray("files");
            files.forEach(names::add);
            print(Json.render(document));
        } else {
            note(Failures.oneLine(output) + ": " + Counts.of(files.size(), "file") + "; open " + NfsReport.PAGE + "\n");
        }
        return 0;
    }

    private NfsReport read(List<NfsReport.Traces> all, TraceScan.Options options) throws IOException {
        long[] done = new long[1];
        try (Progress progress = byteProgress("report")) {
            return NfsReport.of(all, options, bytes -> {
                done[0] += bytes;
                progress.update(done[0], 0);
            });
        } catch (IllegalArgumentException e) {
            throw usageError(String.valueOf(e.getMessage()));
        }
    }

    /** Takes an argument apart; a file that exists may have any name. */
    private NfsReport.Traces set(String argument) throws IOException {
        if (argument.equals("-") || Outputs.exists(argument)) {
            return new NfsReport.Traces(name(argument), traceFiles(List.of(argument)));
        }
        int equals = argument.indexOf('=');
        List<String> names = List.of(argument.substring(equals + 1).split(",", -1));
        if (names.contains("")) {
            throw usageError("'" + argument + "' has an empty name of a file");
        }
        List<Path> files = traceFiles(names);
        return checked(
                () -> new NfsReport.Traces(equals < 0 ? name(names.get(0)) : argument.substring(0, equals), files));
    }

    private static String name(String file) {
        Path last = Path.of(file).getFileName();
        String name = last == null ? file : last.toString();
        String shorter = name.replaceFirst("(\\.ds|" + NamedCapture.SUFFIXES + ")$", "");
        return shorter.isEmpty() ? name : shorter;
    }
}
