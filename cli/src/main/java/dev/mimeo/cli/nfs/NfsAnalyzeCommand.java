package dev.mimeo.cli.nfs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.cli.command.ChecksumsOption;
import dev.mimeo.cli.command.CommandFailure;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.TimePoint;
import dev.mimeo.cli.command.ValueNames;
import dev.mimeo.nfs.analyze.AnalysisRequest;
import dev.mimeo.nfs.analyze.IndexedTraces;
import dev.mimeo.nfs.analyze.ResultWriter;
import dev.mimeo.nfs.analyze.TraceScan;
import dev.mimeo.nfs.analyze.TraceStamps;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Analyses traces of NFS and IP. */
@Command(
        name = "analyze",
        customSynopsis = "mimeo nfs analyze -a NAME[:OPTION,...]... FILE... [OPTIONS]",
        description = {
            "Analyzes traces of NFS messages and IP packets.",
            "",
            "Several analyses run in one scan. Traces of all published generations can be",
            "read. Files are read in the given order. Captures are converted to a temporary",
            "trace first, with names as they are. docs/reference/nfs-analysis.md has the",
            "options and columns of each analysis."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo nfs analyze --list",
            "  mimeo nfs analyze -a hostinfo:60 -a latency monday.ds",
            "  mimeo nfs analyze -a missing monday.pcap.gz",
            "  mimeo nfs analyze -a sequentiality:overlapping_reorder monday.ds --format csv",
            "  mimeo nfs analyze -a ipbw:60,1,0.001 packets.ds --format sql -o ipbw.sql",
            "  mimeo dsextentindex --new Trace::NFS::common record_id index.ds tables/*.ds",
            "  mimeo nfs analyze -a latency index.ds"
        })
final class NfsAnalyzeCommand extends TraceSubcommand {

    private static final double MIB = 1024.0 * 1024;

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description = "Traces, indexes of traces, captures, or - for one from standard input.")
    private List<String> files = new ArrayList<>();

    @Option(
            names = {"-a", "--analysis"},
            completionCandidates = AnalysisNames.class,
            paramLabel = "NAME",
            description = "Analysis, with its options after a colon; may be repeated.")
    private List<String> requests = new ArrayList<>();

    /** The names of the analyses. */
    static final class AnalysisNames extends ValueNames {
        AnalysisNames() {
            super(() -> List.copyOf(AnalysisRequest.descriptions().keySet()));
        }
    }

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "classic, the text of the original tools; text, aligned tables; csv; sql; or json, "
                    + "one object per line (default: text).")
    private ResultWriter.@Nullable Format format;

    @Option(names = "--list", description = "List the analyses.")
    private boolean list;

    @Option(
            names = "--from",
            paramLabel = "T",
            description = "Only messages and packets from this time on: seconds since 1970, a day in UTC, or as in "
                    + "2007-10-01T12:00:00Z.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "T", description = "Only messages and packets before this time.")
    private @Nullable String to;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write to a file (default: standard output).")
    private String output = "-";

    @Option(names = "--report-memory", description = "Print the memory of each analysis.")
    private boolean reportMemory;

    @Mixin
    private final ChecksumsOption checksums = new ChecksumsOption();

    NfsAnalyzeCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        if (list) {
            print(listed());
            return 0;
        }
        if (requests.isEmpty() || files.isEmpty()) {
            throw usageError(requests.isEmpty() ? "name an analysis with -a; --list shows all" : "name a file");
        }
        if (json && format != null) {
            throw usageError("--json and --format exclude each other");
        }
        ResultWriter.Format chosen =
                json ? ResultWriter.Format.JSON_DOCUMENT : format == null ? ResultWriter.Format.TEXT : format;
        long first = from == null ? Long.MIN_VALUE : checked(() -> TimePoint.nanos(String.valueOf(from)));
        long end = to == null ? Long.MAX_VALUE : checked(() -> TimePoint.nanos(String.valueOf(to)));
        if (first >= end) {
            throw usageError("the time range is empty: --to must be after --from");
        }
        TraceScan.Options options = new TraceScan.Options(first, end, checksums.which(), threads());
        List<Path> traces = IndexedTraces.expanded(traceFiles(files));
        refuseInput(output, traces);
        Set<String> commits = TraceStamps.commits(traces);
        if (commits.size() > 1) {
            warn("the files were converted by different builds, of the commits " + String.join(", ", commits));
        }
        try (Output out = outputs.openText(output, force)) {
            Writer writer = new BufferedWriter(Channels.newWriter(out.channel(), UTF_8));
            analyze(traces, options, new ResultWriter(chosen, writer));
            writer.flush();
            out.commit();
        }
        return 0;
    }

    private String listed() {
        if (json) {
            ObjectNode document = Json.object();
            ArrayNode analyses = document.putArray("analyses");
            AnalysisRequest.descriptions()
                    .forEach((name, description) ->
                            analyses.addObject().put("name", name).put("description", description));
            return Json.render(document);
        }
        StringBuilder text = new StringBuilder();
        AnalysisRequest.descriptions()
                .forEach((name, description) ->
                        text.append(String.format(Locale.ROOT, "%-14s %s%n", name, description)));
        return text.toString();
    }

    private void analyze(List<Path> traces, TraceScan.Options options, ResultWriter writer) throws IOException {
        List<AnalysisRequest> wanted = new ArrayList<>();
        for (String request : requests) {
            wanted.add(checked(() -> AnalysisRequest.parse(request)));
        }
        TraceScan scan = TraceScan.of(traces, wanted, writer, options);
        try {
            analyze(scan, writer);
        } catch (OutOfMemoryError e) {
            throw new CommandFailure(outOfMemory(scan.memory()));
        }
    }

    /** Says which analysis the heap is too small for. */
    static String outOfMemory(List<TraceScan.Memory> analyses) {
        TraceScan.Memory largest = Collections.max(analyses, Comparator.comparingLong(TraceScan.Memory::bytes));
        AnalysisRequest bounded = largest.bounded();
        return largest.request().name() + ": out of memory: give Java a larger heap with JAVA_OPTS=-Xmx2g"
                + (bounded == null ? "" : ", or ask for " + bounded.text() + ", whose memory is bounded");
    }

    private void analyze(TraceScan scan, ResultWriter writer) throws IOException {
        long[] done = new long[1];
        try (Progress progress = byteProgress("analyze")) {
            scan.run(bytes -> {
                done[0] += bytes;
                progress.update(done[0], 0);
            });
        }
        if (done[0] == 0) {
            warn("the files have no rows of the tables that these analyses read");
        }
        if (reportMemory) {
            report(scan);
        }
        scan.finish();
        writer.end();
        scan.notes().forEach(this::warn);
    }

    private void report(TraceScan scan) {
        StringBuilder text = new StringBuilder();
        for (TraceScan.Memory memory : scan.memory()) {
            text.append(String.format(
                    Locale.ROOT, "%-14s %,.1f MiB%n", memory.request().name(), memory.bytes() / MIB));
        }
        text.append(String.format(Locale.ROOT, "%-14s %,.1f MiB%n", "join", scan.joinBytes() / MIB));
        note(text.toString());
    }
}
