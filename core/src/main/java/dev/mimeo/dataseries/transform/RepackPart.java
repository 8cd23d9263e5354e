package dev.mimeo.dataseries.transform;

import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentHeader;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.RowList;
import dev.mimeo.dataseries.WriterOptions;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayDeque;
import java.util.List;

/** A file that a {@link Repacking} writes. */
final class RepackPart {

    private final DataSeriesWriter writer;
    private final SizeEstimate estimate;

    /** Unpacked bytes of the extents whose stored size the estimate does not know. */
    private final ArrayDeque<Long> submitted = new ArrayDeque<>();

    /** Stored bytes of extents written, as far as the estimate does not know them. */
    private final ArrayDeque<Long> written = new ArrayDeque<>();

    private long submittedBytes;
    private long knownBytes;

    RepackPart(WritableByteChannel out, List<ExtentType> types, WriterOptions options, SizeEstimate estimate)
            throws IOException {
        this.estimate = estimate;
        this.writer = DataSeriesWriter.create(out, types, options, this::note);
        // The list of types, of which nothing was submitted.
        knownBytes = writer.sizeBytes();
        written.clear();
    }

    private void note(ExtentHeader header) {
        if (estimate.isWanted()) {
            written.add(header.sizeBytes());
        }
    }

    /** Writes rows and clears their list. */
    void write(RowList rows) throws IOException {
        if (estimate.isWanted()) {
            submitted.add(rows.sizeBytes());
            submittedBytes += rows.sizeBytes();
        }
        writer.write(rows);
        rows.clear();
    }

    void write(Extent extent) throws IOException {
        writer.write(extent);
    }

    /**
     * Waits until no more than the given number of unpacked bytes is being packed, and returns the size of the file without them.
     * Depends on the rows only, not on what threads happen to have done beyond that.
     */
    long settledBytes(long window) throws IOException {
        writer.flush(window);
        while (submittedBytes > window) {
            long unpacked = submitted.remove();
            long stored = written.remove();
            submittedBytes -= unpacked;
            knownBytes += stored;
            estimate.learn(unpacked, stored);
        }
        return knownBytes;
    }

    /** Returns the unpacked bytes that {@link #settledBytes} left out. */
    long unsettledBytes() {
        return submittedBytes;
    }

    Repacking.Report.Part finish() throws IOException {
        writer.close();
        return new Repacking.Report.Part(writer.sizeBytes(), writer.statistics(), writer.waitNanos());
    }

    void abort() throws IOException {
        writer.abort();
    }
}
