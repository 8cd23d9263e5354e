package dev.mimeo.dataseries;

import java.io.Closeable;
import java.io.IOException;

/**
 * Content that is read by position, such as that of a file or of an object in a store. Its size does not change while it is open.
 * Implementations must be thread-safe.
 */
public interface RandomInput extends Closeable {

    /** Returns the size, in bytes. */
    long size();

    /**
     * Reads exactly so many bytes into a range of an array.
     *
     * @param position offset of the first of them, at least 0
     * @param length at least 0; {@code position + length} is at most {@link #size()}
     * @throws IOException if they cannot be read, also because the content has become shorter
     */
    void read(long position, byte[] out, int offset, int length) throws IOException;

    /**
     * Reads exactly so many bytes.
     *
     * @param position offset of the first of them, at least 0
     * @param length at least 0; {@code position + length} is at most {@link #size()}
     * @throws IOException if they cannot be read, also because the content has become shorter
     */
    default byte[] read(long position, int length) throws IOException {
        byte[] out = new byte[length];
        read(position, out, 0, length);
        return out;
    }
}
