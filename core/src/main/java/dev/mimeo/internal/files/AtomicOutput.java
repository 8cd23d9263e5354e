package dev.mimeo.internal.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;

/**
 * An output that appears under its name when it is complete, or not at all. In a file system that can rename, it is written beside its
 * target ({@link AtomicFile}); in an object store, which cannot, its upload is completed or abandoned. For one thread at a time.
 */
public interface AtomicOutput extends Closeable {

    /** Returns the channel to write to. Closing it completes nothing: it may be closed before {@link #commit()}. */
    WritableByteChannel channel();

    /**
     * Stores the content under its name.
     *
     * @throws IOException if it cannot be stored; {@link #close()} removes it then
     */
    void commit() throws IOException;

    /** Removes the content that was not committed; closing twice is harmless. */
    @Override
    void close() throws IOException;
}
