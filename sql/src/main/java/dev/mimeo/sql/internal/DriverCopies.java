package dev.mimeo.sql.internal;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The copies of its native library that the driver of DuckDB unpacks from its jar into the folder for temporary files. It deletes a
 * complete one when the process ends, and leaves the part of one that it could not write. For one thread.
 */
final class DriverCopies {

    private static final String NAMES = "libduckdb_java*.so";

    private final @Nullable Path folder;
    private final Set<Path> before;

    private DriverCopies(@Nullable Path folder, Set<Path> before) {
        this.folder = folder;
        this.before = before;
    }

    /** Takes note of the copies in a folder before the driver makes one. */
    static DriverCopies in(String folder) {
        try {
            Path path = Path.of(folder);
            return new DriverCopies(path, list(path));
        } catch (IOException | InvalidPathException e) {
            // The driver cannot make a copy there either.
            return new DriverCopies(null, Set.of());
        }
    }

    /**
     * Removes the copy that the driver has not completed. Its name is not known: if other processes have begun one since, all are left,
     * as one of them may be in use.
     */
    void removeIncomplete() {
        if (folder == null) {
            return;
        }
        try {
            Set<Path> made = list(folder);
            made.removeAll(before);
            if (made.size() == 1) {
                Files.deleteIfExists(made.iterator().next());
            }
        } catch (IOException e) {
            System.getLogger(DriverCopies.class.getName()).log(Level.DEBUG, "a copy cannot be removed", e);
        }
    }

    private static Set<Path> list(Path folder) throws IOException {
        Set<Path> copies = new HashSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, NAMES)) {
            files.forEach(copies::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return copies;
    }
}
