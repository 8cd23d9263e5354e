package dev.mimeo.cli.nfs;

import static dev.mimeo.cli.nfs.TrafficText.right;

import dev.mimeo.cli.nfs.TrafficText.Column;
import dev.mimeo.internal.text.CsvLines;
import dev.mimeo.internal.text.Milliseconds;
import dev.mimeo.nfs.summary.LoadInterval;
import dev.mimeo.nfs.summary.LoadInterval.Group;
import dev.mimeo.nfs.summary.SummaryOptions.LoadKey;
import dev.mimeo.nfs.summary.TrafficSummary.Latency;
import dev.mimeo.nfs.summary.TrafficSummary.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Loads of groups as lines of text, CSV and JSON.
 *
 * @param keys keys of the groups, in the order of their columns
 * @param intervalNanos length of the intervals, 0 for the whole
 * @param quantiles quantiles of latency
 */
record GroupLines(List<LoadKey> keys, long intervalNanos, List<Double> quantiles) {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MIB = 1 << 20;

    private static final int OPERATION_WIDTH = 19;

    /** Columns that the usual operations of NFSv3 need. */
    private static final int LEAST_OPERATION_WIDTH = 11;

    /** Widths of values beside numbers, by their keys; operations have what is left. */
    private static final Map<LoadKey, Integer> WIDTHS =
            Map.of(LoadKey.SERVER, 15, LoadKey.CLIENT, 15, LoadKey.USER, 10);

    /** Columns that a long address takes in a line of keys, where four of them have room. */
    private static final int ADDRESS_WIDTH = 32;

    private boolean isSeries() {
        return intervalNanos > 0;
    }

    private static String name(LoadKey key) {
        return key.name().toLowerCase(Locale.ROOT);
    }

    private static String value(Group group, LoadKey key) {
        return switch (key) {
            case OPERATION -> group.operation();
            case SERVER -> group.server();
            case CLIENT -> group.client();
            case USER -> group.user();
        };
    }

    /** Returns the values of a group's keys. */
    List<String> values(Group group) {
        return keys.stream().map(key -> value(group, key)).toList();
    }

    /** Returns a rate of something that came in an interval. */
    static double perSecond(double amount, LoadInterval interval) {
        return interval.lengthNanos() == 0 ? 0 : amount * NANOS_PER_SECOND / interval.lengthNanos();
    }

    private List<Column> columns(LoadInterval interval) {
        List<Column> columns = new ArrayList<>();
        if (isSeries()) {
            columns.add(new Column("calls/s", 9, load -> TrafficText.rate(perSecond((double) load.calls(), interval))));
        } else {
            columns.add(new Column("calls", 10, load -> TrafficText.count(load.calls())));
        }
        columns.add(new Column("errors", 7, load -> TrafficText.count(load.errors())));
        if (isSeries()) {
            columns.add(new Column(
                    "rd MiB/s", 9, load -> TrafficText.rate(perSecond(load.readBytes() / MIB, interval))));
            columns.add(new Column(
                    "wr MiB/s", 9, load -> TrafficText.rate(perSecond(load.writtenBytes() / MIB, interval))));
        } else {
            columns.add(new Column("no reply", 9, load -> TrafficText.count(load.unanswered())));
        }
        columns.addAll(TrafficText.quantiles(quantiles));
        columns.add(
                new Column("max ms", 8, load -> Milliseconds.of(load.latency().max())));
        if (!isSeries()) {
            columns.add(new Column("read", 10, load -> TrafficText.bytes(load.readBytes())));
            columns.add(new Column("written", 10, load -> TrafficText.bytes(load.writtenBytes())));
        }
        return columns;
    }

    private int timeWidth() {
        return TrafficText.time(0, intervalNanos).length();
    }

    /** Returns the head of the text. */
    String textHead() {
        return textHead(isSeries());
    }

    /** Returns the head of the text without a column of times. */
    String untimedTextHead() {
        return textHead(false);
    }

    private String textHead(boolean timed) {
        StringBuilder line = new StringBuilder();
        if (timed) {
            line.append(String.format(Locale.ROOT, "%-" + timeWidth() + "s", "time (UTC)"));
        }
        columns(new LoadInterval(0, intervalNanos, List.of(), 0))
                .forEach(column -> line.append(right(column.head(), column.width())));
        return withKeys(
                line, operationWidth(timed), keys.stream().map(GroupLines::name).toList());
    }

    /**
     * Returns the columns of operations behind the numbers of a line.
     *
     * @return less than 0 if the keys have no room there and need a line of their own
     */
    private int operationWidth(boolean timed) {
        int room = TrafficText.LINE_WIDTH - 1 - (timed ? timeWidth() : 0);
        for (Column column : columns(new LoadInterval(0, intervalNanos, List.of(), 0))) {
            room -= column.width();
        }
        for (LoadKey key : keys) {
            room -= 1 + WIDTHS.getOrDefault(key, 0);
        }
        boolean fits = room >= (keys.contains(LoadKey.OPERATION) ? LEAST_OPERATION_WIDTH : 0);
        return fits ? Math.min(OPERATION_WIDTH, room) : -1;
    }

    /** Adds keys behind the numbers of a line, or below them. */
    private String withKeys(StringBuilder numbers, int operationWidth, List<String> values) {
        boolean below = operationWidth < 0;
        StringBuilder line = new StringBuilder(below ? TrafficText.INDENT : numbers.append(keys.isEmpty() ? "" : "  "));
        for (int i = 0; i < keys.size(); i++) {
            String value = values.get(i);
            int width = WIDTHS.getOrDefault(keys.get(i), below ? OPERATION_WIDTH : operationWidth);
            int most = !below ? width : isAddress(keys.get(i)) ? ADDRESS_WIDTH : width;
            boolean last = i == keys.size() - 1;
            line.append(
                    last
                            ? TrafficText.fitted(value, Math.max(width, TrafficText.LINE_WIDTH - line.length()))
                            : TrafficText.cell(value, Math.max(width, Math.min(most, value.length()))) + ' ');
        }
        return (below ? numbers.append('\n').append(line) : line).append('\n').toString();
    }

    private static boolean isAddress(LoadKey key) {
        return key == LoadKey.SERVER || key == LoadKey.CLIENT;
    }

    /** Returns the lines of an interval. */
    String text(LoadInterval interval) {
        return text(interval, isSeries());
    }

    /** Returns the lines of an interval without a column of its time. */
    String untimedText(LoadInterval interval) {
        return text(interval, false);
    }

    private String text(LoadInterval interval, boolean timed) {
        List<Column> columns = columns(interval);
        int operationWidth = operationWidth(timed);
        StringBuilder text = new StringBuilder();
        for (Group group : interval.groups()) {
            StringBuilder line = new StringBuilder();
            if (timed) {
                line.append(TrafficText.time(interval.startNanos(), intervalNanos));
            }
            columns.forEach(column -> line.append(right(column.value().apply(group.load()), column.width())));
            text.append(withKeys(line, operationWidth, values(group)));
        }
        return text.toString();
    }

    /** Returns the head of the table of a page: keys, and the columns of the text. */
    List<String> pageHead() {
        List<String> head = new ArrayList<>(isSeries() ? List.of("time (UTC)") : List.of());
        keys.forEach(key -> head.add(name(key)));
        columns(new LoadInterval(0, intervalNanos, List.of(), 0)).forEach(column -> head.add(column.head()));
        return head;
    }

    /** Returns the rows of the table of a page for an interval. */
    List<List<String>> pageRows(LoadInterval interval) {
        List<Column> columns = columns(interval);
        List<List<String>> rows = new ArrayList<>();
        for (Group group : interval.groups()) {
            List<String> row = new ArrayList<>(
                    isSeries() ? List.of(TrafficText.time(interval.startNanos(), intervalNanos)) : List.of());
            row.addAll(values(group));
            columns.forEach(column -> row.add(column.value().apply(group.load())));
            rows.add(row);
        }
        return rows;
    }

    /** Returns the head of the CSV table. */
    String csvHead() {
        List<String> head = new ArrayList<>();
        if (isSeries()) {
            head.add("time");
        }
        keys.forEach(key -> head.add(name(key)));
        head.addAll(List.of("seconds", "calls", "errors", "retransmissions"));
        if (!isSeries()) {
            head.add("unanswered");
        }
        head.addAll(List.of("read_bytes", "written_bytes", "replies", "latency_sum_ms"));
        quantiles.forEach(quantile -> head.add(TrafficText.quantile(quantile) + "_ms"));
        head.add("max_ms");
        return CsvLines.line(head);
    }

    /** Returns the lines of the CSV table of an interval. */
    String csv(LoadInterval interval) {
        return rows(interval).stream().map(CsvLines::line).collect(Collectors.joining());
    }

    private List<List<String>> rows(LoadInterval interval) {
        List<List<String>> rows = new ArrayList<>();
        for (Group group : interval.groups()) {
            List<String> values = new ArrayList<>();
            if (isSeries()) {
                values.add(TrafficText.instant(interval.startNanos()).toString());
            }
            values.addAll(values(group));
            Load load = group.load();
            values.add(seconds(interval));
            values.add(Long.toString(load.calls()));
            values.add(Long.toString(load.errors()));
            values.add(Long.toString(load.retransmissions()));
            if (!isSeries()) {
                values.add(Long.toString(load.unanswered()));
            }
            values.add(Long.toString(load.readBytes()));
            values.add(Long.toString(load.writtenBytes()));
            Latency latency = load.latency();
            values.add(Long.toString(latency.replies()));
            values.add(TrafficText.plainMillis(latency.sum()));
            latency.quantiles().forEach(value -> values.add(TrafficText.plainMillis(value)));
            values.add(TrafficText.plainMillis(latency.max()));
            rows.add(values);
        }
        return rows;
    }

    private static String seconds(LoadInterval interval) {
        return String.format(Locale.ROOT, "%.9f", interval.lengthNanos() / NANOS_PER_SECOND)
                .replaceFirst("\\.?0+$", "");
    }

    /** Puts an interval. */
    void json(LoadInterval interval, ObjectNode node) {
        node.put("from", TrafficText.instant(interval.startNanos()).toString());
        node.put("seconds", interval.lengthNanos() / NANOS_PER_SECOND);
        ArrayNode groups = node.putArray("groups");
        for (Group group : interval.groups()) {
            ObjectNode object = groups.addObject();
            keys.forEach(key -> object.put(name(key), value(group, key)));
            TrafficReport.put(object, group.load(), quantiles);
            if (isSeries()) {
                // Calls without a reply are known at the end only.
                object.putNull("unanswered");
            }
        }
    }
}
