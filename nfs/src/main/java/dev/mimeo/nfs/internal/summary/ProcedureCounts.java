package dev.mimeo.nfs.internal.summary;

import dev.mimeo.nfs.summary.TrafficSummary.ProcedureLine;
import dev.mimeo.query.internal.stream.TupleTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Messages of other programs than NFS by procedure. For one thread at a time. */
final class ProcedureCounts {

    /** Procedures that are told apart; more are not of programs. */
    private static final int MOST = 4096;

    private final TupleTable table = new TupleTable();
    private long[] calls = new long[16];
    private long[] replies = new long[16];

    void count(int program, int version, int procedure, boolean call) {
        long first = (long) program << 32 | Integer.toUnsignedLong(version);
        int entry = table.find(first, procedure);
        if (entry < 0) {
            entry = table.size() < MOST ? table.add(first, procedure) : table.add(0, 0);
            if (entry >= calls.length) {
                calls = Arrays.copyOf(calls, 2 * entry);
                replies = Arrays.copyOf(replies, 2 * entry);
            }
        }
        (call ? calls : replies)[entry]++;
    }

    /** Returns the procedures, those with most messages first. */
    List<ProcedureLine> lines() {
        List<ProcedureLine> lines = new ArrayList<>();
        for (int i = 0; i < table.size(); i++) {
            lines.add(new ProcedureLine(
                    name((int) (table.first(i) >>> 32), (int) table.first(i), (int) table.second(i)),
                    calls[i],
                    replies[i]));
        }
        lines.sort(Comparator.comparingLong((ProcedureLine line) -> -line.calls() - line.replies())
                .thenComparing(ProcedureLine::name));
        return lines;
    }

    private static String name(int program, int version, int procedure) {
        return program == 0 && version == 0 ? "others" : ProgramNames.of(program, version, procedure);
    }
}
