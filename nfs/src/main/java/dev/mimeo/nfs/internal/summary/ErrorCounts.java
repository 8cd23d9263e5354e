package dev.mimeo.nfs.internal.summary;

import dev.mimeo.nfs.summary.TrafficSummary.ErrorLine;
import dev.mimeo.query.internal.stream.TupleTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Errors by operation and status. For one thread at a time. */
final class ErrorCounts {

    /** A trace that has more is not one of NFS; the rest is counted together. */
    private static final int MOST = 4096;

    private final TupleTable table = new TupleTable();
    private long[] counts = new long[64];
    private long others;

    void count(int kind, TrafficMessage reply) {
        long status = reply.rpcError == 0 ? Integer.toUnsignedLong(reply.status) : 0;
        long first = (long) kind << 32 | status;
        int entry = table.find(first, reply.rpcError);
        if (entry < 0 && table.size() < MOST) {
            entry = table.add(first, reply.rpcError);
            if (entry == counts.length) {
                counts = Arrays.copyOf(counts, 2 * entry);
            }
        }
        if (entry >= 0) {
            counts[entry]++;
        } else {
            others++;
        }
    }

    /** Returns the errors, the most frequent first, and last the sum of those beyond the bound of kinds. */
    List<ErrorLine> lines(OperationKinds kinds) {
        List<ErrorLine> lines = new ArrayList<>();
        for (int i = 0; i < table.size(); i++) {
            int kind = (int) (table.first(i) >>> 32);
            String status = StatusNames.of(kinds.version(kind), (int) table.first(i), (int) table.second(i));
            lines.add(new ErrorLine(kinds.name(kind), status, counts[i]));
        }
        lines.sort(Comparator.comparingLong((ErrorLine line) -> -line.count())
                .thenComparing(ErrorLine::operation)
                .thenComparing(ErrorLine::status));
        if (others > 0) {
            lines.add(new ErrorLine("others", "", others));
        }
        return lines;
    }
}
