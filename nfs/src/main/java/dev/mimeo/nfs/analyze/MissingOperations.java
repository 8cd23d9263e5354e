package dev.mimeo.nfs.analyze;

import dev.mimeo.internal.text.CNumberFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Estimate of the calls that a trace lacks, from the transaction numbers of clients, which increase by one, in the byte
 * order of the client. Calls are looked at in batches of 2000 of each connection, or of each client.
 */
final class MissingOperations extends TraceAnalysis {

    private static final ResultTable TOTAL = ResultTable.of(
            "nfs_missing",
            "client:a",
            "client_port:i",
            "server:a",
            "protocol:t",
            "requests:i",
            "good:i",
            "skipped:i",
            "backwards:i",
            "old:i",
            "bad_guess:i",
            "unknown:i");
    private static final ResultTable AFTER =
            ResultTable.of("nfs_missing_after", "operation:t", "events:i", "skipped:i");
    private static final Set<String> BY_CLIENT =
            Set.of("packet_at", "source", "is_request", "transaction_id", "nfs_version", "op_id", "operation");
    private static final Set<String> BY_CONNECTION = Set.of(
            "packet_at",
            "source",
            "dest",
            "source_port",
            "is_udp",
            "is_request",
            "transaction_id",
            "nfs_version",
            "op_id",
            "operation");

    private static final Set<String> SESSIONS = Set.of("record_id", "is_request", "session", "slot", "sequence");

    private final AnalysisOutput output;
    private final SessionGaps sessions = new SessionGaps();
    private final boolean byClient;
    private final Map<CounterKey, SequenceGaps> connections = new HashMap<>();

    /** Calls after which others were missing, and how many those were, by operation. */
    private final long[] events = new long[256];

    private final long[] skipped = new long[256];

    /** The connection of the last call, and what is known of it. */
    private CounterKey last = new CounterKey(0, -1, 0, false);

    private SequenceGaps gaps = new SequenceGaps(events, skipped);

    /** The calls of one counter; port and server are 0 where only the client matters. */
    private record CounterKey(int client, int port, int server, boolean isUdp) {}

    MissingOperations(AnalysisRequest.Missing request, AnalysisOutput output) {
        this.output = output;
        this.byClient =
                request.by() == null ? output.isClassic() : request.by() == AnalysisRequest.Missing.Numbering.CLIENT;
    }

    @Override
    String name() {
        return "missing";
    }

    @Override
    Set<String> columns(TraceTable table) {
        return switch (table) {
            case COMMON -> byClient ? BY_CLIENT : BY_CONNECTION;
            case COMPOUNDS -> output.isClassic() ? Set.of() : SESSIONS;
            default -> Set.of();
        };
    }

    @Override
    void compound(CompoundRows rows, int row) {
        sessions.add(rows, row);
    }

    @Override
    void common(CommonRows rows, int row) {
        if (!rows.isRequest(row)) {
            return;
        }
        int client = rows.source(row);
        int port = byClient ? 0 : rows.sourcePort(row);
        int server = byClient ? 0 : rows.dest(row);
        boolean udp = !byClient && rows.isUdp(row);
        if (client != last.client || port != last.port || server != last.server || udp != last.isUdp) {
            last = new CounterKey(client, port, server, udp);
            gaps = connections.computeIfAbsent(last, key -> new SequenceGaps(events, skipped));
        }
        gaps.add(rows.timeNanos(row), rows.transaction(row), rows.operation(row));
    }

    @Override
    void finish() throws IOException {
        List<CounterKey> order = new ArrayList<>(connections.keySet());
        order.sort((a, b) -> {
            int byHost = Integer.compareUnsigned(a.client, b.client);
            int byServer = byHost != 0 ? byHost : Integer.compareUnsigned(a.server, b.server);
            return byServer != 0 ? byServer : Integer.compare(a.port, b.port);
        });
        if (!output.isClassic()) {
            for (CounterKey connection : order) {
                SequenceGaps of = connections.get(connection);
                if (of != null) {
                    of.finish();
                    print(connection, of);
                }
            }
            for (int operation = 0; operation < events.length; operation++) {
                if (events[operation] > 0) {
                    output.row(AFTER, Operations.name(operation), events[operation], skipped[operation]);
                }
            }
            sessions.print(output);
            return;
        }
        SequenceGaps total = new SequenceGaps(events, skipped);
        connections.values().forEach(total::addCounts);
        output.text(classic(total));
    }

    private String classic(SequenceGaps total) {
        long requests = total.requests();
        StringBuilder text = new StringBuilder();
        text.append("request ")
                .append(requests)
                .append("; good ")
                .append(total.good())
                .append(' ');
        text.append(share(total.good(), requests, 2))
                .append("; skip ")
                .append(total.skipped())
                .append(" (");
        text.append(share(total.skipped(), requests, 4)).append("); backwards ").append(total.backwards());
        text.append("; old ")
                .append(total.old())
                .append("; bad-endianess-guess ")
                .append(total.badGuess());
        text.append(", unknown ").append(total.unknown()).append("\nskip-after: ");
        String separator = "";
        for (int operation = 0; operation < events.length; operation++) {
            if (events[operation] > 0) {
                text.append(separator)
                        .append(Operations.name(operation))
                        .append(": ")
                        .append(events[operation]);
                text.append('/').append(skipped[operation]);
                separator = ", ";
            }
        }
        return text.append("\n\n").toString();
    }

    private static String share(long part, long whole, int decimals) {
        return CNumberFormat.fixed(whole == 0 ? 0 : 100.0 * part / whole, decimals) + "%";
    }

    private void print(CounterKey connection, SequenceGaps of) throws IOException {
        output.row(
                TOTAL,
                Addresses.number(connection.client),
                byClient ? null : Long.valueOf(connection.port),
                byClient ? null : Addresses.number(connection.server),
                byClient ? null : connection.isUdp ? "udp" : "tcp",
                of.requests(),
                of.good(),
                of.skipped(),
                of.backwards(),
                of.old(),
                of.badGuess(),
                of.unknown());
    }

    @Override
    long memoryBytes() {
        return connections.values().stream()
                        .mapToLong(SequenceGaps::memoryBytes)
                        .sum()
                + sessions.memoryBytes()
                + 2L * Long.BYTES * events.length;
    }
}
