package dev.mimeo.dataseries;

import dev.mimeo.internal.files.FullTransfers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** Writes bytes in whole blocks of the file: a file system would clear parts of blocks before they are written. Not thread-safe. */
final class FileBlocks {

    private static final int BLOCK_BYTES = 128 << 10;

    private final WritableByteChannel out;
    private final ByteBuffer buffer = ByteBuffer.allocate(BLOCK_BYTES);
    private long written;

    /** Whether the output takes the buffer, or has failed to. */
    private boolean writing;

    FileBlocks(WritableByteChannel out) {
        this.out = out;
    }

    /** Puts bytes into the buffer, and writes it whenever it is full. */
    void put(byte[] bytes) throws IOException {
        for (int at = 0; at < bytes.length; ) {
            int some = Math.min(bytes.length - at, buffer.remaining());
            buffer.put(bytes, at, some);
            at += some;
            if (!buffer.hasRemaining()) {
                flush();
            }
        }
    }

    /** Writes what is in the buffer. */
    void flush() throws IOException {
        buffer.flip();
        writing = true;
        FullTransfers.write(out, buffer);
        writing = false;
        written += buffer.limit();
        // Up to the end of a block of the file.
        buffer.clear().limit(BLOCK_BYTES - (int) (written % BLOCK_BYTES));
    }

    /** Writes what is in the buffer, unless the output has failed to take it before. */
    void flushUnlessFailed() throws IOException {
        if (!writing) {
            flush();
        }
    }
}
