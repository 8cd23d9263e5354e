package dev.mimeo.nfs.analyze;

import dev.mimeo.dataseries.module.RotatingMap;
import dev.mimeo.internal.text.CNumberFormat;
import dev.mimeo.query.internal.stream.QuantileText;
import dev.mimeo.query.internal.stream.Quantiles;
import dev.mimeo.query.internal.stream.TupleTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * Latency of servers, by server and operation: from the first call that a reply is for, as the client sees it, and on
 * request from the last one. Calls wait for at least 30 seconds of the trace for their reply; those that came twice
 * stay as long, as there may be another reply. Replies and calls match by client and transaction.
 */
final class ServerLatency extends TraceAnalysis {

    private static final Set<String> COLUMNS =
            Set.of("packet_at", "source", "dest", "is_request", "transaction_id", "operation", "nfs_version", "op_id");
    private static final long ROTATION_NANOS = 30_000_000_000L;

    /** Calls that came so shortly before the end may have their reply behind it. */
    private static final long END_NANOS = 1_000_000_000L;

    private static final double NANOS_PER_MILLISECOND = 1e6;
    private static final long ABSENT = -1;

    /** Names of operations that a trace has; of further ones only those that all traces share count. */
    private static final int MOST_NAMES = 1000;

    private final AnalysisOutput output;
    private final boolean fromLast;
    private final boolean distribution;
    private final RotatingMap calls = new RotatingMap();

    /** Of each waiting call: its first and its last time, how often it came again, whether it was answered. */
    private long[] firstAt = new long[64];

    private long[] lastAt = new long[64];
    private int[] repeats = new int[64];
    private boolean[] answered = new boolean[64];
    private int[] free = new int[64];
    private int freeSize;
    private int callsSize;

    /** By server and operation. */
    private final TupleTable groups = new TupleTable();

    private final List<Latencies> latencies = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final int[] nameOfNumber = new int[1 << 11];

    private final TreeMap<Long, Latencies> byServer = new TreeMap<>();
    private final TreeMap<String, Latencies> byOperation = new TreeMap<>();
    private final Latencies all = new Latencies();
    private final Quantiles repeatDelays = quantiles();
    private long missingRequests;
    private long missingReplies;
    private long repeatedReplies;
    private long repeatedRequests;
    private long now = Long.MIN_VALUE;
    private long nextRotation = Long.MIN_VALUE;

    /** Latencies of a group. */
    private static final class Latencies {
        private final Quantiles millis = quantiles();
        private long repeats;
    }

    ServerLatency(AnalysisRequest.Latency request, AnalysisOutput output) {
        this.output = output;
        this.fromLast = request.fromLast();
        this.distribution = request.distribution();
        Arrays.fill(nameOfNumber, -1);
    }

    private static Quantiles quantiles() {
        return new Quantiles(0.005, 10_000_000_000L);
    }

    @Override
    String name() {
        return "latency";
    }

    @Override
    Set<String> columns(TraceTable table) {
        return table == TraceTable.COMMON ? COLUMNS : Set.of();
    }

    @Override
    void common(CommonRows rows, int row) {
        now = rows.timeNanos(row);
        if (nextRotation == Long.MIN_VALUE) {
            nextRotation = now + ROTATION_NANOS;
        } else if (now >= nextRotation) {
            calls.rotate((key, call) -> dropWaiting((int) call));
            nextRotation = now + ROTATION_NANOS;
        }
        if (rows.isRequest(row)) {
            request(rows, row);
        } else {
            reply(rows, row);
        }
    }

    private static long key(int client, int transaction) {
        return (long) client << 32 | Integer.toUnsignedLong(transaction);
    }

    private void request(CommonRows rows, int row) {
        long key = key(rows.source(row), rows.transaction(row));
        int call = (int) calls.get(key, ABSENT);
        if (call >= 0) {
            repeats[call]++;
            repeatedRequests++;
            repeatDelays.add((now - lastAt[call]) / NANOS_PER_MILLISECOND);
            lastAt[call] = now;
            group(rows, row, rows.dest(row)).repeats++;
            return;
        }
        call = newCall();
        firstAt[call] = now;
        lastAt[call] = now;
        repeats[call] = 0;
        answered[call] = false;
        calls.put(key, call);
    }

    private void reply(CommonRows rows, int row) {
        long key = key(rows.dest(row), rows.transaction(row));
        int call = (int) calls.get(key, ABSENT);
        if (call < 0) {
            missingRequests++;
            return;
        }
        double millis = (now - (fromLast ? lastAt : firstAt)[call]) / NANOS_PER_MILLISECOND;
        group(rows, row, rows.source(row)).millis.add(millis);
        if (answered[call]) {
            repeatedReplies++;
        }
        if (repeats[call] > 0) {
            answered[call] = true;
        } else {
            calls.take(key, ABSENT);
            drop(call);
        }
    }

    private Latencies group(CommonRows rows, int row, int server) {
        int group = groups.add(Integer.toUnsignedLong(server), nameOf(rows, row));
        if (group == latencies.size()) {
            latencies.add(new Latencies());
        }
        return latencies.get(group);
    }

    /** Returns the number of the operation's name as the trace has it. */
    private int nameOf(CommonRows rows, int row) {
        int number = (rows.version(row) & 7) << 8 | rows.operation(row);
        if (nameOfNumber[number] < 0 || rows.operation(row) == Operations.UNKNOWN) {
            String name = names.size() < MOST_NAMES ? rows.operationName(row) : Operations.name(rows.operation(row));
            int known = names.indexOf(name);
            if (known < 0) {
                known = names.size();
                names.add(name);
            }
            nameOfNumber[number] = known;
        }
        return nameOfNumber[number];
    }

    private int newCall() {
        if (freeSize > 0) {
            freeSize--;
            return free[freeSize];
        }
        if (callsSize == firstAt.length) {
            int longer = 2 * callsSize;
            firstAt = Arrays.copyOf(firstAt, longer);
            lastAt = Arrays.copyOf(lastAt, longer);
            repeats = Arrays.copyOf(repeats, longer);
            answered = Arrays.copyOf(answered, longer);
            free = Arrays.copyOf(free, longer);
        }
        callsSize++;
        return callsSize - 1;
    }

    /** Drops a call that has waited for a reply, or for repeated ones. */
    private void dropWaiting(int call) {
        if (!answered[call] && lastAt[call] < now - END_NANOS) {
            missingReplies++;
        }
        drop(call);
    }

    private void drop(int call) {
        free[freeSize] = call;
        freeSize++;
    }

    @Override
    void finish() throws IOException {
        calls.drain((key, call) -> dropWaiting((int) call));
        for (int group = 0; group < groups.size(); group++) {
            Latencies latency = latencies.get(group);
            add(byServer.computeIfAbsent(groups.first(group), server -> new Latencies()), latency);
            add(byOperation.computeIfAbsent(names.get((int) groups.second(group)), name -> new Latencies()), latency);
            add(all, latency);
        }
        List<Integer> order = new ArrayList<>();
        for (int group = 0; group < groups.size(); group++) {
            order.add(group);
        }
        order.sort(Comparator.<Integer>comparingLong(groups::first)
                .thenComparing(group -> names.get((int) groups.second(group))));
        if (output.isClassic()) {
            output.text(classic(order));
        } else {
            print(order);
        }
    }

    private static void add(Latencies sum, Latencies part) {
        sum.millis.add(part.millis);
        sum.repeats += part.repeats;
    }

    private String classic(List<Integer> order) {
        StringBuilder text = new StringBuilder();
        ClassicText.begin(text, "ServerLatency");
        text.append(" id: server ip\n");
        List<Long> servers = List.copyOf(byServer.keySet());
        for (int i = 0; i < servers.size(); i++) {
            text.append(serverNumber(i)).append(": ");
            text.append(Addresses.dotted(servers.get(i).intValue())).append('\n');
        }
        String meanLatency = CNumberFormat.fixed(all.millis.mean(), 2);
        boolean missing = missingRequests + missingReplies > 0;
        text.append(missingRequests)
                .append(" missing requests, ")
                .append(missingReplies)
                .append(" missing replies; ");
        text.append(missing ? meanLatency : "0.00").append("ms mean est firstlat, ");
        text.append(missing ? meanLatency : "0.00").append("ms mean est lastlat\n");
        text.append("duplicates: ").append(repeatedReplies).append(" replies, ").append(repeatedRequests);
        text.append(" requests; delays min=");
        text.append(repeatDelays.count() == 0 ? "inf" : CNumberFormat.fixed(repeatDelays.min(), 2))
                .append("ms\n");
        QuantileText.appendRanges(text, repeatDelays, QuantileText.RANGES);
        text.append("\nGrouped by (Server,Operation) pair:\n").append(header());
        for (int group : order) {
            String server = serverNumber(servers.indexOf(groups.first(group)));
            appendLine(text, server, names.get((int) groups.second(group)), latencies.get(group));
        }
        text.append("\nGrouped by Server:\n").append(header());
        for (int i = 0; i < servers.size(); i++) {
            appendLine(text, serverNumber(i), "*", byServer.getOrDefault(servers.get(i), all));
        }
        text.append("\nGrouped by Operation:\n").append(header());
        byOperation.forEach((name, latency) -> appendLine(text, " * ", name, latency));
        text.append("\nComplete rollup:\n").append(header());
        appendLine(text, " * ", "*", all);
        ClassicText.end(text, "ServerLatency");
        return text.toString();
    }

    private static String serverNumber(int index) {
        return ClassicText.format("%03d", index + 1);
    }

    private String header() {
        return "server operation   #ops  #dups mean ; " + (fromLast ? "lastlat" : "firstlat") + " mean 50% 90% \n";
    }

    private static void appendLine(StringBuilder text, String server, String operation, Latencies latency) {
        Quantiles millis = latency.millis;
        long count = millis.count();
        text.append(server).append(' ').append(ClassicText.right(operation, 9));
        text.append(' ').append(ClassicText.right(Long.toString(count), 9));
        text.append(' ').append(ClassicText.right(Long.toString(latency.repeats), 6));
        text.append(' ')
                .append(CNumberFormat.fixed(count == 0 ? 0 : (double) latency.repeats / count, 2))
                .append(" ;");
        text.append(' ').append(ClassicText.right(CNumberFormat.fixed(millis.mean(), 3), 7));
        for (double quantile : new double[] {0.5, 0.9}) {
            text.append(' ');
            text.append(ClassicText.right(CNumberFormat.fixed(millis.quantile(quantile), 3), 6));
        }
        text.append(" \n");
    }

    private void print(List<Integer> order) throws IOException {
        LatencyRows rows = new LatencyRows();
        for (int group : order) {
            Latencies latency = latencies.get(group);
            rows.add(groups.first(group), names.get((int) groups.second(group)), latency.millis, latency.repeats);
        }
        byServer.forEach((server, latency) -> rows.add(server, null, latency.millis, latency.repeats));
        byOperation.forEach((operation, latency) -> rows.add(null, operation, latency.millis, latency.repeats));
        rows.add(null, null, all.millis, all.repeats);
        rows.print(output, distribution);
        LatencyRows.printTotals(output, missingRequests, missingReplies, repeatedRequests, repeatedReplies);
    }

    @Override
    long memoryBytes() {
        long bytes = calls.memoryBytes() + groups.memoryBytes() + 25L * firstAt.length;
        for (Latencies latency : latencies) {
            bytes += latency.millis.memoryBytes();
        }
        return bytes;
    }
}
