package dev.mimeo.fuzz;

import com.sun.management.ThreadMXBean;
import dev.mimeo.dataseries.Checksums;
import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.IndexEntry;
import dev.mimeo.dataseries.VariableColumn;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/** A file is read to its last value or refused, and neither takes much memory. Checksums would hide all but luck. */
public final class DataSeriesReaderFuzz {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** An input of a few thousand bytes may hold some well packed extents. */
    private static final long MAX_ALLOCATED = 256L << 20;

    private DataSeriesReaderFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        long thread = Thread.currentThread().getId();
        long before = THREADS.getThreadAllocatedBytes(thread);
        try (DataSeriesReader reader = DataSeriesReader.read(data, "fuzz", Checksums.NONE)) {
            for (IndexEntry entry : reader.index()) {
                readAll(reader.read(entry.offset()));
            }
        } catch (DataSeriesException e) {
            Check.oneLine(e);
        }
        long allocated = THREADS.getThreadAllocatedBytes(thread) - before;
        Check.that(allocated <= MAX_ALLOCATED, "%d bytes allocated for %d bytes", allocated, data.length);
    }

    private static void readAll(Extent extent) {
        for (Field field : extent.type().fields()) {
            int index = field.index();
            switch (field.type()) {
                case BOOL -> extent.booleans(index);
                case BYTE -> extent.bytes(index);
                case INT32 -> extent.ints(index);
                case INT64 -> extent.longs(index);
                case DOUBLE -> extent.doubles(index);
                case FIXEDWIDTH -> extent.fixedWidths(index);
                case VARIABLE32 -> {
                    VariableColumn column = extent.variables(index);
                    for (int row = 0; row < extent.rows(); row++) {
                        int end = column.offset(row) + column.length(row);
                        Check.that(end <= column.array().length, "string of row %d ends at %d", row, end);
                    }
                }
            }
            if (field.nullable()) {
                extent.nulls(index);
            }
        }
    }
}
