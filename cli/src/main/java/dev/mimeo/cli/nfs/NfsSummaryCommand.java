package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.FileStart;
import dev.mimeo.cli.command.Inputs;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Recipes;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.TextResults;
import dev.mimeo.dataseries.Checksums;
import dev.mimeo.formats.anonymize.NameKeys;
import dev.mimeo.internal.files.FileKinds;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.nfs.analyze.TraceScan;
import dev.mimeo.nfs.analyze.TraceSummary;
import dev.mimeo.nfs.convert.CaptureSummary;
import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.TrafficSummary;
import dev.mimeo.report.HtmlPage;
import dev.mimeo.report.PageRecipe;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

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
            "their handles (FH:).",
            "",
            "--by and --interval print one table of loads, --slower-than a list of calls."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo nfs summary monday.pcap.gz",
            "  tcpdump -i eth0 -w - port 2049 | mimeo nfs summary -",
            "  mimeo nfs summary trace.*.pcap --top 30 --html summary.html",
            "  mimeo nfs summary monday.pcap --by client,operation --quantiles 50,95,99.9",
            "  mimeo nfs summary monday.pcap --interval 10s --by client --html load.html",
            "  mimeo nfs summary monday.pcap --slower-than 50ms --csv slow.csv",
            "  mimeo nfs summary monday.pcap --json | jq '.operations[] | {name, calls}'"
        })
final class NfsSummaryCommand extends MimeoSubcommand {

    @Parameters(
            paramLabel = "INPUT...",
            arity = "1..*",
            hideParamSyntax = true,
            description = "Captures or traces, in chronological order; - is standard input.")
    private List<String> inputs = new ArrayList<>();

    @Mixin
    private SummarySettings contents = new SummarySettings();

    @Option(names = "--csv", paramLabel = "FILE", description = "Write all as one CSV table; - is standard output.")
    private @Nullable String csv;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a page; - is standard output.")
    private @Nullable String html;

    @Mixin
    private StrictOption strict = new StrictOption();

    @Option(
            names = {"--anonymize", "--anonymise"},
            paramLabel = "MODE",
            description = {
                "Anonymization of names in captures: encrypt (AES-SIV), classic (as in the published traces), hmac (a keyed hash),"
                        + " ints (numbers) or none (the default)."
            })
    private NameMode names = NameMode.NONE;

    @Mixin
    private NewKeySettings keys = new NewKeySettings();

    @Mixin
    private IdentitySettings identities = new IdentitySettings();

    @Mixin
    private ParserSettings parser = new ParserSettings();

    NfsSummaryCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        SummaryOptions options = contents.options(this);
        // With files to write, --quiet leaves out the text.
        boolean silent = quiet && !json && (csv != null || html != null);
        boolean printed = !silent && !"-".equals(csv) && !"-".equals(html);
        if ((json && !printed) || ("-".equals(csv) && "-".equals(html))) {
            throw usageError("standard output takes one of --json, --csv - and --html -");
        }
        if (csv != null && html != null && Outputs.path(csv).equals(Outputs.path(html))) {
            throw usageError("--csv and --html name the same file: choose another name for one of them");
        }
        return contents.groups() ? groups(options, printed) : whole(options, printed);
    }

    private int whole(SummaryOptions options, boolean printed) throws IOException {
        TrafficReport report = read(options);
        SlowReport slow = contents.slowCalls()
                ? new SlowReport(report.name(), report.traffic().slow())
                : null;
        if (csv != null) {
            write(csv, slow == null ? TrafficCsv.of(report) : slow.csv());
        }
        if (html != null) {
            page(html, slow == null ? report.page(recipe()) : slow.page(recipe()));
        }
        if (printed && json) {
            print(Json.render(slow == null ? report.json() : slow.json()));
        } else if (printed) {
            print(slow == null ? report.text() : slow.text());
        }
        if (slow != null && slow.slow().total() > slow.slow().calls().size()) {
            warn(source(report) + ": " + TrafficText.count(slow.slow().total()) + " calls were slow, of which the "
                    + TrafficText.count(slow.slow().calls().size()) + " slowest are listed");
        }
        return losses(report);
    }

    private int losses(TrafficReport report) throws IOException {
        return strict.isGiven() ? LossReport.report(this, source(report), report.losses(), true) : 0;
    }

    /** Writes loads of groups as they come. */
    private int groups(SummaryOptions options, boolean printed) throws IOException {
        GroupLines lines = contents.lines();
        GroupPage kept = new GroupPage(lines);
        boolean keeps = json || html != null;
        long[] overflow = new long[1];
        try (Output table = csv == null ? null : outputs.openText(csv, force)) {
            if (table != null) {
                TextResults.write(table.channel(), lines.csvHead());
            }
            if (printed && !json) {
                TextResults.write(terminal.out(), lines.textHead());
            }
            TrafficReport report = read(options.withGrouping(new SummaryOptions.LoadGrouping(
                    Set.copyOf(lines.keys()), lines.intervalNanos(), interval -> {
                        overflow[0] += interval.overflow();
                        if (table != null) {
                            TextResults.write(table.channel(), lines.csv(interval));
                        }
                        if (printed && !json) {
                            TextResults.write(terminal.out(), lines.text(interval));
                        }
                        if (keeps) {
                            kept.add(interval);
                        }
                    })));
            if (table != null) {
                table.commit();
            }
            if (html != null) {
                page(html, kept.page(report.name(), recipe()));
            }
            if (printed && json) {
                ObjectNode document = Json.object().put("name", report.name());
                ArrayNode intervals = document.putArray("intervals");
                kept.intervals().forEach(interval -> lines.json(interval, intervals.addObject()));
                print(Json.render(document));
            }
            if (overflow[0] > 0) {
                warn(source(report) + ": " + TrafficText.count(overflow[0])
                        + " calls are in no row, as there are too many groups: take fewer keys");
            }
            return losses(report);
        }
    }

    private PageRecipe recipe() throws IOException {
        return Recipes.of(List.of(commandLine()), Map.of());
    }

    private void page(String file, HtmlPage page) throws IOException {
        StringBuilder text = new StringBuilder();
        page.write(text);
        write(file, text.toString());
    }

    private TrafficReport read(SummaryOptions options) throws IOException {
        long files = 0;
        long traces = 0;
        for (String input : inputs) {
            files += isStream(input) ? 0 : 1;
            traces += !isStream(input) && FileStart.isDataSeries(Outputs.path(input)) ? 1 : 0;
        }
        if (traces > 0 && traces < files) {
            throw usageError("captures and traces cannot be summarized together: convert the captures first");
        }
        if (files == 0) {
            return ofStreams(options);
        }
        return traces > 0 ? ofTraces(options, traces(inputs)) : ofCaptures(options, null);
    }

    private static boolean isStream(String input) throws IOException {
        return input.equals(NamedCapture.STANDARD_INPUT) || FileKinds.isSpecial(Outputs.path(input));
    }

    /** Summarizes streams. The first decides what all are, for the others may not be written before it was read. */
    private TrafficReport ofStreams(SummaryOptions options) throws IOException {
        String first = inputs.get(0);
        boolean standard = first.equals(NamedCapture.STANDARD_INPUT);
        try (InputStream in = standard ? terminal.in() : new BufferedInputStream(Inputs.open(Outputs.path(first)))) {
            if (!FileStart.isDataSeries(in)) {
                return ofCaptures(options, in);
            }
            // Tables lie behind each other and are read side by side, which takes a file.
            List<Path> files = new ArrayList<>();
            files.add(standard ? trace(first) : keep(outputs.spool(in, "mimeo-nfs-"), first));
            files.addAll(traces(inputs.subList(1, inputs.size())));
            return ofTraces(options, files);
        }
    }

    private TrafficReport ofTraces(SummaryOptions contained, List<Path> files) throws IOException {
        if (names != NameMode.NONE || identities.needKeys()) {
            throw usageError("a trace is anonymized when it is converted: give the options to 'mimeo nfs convert'");
        }
        NamedCapture.checkDistinct(inputs);
        TraceScan.Options options = new TraceScan.Options(Long.MIN_VALUE, Long.MAX_VALUE, Checksums.PACKED, threads());
        long[] done = new long[1];
        try (Progress progress = byteProgress("summary")) {
            TraceSummary summary = TraceSummary.of(files, options, contained, bytes -> {
                done[0] += bytes;
                progress.update(done[0], 0);
            });
            TrafficSummary traffic = summary.traffic();
            return new TrafficReport(
                    name(inputs.get(0), "trace"),
                    summary.firstPacketNanos(),
                    summary.lastPacketNanos(),
                    summary.counters(),
                    traffic);
        }
    }

    /**
     * Summarizes captures.
     *
     * @param first the first of them if it is open already
     */
    private TrafficReport ofCaptures(SummaryOptions contained, @Nullable InputStream first) throws IOException {
        NameKeys known = names.isKeyed() || identities.needKeys() ? keys.keys(this, !identities.needKeys()) : null;
        CaptureSummary summary = new CaptureSummary(
                checked(parser::options),
                contained,
                names.anonymizer(known, null, NameMode.MEMORY),
                identities.anonymizer(known));
        List<NamedCapture> captures;
        try (Progress progress = byteProgress("summary")) {
            captures = NamedCapture.of(inputs, terminal, progress, this::warn);
            if (first != null) {
                captures.set(0, captures.get(0).read(first));
            }
            for (NamedCapture capture : captures) {
                String damage = summary.read(capture);
                if (damage != null) {
                    warn(capture.source() + ": " + damage + "; the packets before that are summarized");
                }
            }
        }
        // Calls without a reply are known at the end.
        TrafficSummary traffic = summary.finish();
        return new TrafficReport(
                name(captures.get(0).name(), "capture"),
                summary.firstPacketNanos(),
                summary.lastPacketNanos(),
                summary.counters(),
                traffic);
    }

    /** Returns the inputs as warnings call them: one of them with its folder. */
    private String source(TrafficReport report) {
        return inputs.size() > 1 ? report.name() : name(inputs.get(0), "");
    }

    private String name(String first, String noun) {
        if (inputs.size() > 1) {
            return Counts.of(inputs.size(), noun);
        }
        return first.equals(NamedCapture.STANDARD_INPUT) ? "standard input" : first;
    }

    private void write(String file, String text) throws IOException {
        try (Output output = outputs.openText(file, force)) {
            TextResults.write(output.channel(), text);
            output.commit();
        }
    }
}
