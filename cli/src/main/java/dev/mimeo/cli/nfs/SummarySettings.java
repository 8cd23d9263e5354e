package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.TimeSpan;
import dev.mimeo.nfs.summary.LatencyBounds;
import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.SummaryOptions.LoadKey;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the contents of a summary: a mixin. */
final class SummarySettings {

    private static final int MOST_TOP = 1000;

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

    @Option(
            names = "--quantiles",
            paramLabel = "P,...",
            split = ",",
            description = "Quantiles of latency, in percent (default: 50,90,99).")
    private List<BigDecimal> percents = new ArrayList<>();

    @Option(
            names = "--by",
            paramLabel = "KEY,...",
            split = ",",
            description = "Print one table of loads by operation, server, client and user, or some of these, instead.")
    private List<SummaryOptions.LoadKey> keys = new ArrayList<>();

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            converter = TimeSpan.Converter.class,
            description = "Print the loads of each interval instead, such as 10s or 5min.")
    private @Nullable Long interval;

    @Option(
            names = "--slower-than",
            paramLabel = "TIME",
            converter = TimeSpan.Converter.class,
            description = "List the calls that took at least so long instead, such as 50ms.")
    private @Nullable Long slow;

    /** Returns whether a table of groups is wanted. */
    boolean groups() {
        return !keys.isEmpty() || interval != null;
    }

    /** Returns whether a list of slow calls is wanted. */
    boolean slowCalls() {
        return slow != null;
    }

    /** Returns the lines of groups. */
    GroupLines lines() {
        return new GroupLines(List.copyOf(keys), interval == null ? 0 : interval, quantiles());
    }

    private List<Double> quantiles() {
        return percents.isEmpty()
                ? SummaryOptions.DEFAULT.quantiles()
                : percents.stream()
                        .map(percent -> percent.movePointLeft(2).doubleValue())
                        .toList();
    }

    /** Checks the options against each other, and returns them without groups. */
    SummaryOptions options(MimeoSubcommand command) {
        check(command, keys, top);
        if (groups() && slow != null) {
            throw command.usageError("--slower-than lists calls, --by and --interval sum them up: choose one");
        }
        return command.checked(
                () -> new SummaryOptions(latency, quantiles(), top, null, slow == null ? SummaryOptions.NEVER : slow));
    }

    /** Checks the keys of groups and the number of them to show. */
    static void check(MimeoSubcommand command, List<LoadKey> keys, int top) {
        if (top < 1 || top > MOST_TOP) {
            throw command.usageError("--top is 1 to " + MOST_TOP + ", got " + top);
        }
        if (keys.stream().distinct().count() < keys.size()) {
            throw command.usageError("--by has a key twice");
        }
    }
}
