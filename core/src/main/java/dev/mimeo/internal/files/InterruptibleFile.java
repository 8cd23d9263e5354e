package dev.mimeo.internal.files;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.mimeo.internal.text.Failures;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file in any file system that threads read independently of each other. A thread that is interrupted while it reads closes the channel
 * for all of them, so the others open it again. Thread-safe.
 */
public final class InterruptibleFile implements Closeable {

    private final Path file;
    private final @Nullable Object key;
    private final long size;
    private volatile SeekableByteChannel channel;

    @GuardedBy("this") private boolean closed;

    private InterruptibleFile(Path file, SeekableByteChannel opened) throws IOException {
        this.file = file;
        this.channel = opened;
        this.key = key(file);
        this.size = opened.size();
    }

    /** Opens a file. */
    public static InterruptibleFile open(Path file) throws IOException {
        SeekableByteChannel opened = Files.newByteChannel(file);
        try {
            return new InterruptibleFile(file, opened);
        } catch (IOException | RuntimeException | Error e) {
            opened.close();
            throw e;
        }
    }

    private static @Nullable Object key(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    /** Returns the size that the file had when it was opened, in bytes. */
    public long size() {
        return size;
    }

    /**
     * Reads from a position until a range of an array is full or the file ends.
     *
     * @return the bytes read, less than {@code length} only at the end of the file
     * @throws IndexOutOfBoundsException if the range is not inside the array
     * @throws ClosedByInterruptException if this thread is interrupted; other threads go on
     * @throws IOException if reading fails, or the file was replaced before it had to be opened again; the message names the file
     */
    public int read(long position, byte[] out, int offset, int length) throws IOException {
        while (true) {
            SeekableByteChannel used = channel;
            try {
                return FullTransfers.read(used, position, out, offset, length);
            } catch (ClosedByInterruptException e) {
                throw e;
            } catch (ClosedChannelException e) {
                reopen(used, e);
            } catch (IOException e) {
                throw Failures.ofFile(file, e);
            }
        }
    }

    private synchronized void reopen(SeekableByteChannel used, ClosedChannelException cause) throws IOException {
        if (closed) {
            throw cause;
        }
        if (channel != used) {
            return;
        }
        SeekableByteChannel again = Files.newByteChannel(file);
        try {
            if (!Objects.equals(key(file), key)) {
                throw new FileSystemException(file.toString(), null, "was replaced while it was read");
            }
        } catch (IOException | RuntimeException | Error e) {
            again.close();
            throw e;
        }
        channel = again;
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        channel.close();
    }
}
