package dev.mimeo.nfs.analyze;

import dev.mimeo.dataseries.Checksums;
import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentStream;
import dev.mimeo.dataseries.ExtentType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * A part of a trace: the messages of a range of records, and what the other tables have of them. Rows that have no record,
 * such as packets, go by the times of the first and the last message; a table without either is copied as a whole if it is
 * one of the trace, and left out if it sums the trace up. Immutable and thread-safe.
 */
public final class TraceSubset {

    private static final List<String> RECORD_COLUMNS = List.of("record_id", "reply_id");
    private static final List<String> TIME_COLUMNS = List.of("packet_at", "request_at");

    private final List<Path> files;
    private final Map<String, ExtentType> types;
    private final long firstRecord;
    private final long lastRecord;
    private final long firstNanos;
    private final long lastNanos;

    private TraceSubset(List<Path> files, Map<String, ExtentType> types, Bounds bounds) {
        this.files = files;
        this.types = types;
        this.firstRecord = bounds.firstRecord;
        this.lastRecord = bounds.lastRecord;
        this.firstNanos = bounds.firstNanos;
        this.lastNanos = bounds.lastNanos;
    }

    /** The least and the largest record and time of messages. */
    private static final class Bounds {
        private long firstRecord = Long.MAX_VALUE;
        private long lastRecord = Long.MIN_VALUE;
        private long firstNanos = Long.MAX_VALUE;
        private long lastNanos = Long.MIN_VALUE;
    }

    /** Decides about a message. */
    @FunctionalInterface
    private interface Choice {
        boolean has(long record, long nanos);
    }

    /**
     * Finds the messages of a range of records.
     *
     * @param last the last record, included
     * @throws IOException if a file cannot be read, or tables of the same name differ
     */
    public static TraceSubset ofRecords(List<Path> files, long first, long last, int threads) throws IOException {
        return of(files, (record, nanos) -> record >= first && record <= last, threads);
    }

    /**
     * Finds the records from the first to the last message of a range of time. Messages between them whose time is a little
     * outside belong to it too.
     *
     * @param fromNanos in nanoseconds since 1970
     * @param toNanos not included
     * @throws IOException if a file cannot be read, or tables of the same name differ
     */
    public static TraceSubset ofTimes(List<Path> files, long fromNanos, long toNanos, int threads) throws IOException {
        return of(files, (record, nanos) -> nanos >= fromNanos && nanos < toNanos, threads);
    }

    private static TraceSubset of(List<Path> files, Choice choice, int threads) throws IOException {
        Bounds bounds = new Bounds();
        Set<String> columns = Set.of("packet_at", "record_id");
        try (TableStream common =
                new TableStream(TraceTable.COMMON, columns, files, Checksums.PACKED, threads, bytes -> {})) {
            CommonRows rows = new CommonRows();
            for (Extent extent = common.next(); extent != null; extent = common.next()) {
                rows.setExtent(extent, columns);
                for (int row = 0; row < rows.rows(); row++) {
                    long record = rows.recordId(row);
                    long nanos = rows.timeNanos(row);
                    if (choice.has(record, nanos)) {
                        bounds.firstRecord = Math.min(bounds.firstRecord, record);
                        bounds.lastRecord = Math.max(bounds.lastRecord, record);
                        bounds.firstNanos = Math.min(bounds.firstNanos, nanos);
                        bounds.lastNanos = Math.max(bounds.lastNanos, nanos);
                    }
                }
            }
        }
        return new TraceSubset(List.copyOf(files), types(files), bounds);
    }

    private static Map<String, ExtentType> types(List<Path> files) throws IOException {
        Map<String, ExtentType> types = new LinkedHashMap<>();
        for (Path file : files) {
            try (DataSeriesReader reader = DataSeriesReader.open(file)) {
                for (ExtentType type : reader.types()) {
                    if (!isOfTrace(type)) {
                        continue;
                    }
                    ExtentType known = types.putIfAbsent(type.name(), type);
                    if (known != null && !known.equals(type)) {
                        throw new DataSeriesException(
                                reader.name(), "type '" + type.name() + "' differs from that of an earlier file");
                    }
                }
            }
        }
        return types;
    }

    private static boolean isOfTrace(ExtentType type) {
        return type.name().startsWith("Trace::") || type.name().matches("(NFS|Network) trace: .*");
    }

    /** Returns the types of the tables. */
    public List<ExtentType> types() {
        return List.copyOf(types.values());
    }

    /**
     * Writes the tables, one after the other.
     *
     * @param writer writer of a file with these {@link #types}; stays the caller's
     * @param extentBytes target size of extents
     * @param threads threads that decode, at least 1
     * @param progress given the number of uncompressed bytes of each extent
     * @return rows written
     */
    public long write(DataSeriesWriter writer, long extentBytes, int threads, LongConsumer progress)
            throws IOException {
        long rows = 0;
        for (ExtentType type : types.values()) {
            ExtentOutput output = new ExtentOutput(writer, type, extentBytes);
            for (Path file : files) {
                try (DataSeriesReader reader = DataSeriesReader.open(file)) {
                    if (reader.types().contains(type)) {
                        copy(reader, type, output, threads, progress);
                    }
                }
            }
            output.close();
            rows += output.rows();
        }
        return rows;
    }

    private void copy(DataSeriesReader reader, ExtentType type, ExtentOutput output, int threads, LongConsumer progress)
            throws IOException {
        String record = first(type, RECORD_COLUMNS);
        String time = first(type, TIME_COLUMNS);
        try (ExtentStream extents = reader.extents(type.name(), threads)) {
            int[] chosen = {};
            for (Extent extent = extents.next(); extent != null; extent = extents.next()) {
                progress.accept(extent.sizeBytes());
                if (record.isEmpty() && time.isEmpty()) {
                    output.copy(extent);
                    continue;
                }
                chosen = chosen.length < extent.rows() ? new int[extent.rows()] : chosen;
                int count = record.isEmpty() ? byTime(extent, time, chosen) : byRecord(extent, record, chosen);
                output.copy(extent, chosen, count);
            }
        }
    }

    /** Returns the first of some columns that a type has; empty if it has none. */
    private static String first(ExtentType type, List<String> columns) {
        for (String column : columns) {
            if (type.hasField(column) || type.hasField(column.replace('_', '-'))) {
                return column;
            }
        }
        return "";
    }

    private int byRecord(Extent extent, String column, int[] chosen) throws DataSeriesException {
        long[] records = new RowColumns(extent.type(), Set.of(column)).longs(extent, column);
        int count = 0;
        for (int row = 0; row < extent.rows(); row++) {
            if (records[row] >= firstRecord && records[row] <= lastRecord) {
                chosen[count] = row;
                count++;
            }
        }
        return count;
    }

    private int byTime(Extent extent, String column, int[] chosen) throws DataSeriesException {
        RowColumns columns = new RowColumns(extent.type(), Set.of(column));
        long[] times = columns.longs(extent, column);
        RowColumns.Times unit = columns.times(column);
        int count = 0;
        for (int row = 0; row < extent.rows(); row++) {
            long nanos = RowColumns.nanos(times[row], unit);
            if (nanos >= firstNanos && nanos <= lastNanos) {
                chosen[count] = row;
                count++;
            }
        }
        return count;
    }
}
