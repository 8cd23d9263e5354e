package dev.mimeo.nfs.analyze;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Gives the messages of a time range to analyses, and to the join with other tables. For one thread at a time. */
final class MessageFeed {

    /** Messages are almost in the order of their times. */
    private static final long PACKETS_WAIT_NANOS = 1_000_000_000L;

    private final TraceScan.Options options;
    private final TraceAnalysis[] wanting;
    private final @Nullable TraceJoin join;
    private final @Nullable PacketFeed packets;
    private final boolean tracksRecords;
    private long firstRecord = Long.MAX_VALUE;
    private long lastRecord = Long.MIN_VALUE;

    /**
     * Makes a feed.
     *
     * @param join takes all messages; null if none is joined
     * @param packets given as messages come; null if packets are given later
     * @param tracksRecords whether {@link #hasRecord} will be asked
     */
    MessageFeed(
            TraceScan.Options options,
            TraceAnalysis[] wanting,
            @Nullable TraceJoin join,
            @Nullable PacketFeed packets,
            boolean tracksRecords) {
        this.options = options;
        this.wanting = wanting;
        this.join = join;
        this.packets = packets;
        this.tracksRecords = tracksRecords;
    }

    void give(CommonRows rows, int row) throws IOException {
        long nanos = rows.timeNanos(row);
        if (!options.has(nanos)) {
            return;
        }
        if (packets != null) {
            packets.giveBefore(nanos - PACKETS_WAIT_NANOS);
        }
        if (tracksRecords) {
            firstRecord = Math.min(firstRecord, rows.recordId(row));
            lastRecord = Math.max(lastRecord, rows.recordId(row));
        }
        for (TraceAnalysis analysis : wanting) {
            analysis.common(rows, row);
        }
        if (join != null) {
            join.message(rows, row);
        }
    }

    /** Returns whether a record is between the first and the last message that was in the time range. */
    boolean hasRecord(long id) {
        return id >= firstRecord && id <= lastRecord;
    }
}
