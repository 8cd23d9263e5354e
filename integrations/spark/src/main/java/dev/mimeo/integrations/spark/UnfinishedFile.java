package dev.mimeo.integrations.spark;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file beside the one that it becomes when it is whole; removed if it does not. Not thread-safe. */
final class UnfinishedFile implements Closeable {

    private final Path target;
    private final Path path;

    /** @throws IOException if the folder is not there or cannot be written to */
    UnfinishedFile(Path target) throws IOException {
        this.target = target.toAbsolutePath();
        // Not a temporary file of the JDK: no one else may read those.
        this.path = Files.createFile(this.target.resolveSibling(
                "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part"));
    }

    /** Returns its absolute name. */
    Path path() {
        return path;
    }

    /** Gives it the name of the file, which is replaced if it exists. */
    void commit() throws IOException {
        Files.move(path, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
    }
}
