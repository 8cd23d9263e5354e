package dev.mimeo.dataseries;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.mimeo.internal.files.FullTransfers;
import dev.mimeo.internal.text.Failures;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file that threads read independently of each other. A thread that is interrupted while it reads closes the channel for all of them, so
 * the others open it again. Thread-safe.
 */
final class InterruptibleFile implements RandomInput {

    private final Path file;
    private final @Nullable Object key;
    private final long size;
    private volatile FileChannel channel;

    @GuardedBy("this") private boolean closed;

    /** @param opened a channel of the file, which is closed with this one and where this constructor fails */
    InterruptibleFile(Path file, FileChannel opened) throws IOException {
        this.file = file;
        this.channel = opened;
        try {
            this.key = key(file);
            this.size = opened.size();
        } catch (IOException | RuntimeException | Error e) {
            opened.close();
            throw e;
        }
    }

    private static @Nullable Object key(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void read(long position, byte[] out, int offset, int length) throws IOException {
        while (true) {
            FileChannel used = channel;
            try {
                if (FullTransfers.read(used, position, out, offset, length) < length) {
                    throw new EOFException(file + ": file became shorter while it was read");
                }
                return;
            } catch (ClosedByInterruptException e) {
                throw e;
            } catch (ClosedChannelException e) {
                reopen(used, e);
            } catch (IOException e) {
                throw Failures.ofFile(file, e);
            }
        }
    }

    private synchronized void reopen(FileChannel used, ClosedChannelException cause) throws IOException {
        if (closed) {
            throw cause;
        }
        if (channel != used) {
            return;
        }
        FileChannel again = FileChannel.open(file, StandardOpenOption.READ);
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
