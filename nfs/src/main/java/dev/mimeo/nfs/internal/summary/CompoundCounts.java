package dev.mimeo.nfs.internal.summary;

import dev.mimeo.internal.random.Mixing;
import dev.mimeo.nfs.internal.handle.ByteSlice;
import dev.mimeo.nfs.summary.TrafficSummary.Compounds;
import dev.mimeo.nfs.summary.TrafficSummary.ResultLine;
import dev.mimeo.query.internal.stream.Quantiles;
import dev.mimeo.query.internal.stream.TupleTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Counts results within compounds. For one thread at a time. */
final class CompoundCounts {

    /** A trace that has more is not one of NFS; the rest is counted together. */
    private static final int MOST_KINDS = 4096;

    private static final int READ = 1;
    private static final int WRITE = 2;
    private static final int VERSION = 4;
    private static final double RANK_ERROR = 0.005;
    private static final long MOST_COMPOUNDS = 10_000_000_000L;

    private final TupleTable kinds = new TupleTable();
    private long[] counts = new long[64];
    private String[] names = new String[64];
    private final Quantiles sizes = new Quantiles(RANK_ERROR, MOST_COMPOUNDS);
    private final Set<Long> sessions = new HashSet<>();
    private long record = -1;
    private long size;
    private long slots;
    private long readDelegations;
    private long writeDelegations;

    /**
     * Takes the next result.
     *
     * @param recordId number of the reply that it is in
     * @param session session of the operation, or nothing
     * @param delegation 1 if it grants a delegation for reading, 2 for writing
     */
    void result(long recordId, ByteSlice operation, int status, ByteSlice session, int slot, int delegation) {
        if (recordId != record) {
            endCompound();
            record = recordId;
        }
        size++;
        long hash = Mixing.fnv1a64(operation.array(), operation.offset(), operation.length());
        int kind = kinds.find(hash, status);
        if (kind < 0) {
            boolean full = kinds.size() >= MOST_KINDS;
            kind = full ? kinds.add(0, 0) : kinds.add(hash, status);
            if (kind == counts.length) {
                counts = Arrays.copyOf(counts, 2 * kind);
                names = Arrays.copyOf(names, 2 * kind);
            }
            if (counts[kind] == 0) {
                names[kind] = full ? "others" : operation.text();
            }
        }
        counts[kind]++;
        if (session.length() > 0 && status == 0) {
            if (sessions.size() < Compounds.MOST_SESSIONS) {
                sessions.add(Mixing.fnv1a64(session.array(), session.offset(), session.length()));
            }
            slots = Math.max(slots, slot + 1L);
        }
        readDelegations += delegation == READ ? 1 : 0;
        writeDelegations += delegation == WRITE ? 1 : 0;
    }

    private void endCompound() {
        if (size > 0) {
            sizes.add(size);
        }
        size = 0;
    }

    Compounds compounds() {
        endCompound();
        List<ResultLine> lines = new ArrayList<>();
        for (int i = 0; i < kinds.size(); i++) {
            int status = (int) kinds.second(i);
            lines.add(new ResultLine(names[i], status == 0 ? "" : StatusNames.of(VERSION, status, 0), counts[i]));
        }
        lines.sort(Comparator.comparingLong((ResultLine line) -> -line.count())
                .thenComparing(ResultLine::operation)
                .thenComparing(ResultLine::status));
        return new Compounds(
                sizes.count(),
                sizes.quantile(0.5),
                sizes.count() == 0 ? 0 : (long) sizes.max(),
                lines,
                readDelegations,
                writeDelegations,
                sessions.size(),
                slots);
    }
}
