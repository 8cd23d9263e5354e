package dev.mimeo.analysis.sql;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import java.io.IOException;
import java.util.Iterator;
import org.duckdb.DuckDBTableFunctionState;
import org.jspecify.annotations.Nullable;

/**
 * One reading of a table: hands its extents to the threads of the engine. Those of a file are fetched and unpacked ahead,
 * a bounded number of bytes. Thread-safe; closed by the engine, also before its end.
 */
final class TraceScan implements DuckDBTableFunctionState {

    private final int[] fields;
    private final Iterator<TraceTable.Part> parts;
    private final int threads;
    private final Runnable onExtent;
    private @Nullable DataSeriesReader reader;
    private @Nullable ExtentSource source;
    private boolean closed;

    /**
     * Prepares a scan; nothing is opened yet.
     *
     * @param fields index of the field of each vector of the result; -1 where the engine wants no more than rows
     * @param onExtent called for each extent, one at a time
     */
    TraceScan(TraceTable table, int[] fields, int threads, Runnable onExtent) {
        this.fields = fields;
        this.parts = table.parts().iterator();
        this.threads = threads;
        this.onExtent = onExtent;
    }

    /** Returns the field of a vector, -1 for none. */
    int field(int vector) {
        return fields[vector];
    }

    /** Returns the next extent that has rows, or null when there are no more. */
    synchronized @Nullable Extent next() throws IOException {
        while (!closed) {
            if (source == null) {
                if (!parts.hasNext()) {
                    return null;
                }
                TraceTable.Part part = parts.next();
                reader = DataSeriesReader.open(part.file());
                source = reader.extents(part.typeName(), threads);
            }
            Extent extent = source.next();
            if (extent == null) {
                closeFile();
            } else {
                onExtent.run();
                if (extent.rows() > 0) {
                    return extent;
                }
            }
        }
        return null;
    }

    /** Returns the name of the file that is being read. */
    synchronized String fileName() {
        return reader == null ? "" : reader.name();
    }

    private void closeFile() throws IOException {
        ExtentSource lastSource = source;
        DataSeriesReader lastReader = reader;
        source = null;
        reader = null;
        try {
            if (lastSource != null) {
                lastSource.close();
            }
        } finally {
            if (lastReader != null) {
                lastReader.close();
            }
        }
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        closeFile();
    }

    /** Where one thread of the engine is. */
    static final class Cursor {
        private final VectorWriter writer;
        private @Nullable Extent extent;
        private int row;

        Cursor(VectorWriter writer) {
            this.writer = writer;
        }

        VectorWriter writer() {
            return writer;
        }

        /** Returns the extent with the next row, or null when the scan has no more. */
        @Nullable Extent extent(TraceScan scan) throws IOException {
            Extent current = extent;
            if (current == null || row == current.rows()) {
                current = scan.next();
                extent = current;
                row = 0;
            }
            return current;
        }

        int row() {
            return row;
        }

        void advance(int rows) {
            row += rows;
        }
    }
}
