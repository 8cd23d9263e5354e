package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.TimeSpan;
import dev.mimeo.nfs.summary.LatencyBounds;
import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.SummaryOptions.LoadKey;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

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
            paramLabel = "first|last",
            description =
                    "Measure latency between the first bytes of call and reply (default), or between the last, as "
                            + "tshark does.")
    private LatencyBounds latency = LatencyBounds.FIRST;

    @Option(
            names = "--quantiles",
            paramLabel = "P,...",
            hideParamSyntax = true,
            split = ",",
            converter = Percent.class,
            description = "Quantiles of latency, in percent (default: 50,90,99).")
    private List<BigDecimal> percents = new ArrayList<>();

    @Option(
            names = "--by",
            paramLabel = "KEY,...",
            hideParamSyntax = true,
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

    /** A number of percent. */
    static final class Percent implements ITypeConverter<BigDecimal> {

        private static final Pattern FORM = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,9})?");

        @Override
        public BigDecimal convert(String value) {
            if (FORM.matcher(value).matches()) {
                BigDecimal percent = new BigDecimal(value);
                if (percent.compareTo(BigDecimal.valueOf(100)) <= 0) {
                    return percent;
                }
            }
            throw new TypeConversionException("'" + value + "' is not a percentage from 0 to 100, such as 50 or 99.9");
        }
    }

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
        if (quantiles().stream().distinct().count() < quantiles().size()) {
            throw command.usageError("--quantiles has a quantile twice");
        }
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
