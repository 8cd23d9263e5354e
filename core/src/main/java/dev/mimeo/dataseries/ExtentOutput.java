package dev.mimeo.dataseries;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Collects rows of one type into extents of a target size and writes them.
 *
 * <pre>{@code
 * try (DataSeriesWriter writer = DataSeriesWriter.create(channel, List.of(type), WriterOptions.DEFAULT);
 *         ExtentOutput output = new ExtentOutput(writer, type, 64 << 10)) {
 *     ExtentBuilder row = output.addRow();
 *     row.setLong(time, 42);
 * }
 * }</pre>
 *
 * <p>As in the original library an extent is written before the row that would make it too large: when the bytes of its
 * records and strings, plus those of a record, exceed the target. So a row with long strings may exceed it. An extent is
 * never too large for the format, whatever the target: a row that would make it so goes into the next one.
 *
 * <p>Several outputs may share one writer. Not thread-safe.
 */
public final class ExtentOutput implements Closeable {

    /** Default target size of the original library, in bytes. */
    public static final long DEFAULT_TARGET_BYTES = 64L << 10;

    /** A part of an extent stored as it is must stay below this; see the format's limits. */
    private static final long MAX_PART = (1L << 29) - (1L << 20);

    /** Rows copied from one column to another at a time. */
    private static final int MAX_BATCH = 4096;

    private final DataSeriesWriter writer;
    private final ExtentBuilder builder;
    private final int recordSize;
    private final RowCopier copier;
    private final boolean renames;

    /** Rows of extents of the very type; while it has some the builder has none. */
    private final RowList list;

    private long targetBytes;
    private long extents;
    private long rows;

    /**
     * Makes an output without rows.
     *
     * @param writer takes the extents; not closed with this output. Must have been created with the type
     * @param targetBytes uncompressed size of extents, see {@link #setTargetBytes}
     */
    public ExtentOutput(DataSeriesWriter writer, ExtentType type, long targetBytes) {
        this(writer, type, targetBytes, Map.of());
    }

    /**
     * Makes an output whose {@code copy} methods rename fields.
     *
     * @param writer takes the extents; not closed with this output. Must have been created with the type
     * @param targetBytes uncompressed size of extents, see {@link #setTargetBytes}
     * @param sourceNames as {@link RowCopier#RowCopier(ExtentType, Map)} takes them
     */
    public ExtentOutput(DataSeriesWriter writer, ExtentType type, long targetBytes, Map<String, String> sourceNames) {
        this.writer = writer;
        this.builder = new ExtentBuilder(type, true);
        this.recordSize = type.recordSize();
        this.copier = new RowCopier(type, sourceNames);
        this.renames = !sourceNames.isEmpty();
        this.list = new RowList(type);
        setTargetBytes(targetBytes);
    }

    /** Returns the type of the rows. */
    public ExtentType type() {
        return builder.type();
    }

    /** Returns the target size of extents, in uncompressed bytes. */
    public long targetBytes() {
        return targetBytes;
    }

    /**
     * Changes the target size of extents, from the next row on.
     *
     * @param bytes uncompressed size of records and strings, at least 1
     */
    public void setTargetBytes(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("extent size must be at least 1 byte, got " + bytes);
        }
        this.targetBytes = bytes;
    }

    /**
     * Adds a row, after writing the extent if it is full.
     *
     * @return the builder, always the same, whose setters change this row until the next is added
     * @throws IOException if writing fails; the file cannot be finished then
     */
    public ExtentBuilder addRow() throws IOException {
        copyList();
        splitIfTooLarge();
        if (builder.rows() > 0 && exceeds(recordSize)) {
            flush();
        }
        builder.addRows(1);
        rows++;
        return builder;
    }

    /**
     * Adds a copy of a row.
     *
     * @throws DataSeriesException if a value cannot be converted to the type of its field here
     * @throws IOException if writing fails; the file cannot be finished then
     */
    public void copy(Extent extent, int row) throws IOException {
        copyList();
        splitIfTooLarge();
        flushFor(copier.sizeBytes(extent, row) - recordSize);
        copier.copy(extent, row, builder);
        rows++;
    }

    /** Adds copies of all rows of an extent; exceptions as for {@link #copy(Extent, int)}. */
    public void copy(Extent extent) throws IOException {
        copy(extent, 0, extent.rows());
    }

    /**
     * Adds copies of rows that follow each other; exceptions as for {@link #copy(Extent, int)}. Rows of this type are not
     * copied before they are packed, on the threads of the writer; what lies beneath null values is not kept.
     *
     * @param from the first row
     * @param to the row after the last
     */
    public void copy(Extent extent, int from, int to) throws IOException {
        if (renames || !extent.type().equals(type())) {
            copy(extent, IntStream.range(from, to).toArray(), to - from);
            return;
        }
        splitIfTooLarge();
        if (builder.rows() > 0) {
            Extent before = builder.build();
            builder.drop();
            // All fit that fitted into the builder, but for the strings of the last row.
            append(before, 0, before.rows(), Long.MAX_VALUE);
        }
        append(extent, from, to, targetBytes);
        rows += to - from;
    }

    private void append(Extent extent, int from, int to, long target) throws IOException {
        int row = list.addUpTo(extent, from, to, target);
        while (row < to) {
            flush();
            row = list.addUpTo(extent, row, to, target);
        }
    }

    /** Turns the rows of the list into rows of the builder. */
    private void copyList() throws DataSeriesException {
        if (list.rows() == 0) {
            return;
        }
        for (int run = 0; run < list.runs(); run++) {
            int[] numbers = IntStream.range(list.first(run), list.end(run)).toArray();
            copier.copy(list.source(run), numbers, 0, numbers.length, builder);
        }
        list.clear();
    }

    /**
     * Adds copies of some rows, column by column, which is faster than row by row; exceptions as for
     * {@link #copy(Extent, int)}.
     *
     * @param numbers row numbers, of which the first {@code count} are copied in this order
     */
    public void copy(Extent extent, int[] numbers, int count) throws IOException {
        copyList();
        splitIfTooLarge();
        int begin = 0;
        while (begin < count) {
            long strings = copier.sizeBytes(extent, numbers[begin]) - recordSize;
            flushFor(strings);
            long added = recordSize + strings;
            int end = begin + 1;
            while (end < count && end - begin < MAX_BATCH && !exceeds(added + recordSize)) {
                strings = copier.sizeBytes(extent, numbers[end]) - recordSize;
                if (tooLarge(added + strings)) {
                    break;
                }
                added += recordSize + strings;
                end++;
            }
            copier.copy(extent, numbers, begin, end, builder);
            rows += end - begin;
            begin = end;
        }
    }

    /** Writes the extent if it has no room for another row with strings of so many bytes. */
    private void flushFor(long strings) throws IOException {
        if (builder.rows() > 0 && (exceeds(recordSize) || tooLarge(strings))) {
            flush();
        }
    }

    /** The rule of the original library: tells whether more bytes would exceed the target. */
    private boolean exceeds(long moreBytes) {
        return builder.sizeBytes() + moreBytes > targetBytes || builder.recordBytes() + moreBytes > MAX_PART;
    }

    private boolean tooLarge(long moreStrings) {
        return builder.stringBytes() + moreStrings > MAX_PART;
    }

    // The strings of a row are only known after it has been added.
    private void splitIfTooLarge() throws IOException {
        if (builder.rows() > 1 && builder.stringBytes() > MAX_PART && builder.canSplitLastRow()) {
            write(builder.splitLastRow());
        }
    }

    /**
     * Writes the rows added so far as an extent, if there are any. {@link DataSeriesWriter#flush()} makes sure that it is
     * in the file.
     *
     * @throws IOException if writing fails; the file cannot be finished then
     */
    public void flush() throws IOException {
        if (list.rows() > 0) {
            extents++;
            writer.write(list);
            list.clear();
        }
        splitIfTooLarge();
        if (builder.rows() > 0) {
            Extent extent = builder.build();
            builder.drop();
            write(extent);
        }
    }

    private void write(Extent extent) throws IOException {
        extents++;
        writer.write(extent);
    }

    /** Returns the extents written so far. */
    public long extents() {
        return extents;
    }

    /** Returns the rows added so far. */
    public long rows() {
        return rows;
    }

    /** Returns the uncompressed bytes of the rows that are not written yet. */
    public long pendingBytes() {
        return list.rows() > 0 ? list.sizeBytes() : builder.rows() == 0 ? 0 : builder.sizeBytes();
    }

    /** Writes what is left, as {@link #flush()} does. The writer stays open. */
    @Override
    public void close() throws IOException {
        flush();
    }
}
