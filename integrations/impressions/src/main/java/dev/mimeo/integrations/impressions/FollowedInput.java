package dev.mimeo.integrations.impressions;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Reads a file that another process writes, and waits at its end for more until the file is removed. */
final class FollowedInput extends InputStream {

    private static final int POLL_MILLIS = 10;

    private final Path file;
    private final FileChannel channel;

    FollowedInput(Path file) throws IOException {
        this.file = file;
        this.channel = FileChannel.open(file);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
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
            if (count > 0 || removed) {
                return count;
            }
            if (channel.size() < channel.position()) {
                throw new IOException(file + ": became shorter while it was followed");
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
