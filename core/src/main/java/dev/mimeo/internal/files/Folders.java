package dev.mimeo.internal.files;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Folders that are given in place of files. */
public final class Folders {

    private Folders() {}

    /**
     * Refuses a folder. The failure of a read would not name it, and a file system may open it.
     *
     * @throws FileSystemException if the file is a folder
     */
    public static void refuse(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "is a directory");
        }
    }
}
