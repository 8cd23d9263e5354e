package dev.mimeo.dataseries;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.MimeoException.Reason;
import dev.mimeo.internal.files.AtomicFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a DataSeries file: {@link #create} with all its types, {@link #write} each extent, {@link #close}.
 *
 * <p>The file gets its index and trailer when it is closed; one that was never closed, or whose writing failed, is
 * recognisably unfinished. To give up on a file, {@link #abort()} it, so that it stays so. Not thread-safe.
 */
public final class DataSeriesWriter implements Closeable {

    private final WritableByteChannel out;

    /** Gets its name when the writer is closed; null if the caller gave a channel. */
    private @Nullable AtomicFile file;

    private final boolean bigEndian;
    private final Set<ExtentType> types;
    private final PackingQueue packing;
    private final Consumer<ExtentHeader> listener;
    private final WriteCounts counts;
    private final Consumer<String> warnings;

    private final FileBlocks blocks;

    /** Outputs with rows that they have not written. */
    private final Set<ExtentOutput> awaited = new LinkedHashSet<>();

    private final ExtentBuilder index = new ExtentBuilder(ExtentType.INDEX_TYPE);
    private long offset;
    private int chain;
    private boolean failed;

    private boolean closed;

    private DataSeriesWriter(
            WritableByteChannel out, ExtentType[] types, WriterOptions options, Consumer<ExtentHeader> listener) {
        this.out = out;
        this.blocks = new FileBlocks(out);
        this.bigEndian = options.order().equals(ByteOrder.BIG_ENDIAN);
        this.types = Set.of(types);
        this.packing = new PackingQueue(options);
        this.listener = listener;
        this.counts = new WriteCounts(types);
        this.warnings = options.warnings();
    }

    /**
     * Starts a file; its header and its types are written at once.
     *
     * @param out takes the file; closed with the writer, left open if this method fails
     * @param types all types that extents of the file will have
     * @throws IllegalArgumentException if two types have the same name and different texts
     * @throws DataSeriesException if extents of a type cannot be written, or its name is that of a type of the format
     */
    public static DataSeriesWriter create(WritableByteChannel out, List<ExtentType> types, WriterOptions options)
            throws IOException {
        return create(out, types, options, header -> {});
    }

    /**
     * Starts a file, and tells of every extent when it is written: in the order of the file, the list of types and the
     * index included, by the thread that uses the writer.
     *
     * @param out takes the file; closed with the writer, left open if this method fails
     * @param types all types that extents of the file will have
     * @param listener told where each extent starts, how large it is stored, and so on
     * @throws IllegalArgumentException if two types have the same name and different texts
     * @throws DataSeriesException if extents of a type cannot be written, or its name is that of a type of the format
     */
    public static DataSeriesWriter create(
            WritableByteChannel out, List<ExtentType> types, WriterOptions options, Consumer<ExtentHeader> listener)
            throws IOException {
        ExtentType[] sorted = sorted(types);
        DataSeriesWriter writer = new DataSeriesWriter(out, sorted, options, listener);
        try {
            writer.put(FileFrame.header(writer.bigEndian));
            writer.writeTypes(sorted);
            writer.blocks.flush();
            return writer;
        } catch (IOException | RuntimeException | Error e) {
            writer.packing.close();
            throw e;
        }
    }

    /**
     * Starts a file that appears under its name when the writer is closed and everything was written. If writing fails, or the writer
     * is aborted, nothing remains. Where other code of the caller fails, closing the writer finishes the file with the rows so far: abort
     * it first if that is not wanted.
     *
     * @param file name of a file that does not exist
     * @param types all types that extents of the file will have
     * @throws java.nio.file.FileAlreadyExistsException if the file exists; closing fails with it if somebody creates the file in the
     *     meantime
     * @throws IOException if the file cannot be created
     * @throws IllegalArgumentException if two types have the same name and different texts
     * @throws DataSeriesException if extents of a type cannot be written, or its name is that of a type of the format
     */
    public static DataSeriesWriter create(Path file, List<ExtentType> types, WriterOptions options) throws IOException {
        AtomicFile atomic = AtomicFile.create(file, AtomicFile.Mode.NEW);
        try {
            DataSeriesWriter writer = create(atomic.channel(), types, options);
            writer.file = atomic;
            return writer;
        } catch (IOException | RuntimeException | Error e) {
            atomic.close();
            throw e;
        }
    }

    private static ExtentType[] sorted(List<ExtentType> types) throws DataSeriesException {
        ExtentType[] sorted = types.stream()
                .distinct()
                .sorted(Comparator.comparing(type -> type.name().getBytes(UTF_8), Arrays::compareUnsigned))
                .toArray(ExtentType[]::new);
        for (int i = 0; i < sorted.length; i++) {
            String name = sorted[i].name();
            if (i > 0 && sorted[i - 1].name().equals(name)) {
                throw new IllegalArgumentException("two different types are named '" + name + "'");
            }
            String problem = sorted[i].layout().problem();
            if (!problem.isEmpty() || ExtentType.isBuiltIn(name)) {
                String why = problem.isEmpty()
                        ? "the format itself has a type of this name: choose another name"
                        : problem + ": leave out pack_null_compact";
                throw new DataSeriesException(Reason.UNSUPPORTED, "type '" + name + "'", "cannot be written: " + why);
            }
        }
        return sorted;
    }

    private void writeTypes(ExtentType[] sorted) throws IOException {
        ExtentBuilder builder = new ExtentBuilder(ExtentType.XML_TYPE);
        for (ExtentType type : sorted) {
            builder.addRow();
            builder.setBytes(0, type.xmlBytes());
        }
        packing.add(builder.build());
        drain(0);
    }

    /**
     * Takes over an extent, and writes those that are packed, in blocks of 128 KiB; {@link #flush()} waits for all and writes
     * them. Never holds more than a bounded number of bytes.
     *
     * @throws IllegalArgumentException if its type was not given when the file was started
     * @throws IOException if writing fails, or an extent is too large for the format: a compressed part must stay below
     *     512 MiB. The file cannot be finished then
     */
    public void write(Extent extent) throws IOException {
        checkOpen(extent.type());
        add(() -> packing.add(extent));
    }

    /** Writes an extent that nobody uses any more, as {@link #write(Extent)}; its records may be changed. */
    void writeOwn(Extent extent) throws IOException {
        checkOpen(extent.type());
        add(() -> packing.addOwn(extent));
    }

    private void add(Runnable adding) throws IOException {
        boolean done = false;
        try {
            adding.run();
            done = true;
        } finally {
            failed |= !done;
        }
        drain(Long.MAX_VALUE);
    }

    /**
     * Writes an extent of rows, as {@link #write(Extent)}. The list may be changed afterwards.
     *
     * @throws IllegalArgumentException if their type was not given when the file was started
     * @throws IOException as {@link #write(Extent)}
     */
    public void write(RowList rows) throws IOException {
        checkOpen(rows.type());
        add(() -> packing.add(rows.copy()));
    }

    /** Writes an extent as it is stored in another file of the same byte order. */
    void write(StoredExtent extent) throws IOException {
        checkOpen(extent.type());
        ExtentHeader header = extent.header();
        packing.add(new ExtentPacker.Sealed(
                header.typeName(), extent.bytes(), header.checksum(), header.variableSize(), new int[0], 0));
        drain(Long.MAX_VALUE);
    }

    /** Notes that an output has rows for this file. */
    void await(ExtentOutput output) {
        awaited.add(output);
    }

    /** Notes that an output has written its rows. */
    void complete(ExtentOutput output) {
        awaited.remove(output);
    }

    private void checkOpen(ExtentType type) {
        if (closed) {
            throw new IllegalStateException("writer is closed");
        }
        if (!types.contains(type)) {
            throw new IllegalArgumentException("type '" + type.name() + "' is not one of the file's types");
        }
    }

    /**
     * Writes all extents accepted so far. They can be recovered then even if the file is never finished.
     *
     * @throws IOException if writing fails; the file cannot be finished then
     */
    public void flush() throws IOException {
        drain(0);
        boolean done = false;
        try {
            blocks.flush();
            done = true;
        } finally {
            failed |= !done;
        }
    }

    /**
     * Waits until at most the given number of unpacked bytes of extents is in flight.
     *
     * @throws IOException if writing fails; the file cannot be finished then
     */
    public void flush(long pendingBytes) throws IOException {
        drain(Math.max(0, pendingBytes));
    }

    private void drain(long pendingBytes) throws IOException {
        boolean done = false;
        try {
            for (ExtentPacker.Sealed sealed = next(pendingBytes); sealed != null; sealed = next(pendingBytes)) {
                put(sealed);
            }
            done = true;
        } finally {
            failed |= !done;
        }
    }

    private ExtentPacker.@Nullable Sealed next(long pendingBytes) throws IOException {
        return packing.pendingBytes() > pendingBytes ? packing.take() : packing.poll();
    }

    /** Returns what was written so far, by type in the order of the file; without the lists of types and of extents. */
    public List<TypeStatistics> statistics() {
        return counts.statistics();
    }

    private void put(ExtentPacker.Sealed extent) throws IOException {
        index.addRow();
        index.setLong(0, offset);
        index.setString(1, extent.typeName());
        putExtent(extent);
    }

    private void putExtent(ExtentPacker.Sealed extent) throws IOException {
        byte[] bytes = extent.bytes();
        ExtentHeader header = ExtentHeader.parse(bytes, bigEndian, new Place("output", offset, -1));
        chain = FileFrame.chain(chain, extent.chainWord());
        put(bytes);
        counts.add(header, extent);
        listener.accept(header);
    }

    private void put(byte[] bytes) throws IOException {
        blocks.put(bytes);
        offset += bytes.length;
    }

    /** Returns how long this writer has waited for extents to be packed, in wall-clock nanoseconds. */
    public long waitNanos() {
        return packing.waitNanos();
    }

    /** Returns the bytes written so far. */
    public long sizeBytes() {
        return offset;
    }

    /**
     * Writes the index and the trailer, unless writing has failed before, and closes the output. A file that was given by its name
     * appears under it, or is removed if writing has failed. Closing again does nothing.
     *
     * @throws IllegalStateException if an {@link ExtentOutput} has rows that it has not written; the file is not finished then
     */
    @Override
    public void close() throws IOException {
        close(false);
    }

    /**
     * Closes as {@link #close()} does, and waits until the file is on its device if the output is a {@link FileChannel}.
     *
     * @throws IOException if writing fails, also as late as that
     * @throws IllegalStateException as {@link #close()}
     */
    public void closeSynced() throws IOException {
        close(true);
    }

    private void close(boolean sync) throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        boolean lacksRows = !failed && !awaited.isEmpty();
        failed |= lacksRows;
        try {
            try (out;
                    packing) {
                if (!failed) {
                    finish();
                } else {
                    // The extents that are packed can be recovered.
                    blocks.flushUnlessFailed();
                }
                if (sync && out instanceof FileChannel channel) {
                    channel.force(true);
                }
            }
            if (file != null && !failed) {
                file.commit();
            }
        } finally {
            removeUnnamed();
        }
        if (lacksRows) {
            throw new IllegalStateException("rows of type '"
                    + awaited.iterator().next().type().name()
                    + "' are not written: close their output before the writer, or abort the writer");
        }
    }

    /** Removes a file that did not get its name. */
    private void removeUnnamed() throws IOException {
        if (file != null) {
            file.close();
        }
    }

    private void finish() throws IOException {
        drain(0);
        long indexOffset = offset;
        index.addRow();
        index.setLong(0, indexOffset);
        index.setString(1, ExtentType.INDEX_TYPE.name());
        packing.add(index.build());
        ExtentPacker.Sealed sealed = Objects.requireNonNull(packing.take());
        putExtent(sealed);
        put(FileFrame.trailer(sealed.bytes().length, chain, indexOffset, bigEndian));
        blocks.flush();
        counts.warnings().forEach(warnings);
    }

    /**
     * Closes the output without finishing the file, so that readers see that it is not complete; a file that was given by its name is
     * removed. Each {@link ExtentOutput} drops its rows. Does nothing if the writer is closed.
     */
    public void abort() throws IOException {
        if (!closed) {
            closed = true;
            awaited.forEach(ExtentOutput::drop);
            try {
                packing.close();
                try (out) {
                    blocks.flushUnlessFailed();
                }
            } finally {
                removeUnnamed();
            }
        }
    }
}
