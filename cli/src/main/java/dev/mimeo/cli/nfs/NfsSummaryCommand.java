package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.FileStart;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Recipes;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.TextResults;
import dev.mimeo.dataseries.Checksums;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.nfs.analyze.TraceScan;
import dev.mimeo.nfs.analyze.TraceSummary;
import dev.mimeo.nfs.convert.CaptureSummary;
import dev.mimeo.nfs.summary.LatencyBounds;
import dev.mimeo.nfs.summary.TrafficSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Summarizes captures of NFS traffic. */
@Command(
        name = "summary",
        customSynopsis = "mimeo nfs summary CAPTURE|TRACE... [OPTIONS]",
        description = {
            "Summarizes captured NFS traffic.",
            "",
            "Prints operations with calls, errors, latencies and bytes; errors by status;",
            "the busiest clients, servers, users and files; retransmissions, calls without a",
            "reply, and what the capture lost. Reads pcap, pcapng, snoop and ERF, compressed",
            "or not, or traces of 'mimeo nfs convert', once, and writes no file.",
            "",
            "Latency is the time from a call to its reply. A call that is sent again counts",
            "from the first time. A compound of NFSv4 counts as the operation that stands for",
            "it. Files are named by their paths where the capture shows them, otherwise by",
            "their handles (FH:)."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo nfs summary monday.pcap.gz",
            "  tcpdump -i eth0 -w - port 2049 | mimeo nfs summary -",
            "  mimeo nfs summary trace.*.pcap --top 30 --html summary.html",
            "  mimeo nfs summary monday.pcap --json | jq '.operations[] | {name, calls}'"
        })
final class NfsSummaryCommand extends MimeoSubcommand {

    private static final int MOST_TOP = 1000;

    @Parameters(
            paramLabel = "INPUT...",
            arity = "1..*",
            hideParamSyntax = true,
            description = "Captures or traces, in chronological order; - is a capture from standard input.")
    private List<String> inputs = new ArrayList<>();

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "Number of clients, servers, users and files to list (default: 10).")
    private int top = 10;

    @Option(
            names = "--latency",
            paramLabel = "BYTES",
            description =
                    "Measure latency between the first bytes of call and reply (default), or between the last, as "
                            + "tshark does.")
    private LatencyBounds latency = LatencyBounds.FIRST;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write all as one CSV table; - is standard output.")
    private @Nullable String csv;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a page; - is standard output.")
    private @Nullable String html;

    @Option(names = "--strict", description = "Exit with 1 if the captures are damaged or known to be incomplete.")
    private boolean strict;

    @Mixin
    private ParserSettings parser = new ParserSettings();

    NfsSummaryCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        if (top < 1 || top > MOST_TOP) {
            throw usageError("--top is 1 to " + MOST_TOP + ", got " + top);
        }
        boolean printed = !"-".equals(csv) && !"-".equals(html);
        if ((json && !printed) || ("-".equals(csv) && "-".equals(html))) {
            throw usageError("standard output takes one of --json, --csv - and --html -");
        }
        TrafficReport report = read();
        if (csv != null) {
            write(csv, report.csv());
        }
        if (html != null) {
            StringBuilder page = new StringBuilder();
            report.page(Recipes.of(List.of(commandLine()), Map.of())).write(page);
            write(html, page.toString());
        }
        if (printed) {
            print(json ? Json.render(report.json()) : report.text());
        }
        return strict ? LossReport.report(this, report.name(), report.losses(), true) : 0;
    }

    private TrafficReport read() throws IOException {
        long traces = 0;
        for (String input : inputs) {
            traces += isTrace(input) ? 1 : 0;
        }
        if (traces > 0 && traces < inputs.size()) {
            throw usageError("captures and traces cannot be summarized together: convert the captures first");
        }
        return traces > 0 ? ofTraces() : ofCaptures();
    }

    private static boolean isTrace(String input) throws IOException {
        return !input.equals(NamedCapture.STANDARD_INPUT) && FileStart.isDataSeries(Outputs.path(input));
    }

    private TrafficReport ofTraces() throws IOException {
        List<Path> files = traces(inputs);
        TraceScan.Options options = new TraceScan.Options(Long.MIN_VALUE, Long.MAX_VALUE, Checksums.PACKED, threads());
        long[] done = new long[1];
        try (Progress progress = byteProgress("summary")) {
            TraceSummary summary = TraceSummary.of(files, options, latency, top, bytes -> {
                done[0] += bytes;
                progress.update(done[0], 0);
            });
            TrafficSummary traffic = summary.traffic();
            return new TrafficReport(
                    name(inputs.get(0), "trace"),
                    traffic.firstNanos(),
                    traffic.lastNanos(),
                    summary.counters(),
                    traffic);
        }
    }

    private TrafficReport ofCaptures() throws IOException {
        CaptureSummary summary = new CaptureSummary(checked(parser::options), latency);
        List<NamedCapture> captures;
        try (Progress progress = byteProgress("summary")) {
            captures = NamedCapture.of(inputs, terminal, progress);
            for (NamedCapture capture : captures) {
                String damage = summary.read(capture);
                if (damage != null) {
                    warn(capture.name() + ": " + damage + "; the packets before that are summarized");
                }
            }
        }
        // Calls without a reply are known at the end.
        TrafficSummary traffic = summary.finish(top);
        return new TrafficReport(
                name(captures.get(0).name(), "capture"),
                summary.firstPacketNanos(),
                summary.lastPacketNanos(),
                summary.counters(),
                traffic);
    }

    private String name(String first, String noun) {
        if (inputs.size() > 1) {
            return Counts.of(inputs.size(), noun);
        }
        return first.equals(NamedCapture.STANDARD_INPUT) ? "standard input" : first;
    }

    private void write(String file, String text) throws IOException {
        try (Output output = outputs.open(file, false, force)) {
            TextResults.write(output.channel(), text);
            output.commit();
        }
    }
}
