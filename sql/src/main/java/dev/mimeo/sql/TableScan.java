package dev.mimeo.sql;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.mimeo.dataseries.Checksums;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.duckdb.DuckDBTableFunctionState;
import org.jspecify.annotations.Nullable;

/**
 * One reading of a table: hands its extents to the threads of the engine. They are fetched and unpacked ahead, a bounded
 * number of bytes. Thread-safe; closed by the engine, also before its end.
 */
final class TableScan implements DuckDBTableFunctionState {

    private final TypeTable table;
    private final int[] fields;
    private final Runnable onExtent;
    private final ExtentSource source;
    private ExtentType checked;

    @GuardedBy("this") private boolean closed;

    /**
     * Starts a scan.
     *
     * @param fields index of the field of each vector of the result; -1 where the engine wants no more than rows
     * @param checksums checksums of extents that are verified
     * @param threads threads that unpack
     * @param onExtent called for each extent that is read, one at a time
     * @param onExcluded called for each extent that is not read, by a thread that reads
     */
    TableScan(TypeTable table, int[] fields, Checksums checksums, int threads, Runnable onExtent, Runnable onExcluded) {
        this.table = table;
        this.fields = fields;
        this.onExtent = onExtent;
        Set<String> names = Arrays.stream(fields)
                .filter(field -> field >= 0)
                .mapToObj(field -> table.columns().get(field).field().name())
                .collect(Collectors.toSet());
        this.source = table.read(names, checksums, threads, onExcluded);
        this.checked = table.type();
    }

    /** Returns the field of a vector, -1 for none. */
    int field(int vector) {
        return fields[vector];
    }

    /** Returns the next extent that has rows, or null when there are no more. */
    private synchronized @Nullable Extent next() throws IOException {
        while (!closed) {
            Extent extent = source.next();
            if (extent == null) {
                return null;
            }
            onExtent.run();
            if (!extent.type().equals(checked)) {
                // The types were checked before, but a file may have been replaced since.
                table.check(extent.type(), extent.source());
                checked = extent.type();
            }
            if (extent.rows() > 0) {
                return extent;
            }
        }
        return null;
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        source.close();
    }

    /** Position of one thread of the engine. */
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
        @Nullable Extent extent(TableScan scan) throws IOException {
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
