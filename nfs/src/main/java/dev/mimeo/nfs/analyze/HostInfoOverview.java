package dev.mimeo.nfs.analyze;

import static dev.mimeo.internal.text.CNumberFormat.fixed;

import dev.mimeo.internal.text.AlignedText;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.query.internal.stream.TupleCells;
import dev.mimeo.query.internal.stream.TupleLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The busiest operations and hosts of a cube of messages, as a text of one screen: 24 lines of 80 columns. Not thread-safe. */
final class HostInfoOverview {

    private static final TupleLayout LAYOUT = HostInfoAnalysis.LAYOUT;
    private static final int MOST_OPERATIONS = 10;
    private static final int MOST_HOSTS = 6;
    private static final double MIB = 1024 * 1024;

    /** Operation of the line for all operations. */
    private static final int ALL = -1;

    private final long groupSeconds;
    private final Map<Integer, Operation> operations = new TreeMap<>();
    private final Map<Long, Host> hosts = new TreeMap<>();
    private @Nullable HostInfoRates rates;

    /** Sums of an operation over all hosts, and the number of its cell of rates, or -1. */
    private static final class Operation {
        private long calls;
        private double callBytes;
        private double replyBytes;
        private long replies;
        private int cell = -1;
    }

    /** Sums of a host over all operations. */
    private static final class Host {
        private long callsSent;
        private long callsReceived;
        private double bytesSent;
        private double bytesReceived;

        private long calls() {
            return callsSent + callsReceived;
        }
    }

    HostInfoOverview(long groupSeconds) {
        this.groupSeconds = groupSeconds;
    }

    /** Adds the cells over all times of a cube. */
    void add(TupleCells cells) {
        for (int entry = 0; entry < cells.size(); entry++) {
            long first = cells.first(entry);
            long second = cells.second(entry);
            if (!cells.isAny(entry, HostInfoAnalysis.TIME)
                    || cells.isAny(entry, HostInfoAnalysis.IS_SEND)
                    || cells.isAny(entry, HostInfoAnalysis.IS_REQUEST)) {
                continue;
            }
            boolean request = LAYOUT.value(first, second, HostInfoAnalysis.IS_REQUEST) != 0;
            boolean send = LAYOUT.value(first, second, HostInfoAnalysis.IS_SEND) != 0;
            long count = cells.count(entry);
            double bytes = cells.sum(entry);
            if (cells.isAny(entry, HostInfoAnalysis.HOST)) {
                if (send) {
                    add(
                            operations.computeIfAbsent(operation(first, second), key -> new Operation()),
                            request,
                            count,
                            bytes);
                }
            } else if (cells.isAny(entry, HostInfoAnalysis.OPERATION)) {
                Host host =
                        hosts.computeIfAbsent(LAYOUT.value(first, second, HostInfoAnalysis.HOST), key -> new Host());
                add(host, send, request ? count : 0, bytes);
            }
        }
    }

    private static int operation(long first, long second) {
        return LAYOUT.isAny(second, HostInfoAnalysis.OPERATION)
                ? ALL
                : (int) LAYOUT.value(first, second, HostInfoAnalysis.OPERATION);
    }

    private static void add(Operation operation, boolean request, long count, double bytes) {
        if (request) {
            operation.calls += count;
            operation.callBytes += bytes;
        } else {
            operation.replies += count;
            operation.replyBytes += bytes;
        }
    }

    private static void add(Host host, boolean send, long calls, double bytes) {
        if (send) {
            host.callsSent += calls;
            host.bytesSent += bytes;
        } else {
            host.callsReceived += calls;
            host.bytesReceived += bytes;
        }
    }

    /** Sets the rates. */
    void add(HostInfoRates given) {
        rates = given;
        for (int cell = 0; cell < given.size(); cell++) {
            long first = given.first(cell);
            long second = given.second(cell);
            boolean ofCalls = LAYOUT.isAny(second, HostInfoAnalysis.HOST)
                    && !LAYOUT.isAny(second, HostInfoAnalysis.IS_SEND)
                    && LAYOUT.value(first, second, HostInfoAnalysis.IS_SEND) != 0
                    && !LAYOUT.isAny(second, HostInfoAnalysis.IS_REQUEST)
                    && LAYOUT.value(first, second, HostInfoAnalysis.IS_REQUEST) != 0;
            if (ofCalls) {
                operations.computeIfAbsent(operation(first, second), key -> new Operation()).cell = cell;
            }
        }
    }

    /** Returns the text. */
    String text() {
        StringBuilder text = new StringBuilder(
                        "hostinfo: payload bytes of a call and of a reply, calls/s in intervals of ")
                .append(groupSeconds)
                .append(" s\n");
        AlignedText ofOperations = new AlignedText("%-16s" + " %9s".repeat(6));
        ofOperations.add("operation", "calls", "call", "reply", "mean/s", "50 %/s", "99 %/s");
        List<Map.Entry<Integer, Operation>> busiest = new ArrayList<>(operations.entrySet());
        busiest.sort(Comparator.comparingLong(entry -> -entry.getValue().calls));
        busiest.removeIf(entry -> entry.getKey() == ALL);
        Operation all = operations.get(ALL);
        if (all != null) {
            line(ofOperations, "all", all);
        }
        busiest.stream()
                .limit(MOST_OPERATIONS)
                .forEach(entry -> line(ofOperations, Operations.name(entry.getKey()), entry.getValue()));
        text.append(ofOperations);
        further(text, busiest.size() - MOST_OPERATIONS, "other operation");
        if (hosts.isEmpty()) {
            return text.append('\n').toString();
        }
        AlignedText ofHosts = new AlignedText("%-16s %10s" + " %9s".repeat(3));
        ofHosts.add("host", "calls sent", "received", "MiB sent", "received");
        List<Map.Entry<Long, Host>> loaded = new ArrayList<>(hosts.entrySet());
        loaded.sort(Comparator.comparingLong(entry -> -entry.getValue().calls()));
        loaded.stream()
                .limit(MOST_HOSTS)
                .forEach(entry -> ofHosts.add(
                        Addresses.dotted(entry.getKey().intValue()),
                        Long.toString(entry.getValue().callsSent),
                        Long.toString(entry.getValue().callsReceived),
                        fixed(entry.getValue().bytesSent / MIB, 2),
                        fixed(entry.getValue().bytesReceived / MIB, 2)));
        text.append(ofHosts);
        further(text, loaded.size() - MOST_HOSTS, "other host");
        return text.append('\n').toString();
    }

    private void line(AlignedText table, String name, Operation operation) {
        HostInfoRates of = rates;
        boolean isRated = of != null && of.completeGroups() > 0;
        table.add(
                name,
                Long.toString(operation.calls),
                mean(operation.callBytes, operation.calls),
                mean(operation.replyBytes, operation.replies),
                of != null && isRated ? rate(operation.cell, of::meanMessages) : "",
                of != null && isRated ? rate(operation.cell, cell -> of.messages(cell, 0.5)) : "",
                of != null && isRated ? rate(operation.cell, cell -> of.messages(cell, 0.99)) : "");
    }

    /** An operation without a cell has no call in any complete interval. */
    private static String rate(int cell, IntToDoubleFunction rates) {
        return fixed(cell < 0 ? 0 : rates.applyAsDouble(cell), 2);
    }

    private static String mean(double bytes, long count) {
        return count == 0 ? "" : fixed(bytes / count, 0);
    }

    private static void further(StringBuilder text, int count, String what) {
        if (count > 0) {
            text.append("and ").append(Counts.of(count, what)).append("; format csv has all of them\n");
        }
    }
}
