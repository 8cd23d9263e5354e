package dev.mimeo.garage.query;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** The folder in which the partial results of a query stay until it is done. */
final class PartialFolder {

    private static final String FILE = "partial.duckdb";

    /** Is there from when the list of files is stored: without it there is nothing to continue. */
    private static final String STARTED = "started";

    private static final List<String> FILES =
            List.of(STARTED, FILE, FILE + ".wal", FILE + ".wal.checkpoint", FILE + ".wal.recovery");

    private PartialFolder() {}

    /**
     * Prepares a folder. What a run left that ended before it had a list of files is removed.
     *
     * @return the database in it
     * @throws IOException if there is nothing to continue, there is something that would be lost, or another run uses it
     */
    static Path prepare(Path folder, boolean resume) throws IOException {
        Path database = folder.resolve(FILE);
        if (resume && !Files.isDirectory(folder)) {
            throw MimeoException.of(folder, Reason.EMPTY, "has no partial results to continue");
        }
        if (isStarted(folder)) {
            if (!resume) {
                throw MimeoException.of(
                        folder,
                        Reason.UNSUPPORTED,
                        "has partial results of an earlier run: continue that, or remove them");
            }
            return database;
        }
        Files.createDirectories(folder);
        if (Files.exists(database)) {
            refuseInUse(folder, database);
            for (String name : FILES) {
                Files.deleteIfExists(folder.resolve(name));
            }
        }
        return database;
    }

    /** The engine locks its file while it is open. */
    private static void refuseInUse(Path folder, Path database) throws IOException {
        try (FileChannel channel = FileChannel.open(database, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                throw MimeoException.of(folder, Reason.UNSUPPORTED, "is used by another run: wait for it to end");
            }
        }
    }

    /** Returns whether there are partial results that can be continued. */
    static boolean isStarted(Path folder) {
        return Files.exists(folder.resolve(STARTED));
    }

    /** Says that there are partial results from now on. */
    static void start(Path folder) throws IOException {
        Files.write(folder.resolve(STARTED), new byte[0]);
    }

    /** Removes partial results, if there are any, and the folder if it has nothing else. */
    static void remove(Path folder) throws IOException {
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            for (String name : FILES) {
                Files.deleteIfExists(folder.resolve(name));
            }
            Files.delete(folder);
        }
    }
}
