package dev.mimeo.nfs.report;

import dev.mimeo.nfs.analyze.ResultTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables of a report: what data sets are like as a whole, their operations, and how busy they are at most. */
final class OverviewTables {

    /** Operations below this share of every data set are only named. */
    private static final double RARE = 0.001;

    private static final double BUSY = 0.99;
    private static final int[] INTERVALS = {1, 3600};

    private final List<SetResults> sets;

    /** Operations that are not shown, if any. */
    private String rare = "";

    OverviewTables(List<SetResults> sets) {
        this.sets = sets;
    }

    /** Returns hosts by what they do, and how many calls the traces lack. */
    ReportTable facts() {
        ReportTable table = new ReportTable(
                "Data sets",
                List.of(
                        "data set",
                        "files",
                        "messages",
                        "clients",
                        "servers",
                        "caches",
                        "calls in sequence",
                        "calls missing",
                        "missing after a write",
                        "bytes in messages"),
                ResultTable.of(
                        "data_sets",
                        "dataset:t",
                        "files:i",
                        "messages:i",
                        "clients:i",
                        "servers:i",
                        "caches:i",
                        "in_sequence:r",
                        "missing:r",
                        "missing_after_write:r",
                        "bytes_in_messages:r"));
        sets.forEach(set -> addFacts(table, set));
        return table;
    }

    private static void addFacts(ReportTable table, SetResults set) {
        Map<Double, Integer> roles = new HashMap<>();
        set.rows(SetResults.CUBE)
                .filter(row -> !row.isAny("host"))
                .forEach(row -> roles.merge(
                        row.number("host"), row.has("op_dir", "request") ? 1 : 2, (one, other) -> one | other));
        long clients = count(roles, 1);
        long servers = count(roles, 2);
        long caches = count(roles, 3);
        long messages = messages(set);
        double requests = sum(set, SetResults.MISSING, "requests");
        double afterAll = sum(set, SetResults.MISSING_AFTER, "skipped");
        double afterWrite = set.rows(SetResults.MISSING_AFTER)
                .filter(row -> row.has("operation", "write"))
                .mapToDouble(row -> row.number("skipped"))
                .sum();
        double good = sum(set, SetResults.MISSING, "good") / requests;
        double lost = lost(set);
        double write = afterWrite / afterAll;
        double accounted = set.rows(SetResults.CROSS_CHECK)
                .mapToDouble(row -> row.number("correlated_share"))
                .findFirst()
                .orElse(Double.NaN);
        table.add(
                set.name(),
                (long) set.files(),
                messages,
                clients,
                servers,
                caches,
                known(good),
                known(lost),
                known(write),
                known(accounted));
        table.show(List.of(
                set.name(),
                Integer.toString(set.files()),
                ReportTable.number((double) messages),
                Long.toString(clients),
                Long.toString(servers),
                Long.toString(caches),
                ReportTable.percent(good),
                ReportTable.percent(lost),
                ReportTable.percent(write),
                ReportTable.percent(accounted)));
    }

    private static long messages(SetResults set) {
        return (long) set.rows(SetResults.CUBE)
                .filter(OverviewTables::isTotal)
                .mapToDouble(row -> row.number("group_count"))
                .sum();
    }

    /** Returns the share of the calls that the trace lacks; not finite if it has none. */
    private static double lost(SetResults set) {
        double missing = sum(set, SetResults.MISSING, "skipped");
        return missing / (sum(set, SetResults.MISSING, "requests") + missing);
    }

    /** Returns the main numbers of each data set, a sentence each. */
    List<String> summary() {
        return sets.stream()
                .map(set -> {
                    double missing = lost(set);
                    return set.name() + ": " + ReportTable.number((double) messages(set)) + " messages"
                            + (Double.isFinite(missing)
                                    ? ", " + ReportTable.percent(missing) + " of the calls missing"
                                    : "");
                })
                .toList();
    }

    /** Returns null for a value that cannot be computed. */
    private static @Nullable Double known(double value) {
        return Double.isFinite(value) ? (Double) value : null;
    }

    private static long count(Map<Double, Integer> roles, int role) {
        return roles.values().stream().filter(of -> of == role).count();
    }

    private static double sum(SetResults set, String table, String column) {
        return set.rows(table).mapToDouble(row -> row.number(column)).sum();
    }

    private static boolean isTotal(ResultRow row) {
        return row.isAny("host") && row.isAny("operation") && row.isAny("op_dir");
    }

    /** Returns operations, each a call with its reply, and the bytes of their arguments and results. */
    ReportTable operations() {
        List<String> head = new ArrayList<>(List.of("operation"));
        for (SetResults set : sets) {
            head.add(set.name() + ": operations");
            head.add("bytes each");
        }
        ReportTable table = new ReportTable(
                "Operations, and bytes of arguments and results (Table 1 of the paper)",
                head,
                ResultTable.of("operations", "dataset:t", "operation:t", "operations:r", "bytes_per_operation:r"));
        Map<String, double[]> counts = new LinkedHashMap<>();
        Map<String, double[]> bytes = new HashMap<>();
        for (int i = 0; i < sets.size(); i++) {
            int at = i;
            SetResults set = sets.get(i);
            set.rows(SetResults.CUBE)
                    .filter(row -> row.isAny("host") && row.isAny("op_dir"))
                    .forEach(row -> {
                        String operation = row.text("operation");
                        double pairs = row.number("group_count") / 2;
                        double each = 2 * row.number("mean_payload_bytes");
                        counts.computeIfAbsent(operation, name -> new double[sets.size()])[at] = pairs;
                        bytes.computeIfAbsent(operation, name -> new double[sets.size()])[at] = each;
                        table.add(set.name(), operation.isEmpty() ? null : operation, pairs, each);
                    });
        }
        double[] totals = counts.getOrDefault("", new double[sets.size()]);
        List<String> left = new ArrayList<>();
        counts.entrySet().stream()
                .sorted((a, b) -> Double.compare(total(b.getValue()), total(a.getValue())))
                .filter(entry -> !entry.getKey().isEmpty())
                .forEach(entry -> {
                    double[] of = entry.getValue();
                    if (isRare(of, totals)) {
                        left.add(entry.getKey() + " (" + ReportTable.number(total(of)) + ")");
                    } else {
                        table.show(cells(entry.getKey(), of, bytes.getOrDefault(entry.getKey(), of)));
                    }
                });
        if (counts.containsKey("")) {
            table.show(cells("all", totals, bytes.getOrDefault("", totals)));
        }
        rare = String.join(", ", left);
        return table;
    }

    private static List<String> cells(String operation, double[] counts, double[] bytes) {
        List<String> cells = new ArrayList<>(List.of(operation));
        for (int i = 0; i < counts.length; i++) {
            cells.add(counts[i] == 0 ? "-" : ReportTable.number(counts[i]));
            cells.add(counts[i] == 0 ? "-" : ReportTable.number(bytes[i]));
        }
        return cells;
    }

    private static double total(double[] counts) {
        double sum = 0;
        for (double count : counts) {
            sum += count;
        }
        return sum;
    }

    private static boolean isRare(double[] counts, double[] totals) {
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] >= RARE * totals[i] && counts[i] > 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the operations that {@link #operations} does not show, with their numbers; empty if it shows all. */
    String rareOperations() {
        return rare;
    }

    /** Returns how many messages there are in all but one of a hundred seconds, and hours. */
    ReportTable busySeconds() {
        ReportTable table = new ReportTable(
                "Messages a second (half as many operations) that 99 % of all intervals do not exceed (Table 2 of the paper)",
                List.of("data set", "1 s: messages/s", "operations/s", "3600 s: messages/s", "operations/s", "ratio"),
                ResultTable.of(
                        "busy_seconds",
                        "dataset:t",
                        "interval_seconds:i",
                        "messages_per_second:r",
                        "operations_per_second:r"));
        for (SetResults set : sets) {
            List<String> cells = new ArrayList<>(List.of(set.name()));
            double[] rates = new double[INTERVALS.length];
            for (int i = 0; i < INTERVALS.length; i++) {
                int seconds = INTERVALS[i];
                rates[i] = set.rows(SetResults.RATES)
                        .filter(row -> row.isAny("operation") && row.isAny("op_dir"))
                        .filter(row -> row.number("group_seconds") == seconds && row.number("quantile") == BUSY)
                        .mapToDouble(row -> row.number("operations_per_second"))
                        .findFirst()
                        .orElse(Double.NaN);
                cells.add(ReportTable.number(rates[i]));
                cells.add(ReportTable.number(rates[i] / 2));
                if (!Double.isNaN(rates[i])) {
                    table.add(set.name(), (long) seconds, rates[i], rates[i] / 2);
                }
            }
            cells.add(ReportTable.number(rates[0] / rates[1]));
            table.show(cells);
        }
        return table;
    }
}
