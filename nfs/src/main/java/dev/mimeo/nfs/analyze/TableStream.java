package dev.mimeo.nfs.analyze;

import dev.mimeo.dataseries.Checksums;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentStream;
import dev.mimeo.dataseries.ExtentType;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The extents of one table of many files, one file after the other; files without the table are passed over. */
final class TableStream implements Closeable {

    private final TraceTable table;
    private final Set<String> columns;
    private final Iterator<Path> left;
    private final Checksums checksums;
    private final int threads;
    private final LongConsumer progress;
    private @Nullable DataSeriesReader reader;
    private @Nullable ExtentStream extents;

    TableStream(
            TraceTable table,
            Set<String> columns,
            List<Path> files,
            Checksums checksums,
            int threads,
            LongConsumer progress) {
        this.table = table;
        this.columns = columns;
        this.left = files.iterator();
        this.checksums = checksums;
        this.threads = threads;
        this.progress = progress;
    }

    Set<String> columns() {
        return columns;
    }

    @Nullable Extent next() throws IOException {
        if (columns.isEmpty()) {
            return null;
        }
        while (true) {
            if (extents != null) {
                Extent extent = extents.next();
                if (extent != null) {
                    progress.accept(extent.sizeBytes());
                    return extent;
                }
            }
            close();
            if (!left.hasNext()) {
                return null;
            }
            DataSeriesReader opened = DataSeriesReader.open(left.next(), checksums);
            reader = opened;
            ExtentType type = table.in(opened);
            if (type != null) {
                extents = opened.extents(type.name(), new RowColumns(type, columns).indexes(), threads);
            }
        }
    }

    /** Takes rows of a table. */
    @FunctionalInterface
    interface RowTaker<R extends TableRows> {
        void take(R rows, int row) throws IOException;
    }

    /** Gives all rows that are left to a taker, in order. */
    <R extends TableRows> void forEachRow(R rows, RowTaker<R> taker) throws IOException {
        for (Extent extent = next(); extent != null; extent = next()) {
            rows.setExtent(extent, columns);
            int count = rows.rows();
            for (int row = 0; row < count; row++) {
                taker.take(rows, row);
            }
        }
    }

    @Override
    public void close() throws IOException {
        ExtentStream stream = extents;
        DataSeriesReader opened = reader;
        extents = null;
        reader = null;
        try {
            if (stream != null) {
                stream.close();
            }
        } finally {
            if (opened != null) {
                opened.close();
            }
        }
    }
}
