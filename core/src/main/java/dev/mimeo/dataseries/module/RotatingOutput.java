package dev.mimeo.dataseries.module;

import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes an endless stream of extents into one file after the other. Every extent goes into the file that is current when
 * it is handed over; none is lost or divided.
 *
 * <p>Thread-safe: any thread may write, and another one may change the file. Writers wait while a file is finished.
 */
public final class RotatingOutput implements Closeable {

    private final List<ExtentType> types;
    private final WriterOptions options;
    private @Nullable DataSeriesWriter writer;

    /**
     * Makes an output without a file; the first {@link #changeFile} opens one.
     *
     * @param types all types that extents will have; every file lists them
     */
    public RotatingOutput(List<ExtentType> types, WriterOptions options) {
        this.types = List.copyOf(types);
        this.options = options;
    }

    /**
     * Finishes the current file, if there is one, and goes on in another.
     *
     * @param file must not exist
     * @throws IOException if the current file cannot be finished, or the new one not be started. In the first case
     *     nothing is current afterwards, in the second the current file stays
     */
    public synchronized void changeFile(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        DataSeriesWriter next;
        try {
            next = DataSeriesWriter.create(channel, types, options);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
        try {
            finish();
        } catch (IOException | RuntimeException e) {
            next.abort();
            throw e;
        }
        writer = next;
    }

    /**
     * Writes an extent to the current file.
     *
     * @throws IllegalStateException if no file is current
     */
    public synchronized void write(Extent extent) throws IOException {
        DataSeriesWriter current = writer;
        if (current == null) {
            throw new IllegalStateException("no file to write to");
        }
        current.write(extent);
    }

    /** Returns the bytes written to the current file so far; 0 if there is none. */
    public synchronized long sizeBytes() {
        return writer == null ? 0 : writer.sizeBytes();
    }

    private void finish() throws IOException {
        DataSeriesWriter last = writer;
        writer = null;
        if (last != null) {
            last.close();
        }
    }

    /** Finishes the current file. {@link #changeFile} may start another. */
    @Override
    public synchronized void close() throws IOException {
        finish();
    }
}
