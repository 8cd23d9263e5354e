package dev.mimeo.nfs.analyze;

import dev.mimeo.nfs.internal.handle.ByteSlice;
import dev.mimeo.query.internal.stream.ByteStringTable;
import dev.mimeo.query.internal.stream.EntryOrder;
import dev.mimeo.query.internal.stream.TupleTable;
import java.io.IOException;
import java.util.HexFormat;

/**
 * Calls that are missing from sessions of NFSv4.1 and later: each slot of a session numbers its calls one after the other, RFC
 * 8881, section 2.10.6.1. The memory is that of the different slots. For one thread at a time.
 */
final class SessionGaps {

    private static final ResultTable TABLE = ResultTable.of(
            "nfs_missing_sessions", "session:t", "slots:i", "calls:i", "skipped:i", "repeated:i", "backwards:i");

    private final ByteStringTable sessions = new ByteStringTable();

    /** By session and slot: the number of the newest call. */
    private final TupleTable slots = new TupleTable();

    private long[] newest = new long[64];
    private final SessionCounts counts = new SessionCounts();
    private final ByteSlice slice = new ByteSlice();

    /** Counts by session. */
    private static final class SessionCounts {
        private long[] slots = new long[16];
        private long[] calls = new long[16];
        private long[] skipped = new long[16];
        private long[] repeated = new long[16];
        private long[] backwards = new long[16];

        void grow(int size) {
            slots = EntryOrder.grown(slots, size);
            calls = EntryOrder.grown(calls, size);
            skipped = EntryOrder.grown(skipped, size);
            repeated = EntryOrder.grown(repeated, size);
            backwards = EntryOrder.grown(backwards, size);
        }
    }

    void add(CompoundRows rows, int row) {
        if (!rows.isRequest(row) || !rows.hasSession(row)) {
            return;
        }
        rows.session(row, slice);
        int session = sessions.number(slice.array(), slice.offset(), slice.length());
        counts.grow(session + 1);
        counts.calls[session]++;
        int known = slots.size();
        int slot = slots.add(session, rows.slot(row));
        int number = rows.sequence(row);
        if (slot == known) {
            newest = EntryOrder.grown(newest, slot + 1);
            counts.slots[session]++;
            newest[slot] = number;
            return;
        }
        // Numbers go on at 0 behind the largest.
        int step = number - (int) newest[slot];
        if (step == 0) {
            counts.repeated[session]++;
        } else if (step < 0) {
            counts.backwards[session]++;
        } else {
            counts.skipped[session] += step - 1;
            newest[slot] = number;
        }
    }

    void print(AnalysisOutput output) throws IOException {
        for (int session = 0; session < sessions.size(); session++) {
            output.row(
                    TABLE,
                    HexFormat.of().formatHex(sessions.bytes(session)),
                    counts.slots[session],
                    counts.calls[session],
                    counts.skipped[session],
                    counts.repeated[session],
                    counts.backwards[session]);
        }
    }

    long memoryBytes() {
        return sessions.memoryBytes() + slots.memoryBytes() + Long.BYTES * (newest.length + 5L * counts.calls.length);
    }
}
