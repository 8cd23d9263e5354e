package dev.mimeo.integrations.impressions;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.internal.bytes.BulkInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Reads a regular file or a named pipe that other processes write, and waits at its end for more until the file is removed.
 *
 * <p>A line of a pipe that is incomplete when all writers have closed it ends the stream, and reading goes on after that: the rest of
 * the line can no longer come, and the next bytes are those of another writer. A regular file does not tell who has it open.
 */
final class FollowedInput extends BulkInputStream {

    private static final int POLL_MILLIS = 10;

    private final Path file;
    private final FileChannel channel;
    private final boolean pipe;

    /** Whether the last byte that was read is in the middle of a line whose end can still come. */
    private boolean inLine;

    FollowedInput(Path file) throws IOException {
        this.file = file;
        this.pipe = !Files.isRegularFile(file);
        this.channel = FileChannel.open(file);
    }

    @Override
    public int read(byte[] data, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        ByteBuffer buffer = ByteBuffer.wrap(data, offset, length);
        while (true) {
            // Asked first: what was written before the removal is still to be read.
            boolean removed = Files.notExists(file);
            int count = channel.read(buffer);
            if (count > 0) {
                inLine = data[offset + count - 1] != '\n';
                return count;
            }
            if (removed) {
                return -1;
            }
            if (pipe && inLine) {
                inLine = false;
                return -1;
            }
            if (!pipe && channel.size() < channel.position()) {
                throw MimeoException.of(file, Reason.TRUNCATED, "became shorter while it was followed");
            }
            pause();
        }
    }

    private static void pause() throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while following a file");
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
