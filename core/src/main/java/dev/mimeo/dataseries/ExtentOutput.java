package dev.mimeo.dataseries;

import java.io.Closeable;
import java.io.IOException;
import java.util.Objects;
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
 * <p>Several outputs may share one writer. Rows are written when their output is closed or flushed; a writer that is closed before fails
 * instead of leaving them out. To give up on all rows, {@linkplain DataSeriesWriter#abort() abort} the writer. Not thread-safe.
 */
public final class ExtentOutput implements Closeable {

    /** Default target size of the original library, in bytes. */
    public static final long DEFAULT_TARGET_BYTES = 64L << 10;

    /** Most rows that are copied at a time: so few that their values stay in the cache while column after column is copied. */
    private static final int MAX_BATCH = 4096;

    private final DataSeriesWriter writer;
    private final ExtentBuilder builder;
    private final int recordSize;
    private final RowCopier copier;

    /** Rows of extents of the same type, which the writer copies. At most one of list and builder has rows. */
    private final RowList list;

    /** Whether the writer knows of rows that it has not got. */
    private boolean awaited;

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
        this.writer = writer;
        this.builder = ExtentBuilder.ofOutput(type);
        this.recordSize = type.recordSize();
        this.copier = new RowCopier(type);
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
     * @throws IllegalArgumentException if the size is less than 1
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
        await();
        return builder;
    }

    /**
     * Adds a copy of a row.
     *
     * @throws IndexOutOfBoundsException if the extent does not have the row
     * @throws DataSeriesException if a value cannot be converted to the type of its field here
     * @throws IOException if writing fails; the file cannot be finished then
     */
    public void copy(Extent extent, int row) throws IOException {
        Objects.checkIndex(row, extent.rows());
        copyList();
        splitIfTooLarge();
        flushFor(copier.sizeBytes(extent, row) - recordSize);
        copier.copy(extent, row, builder);
        rows++;
        await();
    }

    /** Adds copies of all rows of an extent; exceptions as for {@link #copy(Extent, int)}. */
    public void copy(Extent extent) throws IOException {
        copy(extent, 0, extent.rows());
    }

    /**
     * Adds copies of consecutive rows; exceptions as for {@link #copy(Extent, int)}. Rows of this type are copied only when
     * they are packed, on the threads of the writer. The stored bytes of null values are not kept.
     *
     * @param from the first row
     * @param to the row after the last
     */
    public void copy(Extent extent, int from, int to) throws IOException {
        Objects.checkFromToIndex(from, to, extent.rows());
        if (!extent.type().equals(type())) {
            copy(extent, IntStream.range(from, to).toArray(), to - from);
            return;
        }
        splitIfTooLarge();
        if (builder.rows() > 0) {
            Extent before = builder.build();
            builder.drop();
            // All rows fit into one list, as they fitted into the builder, unless the strings of the last row are too
            // long.
            append(before, 0, before.rows(), Long.MAX_VALUE);
        }
        append(extent, from, to, targetBytes);
        rows += to - from;
        await();
    }

    /** Lets the writer wait for the rows that are here. */
    private void await() {
        if (!awaited) {
            awaited = true;
            writer.await(this);
        }
    }

    private void append(Extent extent, int from, int to, long target) throws IOException {
        int row = list.addUpTo(extent, from, to, target);
        while (row < to) {
            flush();
            row = list.addUpTo(extent, row, to, target);
        }
    }

    /** Moves the rows of the list to the builder. */
    private void copyList() throws DataSeriesException {
        if (list.rows() == 0) {
            return;
        }
        for (int run = 0; run < list.runs(); run++) {
            int[] indexes = IntStream.range(list.first(run), list.end(run)).toArray();
            copier.copy(list.source(run), indexes, 0, indexes.length, builder);
        }
        list.clear();
    }

    /**
     * Adds copies of some rows, column by column, which is faster than row by row; exceptions as for
     * {@link #copy(Extent, int)}.
     *
     * @param indexes indexes of rows, of which the first {@code count} are copied, in this order
     */
    public void copy(Extent extent, int[] indexes, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            Objects.checkIndex(indexes[i], extent.rows());
        }
        copyList();
        splitIfTooLarge();
        int begin = 0;
        while (begin < count) {
            long strings = copier.sizeBytes(extent, indexes[begin]) - recordSize;
            flushFor(strings);
            long added = recordSize + strings;
            int end = begin + 1;
            while (end < count && end - begin < MAX_BATCH && !exceeds(added + recordSize)) {
                strings = copier.sizeBytes(extent, indexes[end]) - recordSize;
                if (tooLarge(added + strings)) {
                    break;
                }
                added += recordSize + strings;
                end++;
            }
            copier.copy(extent, indexes, begin, end, builder);
            rows += end - begin;
            begin = end;
            await();
        }
    }

    /**
     * Writes the extent if it has no room for another row.
     *
     * @param strings bytes of the strings of that row
     */
    private void flushFor(long strings) throws IOException {
        if (builder.rows() > 0 && (exceeds(recordSize) || tooLarge(strings))) {
            flush();
        }
    }

    /** Returns whether an extent with more bytes would exceed the target, by the rule of the original library. */
    private boolean exceeds(long moreBytes) {
        return builder.sizeBytes() + moreBytes > targetBytes || builder.recordBytes() + moreBytes > RowList.MAX_PART;
    }

    /** Returns whether an extent with more bytes of strings would exceed the limit of the format. */
    private boolean tooLarge(long moreStrings) {
        return builder.stringBytes() + moreStrings > RowList.MAX_PART;
    }

    /** Writes all rows except the last if the last made the extent too large. Its strings were not known when it was added. */
    private void splitIfTooLarge() throws IOException {
        if (builder.rows() > 1 && builder.stringBytes() > RowList.MAX_PART && builder.canSplitLastRow()) {
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
        awaited = false;
        writer.complete(this);
    }

    private void write(Extent extent) throws IOException {
        extents++;
        writer.writeOwn(extent);
    }

    /** Returns the number of extents written so far. */
    public long extents() {
        return extents;
    }

    /** Returns the number of rows added so far. */
    public long rows() {
        return rows;
    }

    /** Returns the uncompressed bytes of the rows that are not written yet. */
    public long pendingBytes() {
        return list.rows() > 0 ? list.sizeBytes() : builder.rows() == 0 ? 0 : builder.sizeBytes();
    }

    /** Drops the rows that are not written yet. */
    void drop() {
        list.clear();
        builder.drop();
    }

    /**
     * Writes the rows that are not written yet, as {@link #flush()} does. The writer stays open. {@link DataSeriesWriter#abort()} drops
     * these rows, so that nothing is left to write.
     */
    @Override
    public void close() throws IOException {
        flush();
    }
}
