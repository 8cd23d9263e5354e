package dev.mimeo.query.statistics;

import dev.mimeo.internal.text.CNumberFormat;
import dev.mimeo.statistics.QuantileSketch;
import dev.mimeo.statistics.Stats;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a {@link StatGroupBy.Request}.
 *
 * @param request request that was answered
 * @param processed rows that the statistics are of
 * @param ignored rows that the condition left out
 * @param groups by their keys, in the order of the first column, then the second; of a cube first those of all columns, then
 *     those of one column less, the first one, up to the group of all rows. Without a grouping one group without keys. None
 *     if there are no rows
 */
public record GroupedStatistics(StatGroupBy.Request request, long processed, long ignored, List<Group> groups) {

    /** Significant digits of the numbers of basic statistics. */
    private static final int DIGITS = 6;

    /** Significant digits of quantiles. */
    private static final int QUANTILE_DIGITS = 8;

    /** The text lists the quantiles that divide the values into this many parts. */
    private static final int PARTS = 10;

    /**
     * The rows that agree in the columns that are grouped by.
     *
     * @param keys one for each of these columns
     * @param stats statistics of the values
     * @param quantiles quantiles of the values; null if not asked for
     */
    public record Group(
            List<GroupKey> keys, Stats stats, @Nullable QuantileSketch quantiles) {

        /** Copies the keys. */
        public Group {
            keys = List.copyOf(keys);
        }
    }

    /** Copies the list of groups. */
    public GroupedStatistics {
        groups = List.copyOf(groups);
    }

    /**
     * Returns the text that the original tools print, from {@code # Begin} to {@code # End}, whole lines. What the original
     * does not have looks alike: several keys are separated by commas, and each grouping set of a cube has a line before it.
     */
    public String text() {
        StringBuilder text = new StringBuilder("# Begin DSStatGroupByModule\n# processed ")
                .append(processed)
                .append(" rows, where clause eliminated ")
                .append(ignored)
                .append(" rows\n");
        List<String> columns = request.grouping().columns();
        boolean grouped = !columns.isEmpty();
        if (request.kind() == StatGroupBy.Request.Kind.BASIC) {
            text.append("# ")
                    .append(grouped ? String.join(", ", columns) + ", " : "")
                    .append("count(*), mean(")
                    .append(request.expression())
                    .append("), stddev, min, max\n");
        } else {
            text.append("# quantile(")
                    .append(request.expression())
                    .append(grouped ? ") group by " + String.join(", ", columns) : ")")
                    .append('\n');
        }
        Group before = null;
        for (Group group : groups) {
            if (request.grouping().cube() && (before == null || !sameSet(before, group))) {
                appendGroupingSet(text, columns, group);
            }
            before = group;
            String keys = group.keys.stream().map(GroupKey::toString).collect(Collectors.joining(", "));
            if (group.quantiles == null) {
                text.append(keys).append(grouped ? ", " : "");
                appendBasic(text, group.stats);
            } else {
                text.append(grouped ? "# group " + keys + "\n" : "");
                appendQuantiles(text, group.stats, group.quantiles);
            }
        }
        return text.append("# End DSStatGroupByModule\n").toString();
    }

    private static boolean sameSet(Group a, Group b) {
        for (int i = 0; i < a.keys.size(); i++) {
            if (a.keys.get(i).isAny() != b.keys.get(i).isAny()) {
                return false;
            }
        }
        return true;
    }

    /** Tells which columns have values in the groups that follow, for a string may read like the mark of any. */
    private static void appendGroupingSet(StringBuilder text, List<String> columns, Group group) {
        text.append("# grouping set (");
        String separator = "";
        for (int i = 0; i < columns.size(); i++) {
            if (!group.keys.get(i).isAny()) {
                text.append(separator).append(columns.get(i));
                separator = ", ";
            }
        }
        text.append(")\n");
    }

    private static void appendBasic(StringBuilder text, Stats stats) {
        text.append(stats.count())
                .append(", ")
                .append(CNumberFormat.generalUnsignedNan(stats.mean(), DIGITS))
                .append(", ")
                .append(CNumberFormat.generalUnsignedNan(stats.standardDeviation(), DIGITS))
                .append(", ")
                .append(CNumberFormat.generalUnsignedNan(stats.min(), DIGITS))
                .append(", ")
                .append(CNumberFormat.generalUnsignedNan(stats.max(), DIGITS))
                .append('\n');
    }

    private static void appendQuantiles(StringBuilder text, Stats stats, QuantileSketch quantiles) {
        long count = stats.count();
        text.append(count)
                .append(" data points, mean ")
                .append(CNumberFormat.generalUnsignedNan(stats.mean(), DIGITS))
                .append(" +- ")
                .append(CNumberFormat.generalUnsignedNan(stats.standardDeviation(), DIGITS))
                .append(" [")
                .append(CNumberFormat.generalUnsignedNan(stats.min(), DIGITS))
                .append(',')
                .append(CNumberFormat.generalUnsignedNan(stats.max(), DIGITS))
                .append("]\n    quantiles about every ")
                .append(CNumberFormat.fixed((double) count / PARTS, 0))
                .append(" data points:\n    ")
                .append(100 / PARTS)
                .append("%: ");
        // Summed up as the original does, for the last digit of a quantile can decide.
        double step = 1.0 / PARTS;
        double quantile = step;
        for (int i = 1; i < PARTS; i++) {
            text.append(i == 1 ? "" : ", ")
                    .append(CNumberFormat.generalUnsignedNan(quantiles.quantile(quantile), QUANTILE_DIGITS));
            quantile += step;
        }
        text.append("\n  tails: ");
        String separator = "";
        for (double tail = 0.1; tail * count >= 10; tail /= 5) {
            appendTail(text.append(separator), tail, quantiles);
            tail /= 2;
            appendTail(text.append(", "), tail, quantiles);
            separator = ", ";
        }
        text.append('\n');
    }

    private static void appendTail(StringBuilder text, double tail, QuantileSketch quantiles) {
        text.append(CNumberFormat.generalUnsignedNan(100 * (1 - tail), 12))
                .append("%: ")
                .append(CNumberFormat.generalUnsignedNan(quantiles.quantile(1 - tail), QUANTILE_DIGITS));
    }
}
