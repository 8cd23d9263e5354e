package dev.mimeo.garage.summary;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.internal.files.Folders;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The lock of the process that changes the summaries in a folder. */
final class SummaryLock implements Closeable {

    private static final String NAME = "lock";

    private final Path folder;
    private final FileChannel channel;

    private SummaryLock(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /**
     * Takes the lock; makes the folder if there is none.
     *
     * @throws IOException if another process has it, or nothing can be written there
     */
    static SummaryLock of(Path folder) throws IOException {
        Folders.create(folder);
        Path file = folder.resolve(NAME);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            // Another process may have removed the file just before it let it go.
            if (channel.tryLock() != null && Files.exists(file)) {
                return new SummaryLock(folder, channel);
            }
        } catch (OverlappingFileLockException e) {
            // This process has it.
        } catch (IOException e) {
            // Not every file system has locks; nobody is in the way there.
            return new SummaryLock(folder, channel);
        }
        channel.close();
        throw MimeoException.of(folder, Reason.UNSUPPORTED, "is in use: try again when the other process has ended");
    }

    /**
     * Checks that the lock was not given back: another process may have it then.
     *
     * @throws IllegalStateException if it was
     */
    void requireHeld() {
        if (!channel.isOpen()) {
            throw new IllegalStateException("the summaries are closed");
        }
    }

    /** Gives the lock back, once. If nothing was ever stored, nothing is left of the folder. */
    @Override
    public void close() throws IOException {
        if (!channel.isOpen()) {
            // The file may be that of the next one who took the lock.
            return;
        }
        boolean isEmpty = !Files.exists(folder.resolve(SummaryStore.INDEX));
        try {
            if (isEmpty) {
                Files.deleteIfExists(folder.resolve(NAME));
            }
        } finally {
            channel.close();
        }
        if (isEmpty) {
            try {
                Files.deleteIfExists(folder);
            } catch (DirectoryNotEmptyException e) {
                // Another process has begun to use it.
            }
        }
    }
}
