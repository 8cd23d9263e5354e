package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.TextResults;
import dev.mimeo.cli.command.TimeSpan;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.nfs.convert.CaptureSummary;
import dev.mimeo.nfs.summary.LoadInterval;
import dev.mimeo.nfs.summary.LoadInterval.Group;
import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.SummaryOptions.LoadKey;
import dev.mimeo.nfs.summary.TrafficSummary.Load;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToLongFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** Shows the load of a running capture. */
@Command(
        name = "top",
        customSynopsis = "mimeo nfs top [CAPTURE] [OPTIONS]",
        description = {
            "Shows the busiest NFS operations and clients of a running capture.",
            "",
            "Reads packets from standard input, and prints the load of each interval when it",
            "is over: a page that is refreshed on a terminal, otherwise one page after the",
            "other, or with --json a line with one object. Latency is the time from a call",
            "to its reply. Time is that of the packets, so nothing is printed while no",
            "packets arrive."
        },
        footer = {
            "",
            "Examples:",
            "  tcpdump -i eth0 -s 512 -U -w - port 2049 | mimeo nfs top",
            "  tcpdump -U -w - port 2049 | mimeo nfs top --by client,user --interval 10s",
            "  tcpdump -U -w - port 2049 | mimeo nfs top --json >> load.jsonl"
        })
@WithoutOptions({"--threads", "--quiet", "--progress", "--force"})
final class NfsTopCommand extends MimeoSubcommand {

    private static final double MIB = 1 << 20;

    /** Moves to the corner of a terminal and clears it: ECMA-48, CUP and ED. */
    private static final String CLEAR = "\u001b[H\u001b[2J";

    @Parameters(
            arity = "0..1",
            paramLabel = "CAPTURE",
            description = "Capture to read instead of standard input (-), such as a named pipe.")
    private String input = NamedCapture.STANDARD_INPUT;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            converter = TimeSpan.Converter.class,
            description = "Length of an interval (default: 5s).")
    private long interval = 5 * TrafficText.NANOS;

    @Option(
            names = "--by",
            paramLabel = "KEY,...",
            hideParamSyntax = true,
            split = ",",
            description =
                    "Group by operation, server, client or user, or several of these (default: operation,client).")
    private List<LoadKey> keys = List.of(LoadKey.OPERATION, LoadKey.CLIENT);

    @Option(names = "--top", paramLabel = "N", description = "Number of groups to show (default: 20).")
    private int top = 20;

    @Mixin
    private ParserSettings parser = new ParserSettings();

    NfsTopCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        SummarySettings.check(this, keys, top);
        GroupLines lines = new GroupLines(keys, interval, SummaryOptions.DEFAULT.quantiles());
        CaptureSummary summary = new CaptureSummary(
                checked(parser::options),
                SummaryOptions.DEFAULT.withGrouping(
                        new SummaryOptions.LoadGrouping(Set.copyOf(keys), interval, found -> show(lines, found))));
        for (NamedCapture capture : NamedCapture.of(List.of(input), terminal, Progress.NONE, this::warn)) {
            String damage = summary.read(capture);
            if (damage != null) {
                warn(capture.source() + ": " + damage);
            }
        }
        summary.finish();
        return 0;
    }

    private void show(GroupLines lines, LoadInterval found) throws IOException {
        List<Group> groups = found.groups();
        List<Group> shown = groups.subList(0, Math.min(top, groups.size()));
        LoadInterval part = new LoadInterval(found.startNanos(), found.lengthNanos(), shown, found.overflow());
        if (json) {
            ObjectNode node = Json.object();
            lines.json(part, node);
            node.put("moreGroups", groups.size() - shown.size());
            TextResults.write(terminal.out(), node + "\n");
            return;
        }
        StringBuilder text = new StringBuilder(terminal.outIsTerminal() ? CLEAR : "");
        text.append(String.format(
                Locale.ROOT,
                "%s UTC: %s calls/s, %s errors/s, %s MiB/s read, %s MiB/s written%n%n",
                TrafficText.time(found.startNanos(), interval),
                rate(found, Load::calls, 1),
                rate(found, Load::errors, 1),
                rate(found, Load::readBytes, MIB),
                rate(found, Load::writtenBytes, MIB)));
        text.append(lines.untimedTextHead()).append(lines.untimedText(part));
        if (groups.size() > shown.size()) {
            text.append("and ")
                    .append(Counts.of(groups.size() - shown.size(), "group"))
                    .append(" with fewer calls\n");
        }
        if (found.overflow() > 0) {
            text.append(Counts.of(found.overflow(), "call")).append(" in other groups\n");
        }
        TextResults.write(terminal.out(), text.append('\n').toString());
    }

    private static String rate(LoadInterval interval, ToLongFunction<Load> value, double unit) {
        long sum = interval.groups().stream()
                .mapToLong(group -> value.applyAsLong(group.load()))
                .sum();
        return sum == 0 ? "0" : TrafficText.rate(GroupLines.perSecond(sum / unit, interval));
    }
}
