package dev.mimeo.garage.query;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/** The folder in which the partial results of a query stay until it is done. */
final class PartialFolder {

    private static final String FILE = "partial.duckdb";

    private static final List<String> FILES =
            List.of(FILE, FILE + ".wal", FILE + ".wal.checkpoint", FILE + ".wal.recovery");

    private PartialFolder() {}

    /**
     * Prepares a folder.
     *
     * @return the database in it
     * @throws IOException if there is nothing to continue, or there is something that would be lost
     */
    static Path prepare(Path folder, boolean resume) throws IOException {
        Path database = folder.resolve(FILE);
        if (resume && !Files.exists(database)) {
            throw new IOException(folder + ": has no partial results to continue");
        }
        if (!resume && Files.exists(database)) {
            throw new IOException(folder + ": has partial results of a run before: continue that, or remove them");
        }
        Files.createDirectories(folder);
        return database;
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
