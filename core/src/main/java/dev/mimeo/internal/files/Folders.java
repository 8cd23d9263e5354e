package dev.mimeo.internal.files;

import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Folders that are given in place of files. */
public final class Folders {

    private Folders() {}

    /**
     * Refuses a path that is, or lies below, something else than a folder. The failure to create it would have its absolute path.
     *
     * @param folder need not exist
     * @throws FileSystemException names what is in the way as it was given
     */
    public static void refuseFileAbove(Path folder) throws FileSystemException {
        Path part = folder;
        while (part != null && !Files.exists(part)) {
            part = part.getParent();
        }
        if (part != null && !Files.isDirectory(part)) {
            throw new FileSystemException(part.toString(), null, "is not a folder: choose another name");
        }
    }

    /**
     * Creates a folder and those above it, where they do not exist.
     *
     * @throws FileSystemException if that is not possible; names the folder as it was given, which {@link Files} does not
     */
    public static void create(Path folder) throws IOException {
        refuseFileAbove(folder);
        try {
            Files.createDirectories(folder);
        } catch (FileSystemException e) {
            FileSystemException named =
                    new FileSystemException(folder.toString(), null, "cannot be created: " + Failures.reason(e));
            named.initCause(e);
            throw named;
        }
    }

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
