package dev.mimeo.nfs.internal.pcap;

import dev.mimeo.internal.bytes.UnreadableRestException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** A stream with a window on it that parsers look through. Memory grows with what the stream has, not with what it says. */
final class StreamWindow implements Closeable {

    private static final int FIRST_CAPACITY = 1 << 18;

    /** Bytes read at a time. Those who hash and copy them on the way find them in the CPU's cache. */
    private static final int READ_BYTES = 1 << 16;

    private final InputStream in;

    byte[] buffer = new byte[FIRST_CAPACITY];

    /** The window: bytes that are read and not yet taken. */
    int position;

    int limit;

    private long read;
    private boolean cut;
    private boolean followed;

    StreamWindow(InputStream in) {
        this.in = in;
    }

    /**
     * Makes sure that the window has a number of bytes.
     *
     * @return false if the stream ends before
     */
    boolean require(int bytes) throws IOException {
        if (limit - position >= bytes) {
            return true;
        }
        System.arraycopy(buffer, position, buffer, 0, limit - position);
        limit -= position;
        position = 0;
        while (limit < bytes) {
            if (limit == buffer.length) {
                buffer = Arrays.copyOf(buffer, 2 * buffer.length);
            }
            int count = fill();
            if (count < 0) {
                return false;
            }
            limit += count;
            read += count;
        }
        return true;
    }

    private int fill() throws IOException {
        try {
            return in.read(buffer, limit, Math.min(READ_BYTES, buffer.length - limit));
        } catch (EOFException e) {
            // A compressed stream that is cut off; what came before it is good.
            cut = true;
            return -1;
        } catch (UnreadableRestException e) {
            followed = true;
            return -1;
        }
    }

    /** Skips bytes; returns false if the stream ends before. */
    boolean skip(long bytes) throws IOException {
        long left = bytes;
        while (left > limit - position) {
            left -= limit - position;
            position = limit;
            if (!require(1)) {
                return false;
            }
        }
        position += (int) left;
        return true;
    }

    /** Returns whether the window is empty, which after a failed {@link #require} means the end of the stream. */
    boolean isEmpty() {
        return position == limit;
    }

    /** Returns whether the stream ended in the middle of something compressed. */
    boolean isCut() {
        return cut;
    }

    /** Returns whether something that cannot be decompressed follows the compressed stream. */
    boolean isFollowed() {
        return followed;
    }

    /** Returns the bytes taken so far. */
    long taken() {
        return read - (limit - position);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
