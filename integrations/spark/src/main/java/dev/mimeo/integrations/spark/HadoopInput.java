package dev.mimeo.integrations.spark;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A read-only channel of a file in a Hadoop file system. Each read of an object store is a request, so the channel reads ahead:
 * sequential reads are served from a buffer, and each request is twice as long as the last, up to 4 MiB. Not thread-safe.
 */
final class HadoopInput implements SeekableByteChannel {

    /** Bytes of the first request: a header and a small extent. */
    private static final int LEAST_AHEAD = 64 << 10;

    /** Maximum bytes of a request. */
    private static final int MOST_AHEAD = 4 << 20;

    private final FSDataInputStream stream;
    private final String name;
    private final long size;
    private byte[] buffer = {};
    private long position;
    private long start;
    private int buffered;
    private int ahead = LEAST_AHEAD;
    private boolean open = true;

    private HadoopInput(FSDataInputStream stream, String name, long size) {
        this.stream = stream;
        this.name = name;
        this.size = size;
    }

    /** Opens a file. */
    static HadoopInput open(FileSystem files, Path file) throws IOException {
        FileStatus status = files.getFileStatus(file);
        try {
            FSDataInputStream stream = files.openFile(file)
                    .withFileStatus(status)
                    .opt("fs.option.openfile.read.policy", "random")
                    .build()
                    .get();
            return new HadoopInput(stream, file.toString(), status.getLen());
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException io
                    ? io
                    : new IOException(file + ": cannot be opened: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(file + ": interrupted while it was opened", e);
        }
    }

    @Override
    public long size() throws ClosedChannelException {
        requireOpen();
        return size;
    }

    @Override
    public long position() throws ClosedChannelException {
        requireOpen();
        return position;
    }

    @Override
    public SeekableByteChannel position(long next) throws ClosedChannelException {
        requireOpen();
        if (next < 0) {
            throw new IllegalArgumentException("negative position: " + next);
        }
        position = next;
        return this;
    }

    private void requireOpen() throws ClosedChannelException {
        if (!open) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public int read(ByteBuffer out) throws IOException {
        requireOpen();
        if (!out.hasRemaining()) {
            return 0;
        }
        if (position >= size) {
            return -1;
        }
        if (position < start || position >= start + buffered) {
            fill(out.remaining());
        }
        int from = (int) (position - start);
        int count = Math.min(out.remaining(), buffered - from);
        out.put(buffer, from, count);
        position += count;
        return count;
    }

    private void fill(int wanted) throws IOException {
        ahead = position == start + buffered && buffered > 0 ? Math.min(2 * ahead, MOST_AHEAD) : LEAST_AHEAD;
        int count = (int) Math.min(Math.max(ahead, Math.min(wanted, MOST_AHEAD)), size - position);
        buffered = 0;
        if (buffer.length < count) {
            buffer = new byte[count];
        }
        try {
            stream.readFully(position, buffer, 0, count);
        } catch (EOFException e) {
            throw new IOException(name + ": file became shorter while it was read", e);
        }
        start = position;
        buffered = count;
    }

    @Override
    public int write(ByteBuffer content) throws ClosedChannelException {
        requireOpen();
        throw new NonWritableChannelException();
    }

    @Override
    public SeekableByteChannel truncate(long newSize) throws ClosedChannelException {
        requireOpen();
        throw new NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() throws IOException {
        open = false;
        stream.close();
    }
}
