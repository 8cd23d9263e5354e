package dev.mimeo.nfs.analyze;

import dev.mimeo.dataseries.Extent;
import java.io.Closeable;
import java.io.IOException;

/** Gives the rows of the table of packets to analyses, as far as asked for. For one thread at a time. */
final class PacketFeed implements Closeable {

    private final TableStream stream;
    private final TraceAnalysis[] wanting;
    private final TraceScan.Options options;
    private final PacketRows rows = new PacketRows();
    private int next;
    private boolean ended;

    PacketFeed(TableStream stream, TraceAnalysis[] wanting, TraceScan.Options options) {
        this.stream = stream;
        this.wanting = wanting;
        this.options = options;
    }

    /** Gives the packets up to the first that is not before a time. */
    void giveBefore(long nanos) throws IOException {
        while (hasNext() && rows.timeNanos(next) < nanos) {
            give();
        }
    }

    /** Gives all that are left. */
    void giveRest() throws IOException {
        while (hasNext()) {
            give();
        }
    }

    private void give() throws IOException {
        if (options.has(rows.timeNanos(next))) {
            for (TraceAnalysis analysis : wanting) {
                analysis.packet(rows, next);
            }
        }
        next++;
    }

    private boolean hasNext() throws IOException {
        while (!ended && next >= rows.rows()) {
            Extent extent = stream.next();
            if (extent == null) {
                ended = true;
            } else {
                rows.setExtent(extent, stream.columns());
                next = 0;
            }
        }
        return !ended;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
