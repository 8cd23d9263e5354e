package dev.mimeo.dataseries;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * A file that is read, as it was when it was opened.
 *
 * @param version properties by which a change of the file is noticed
 * @param complete whether it must have an index
 */
record FileOrigin(Path file, FileVersion version, boolean complete) {

    /** Looks at a file before it is opened, so that a later change is noticed. */
    static FileOrigin of(Path file, boolean complete) throws IOException {
        return new FileOrigin(file, FileVersion.of(file), complete);
    }

    /** Returns whether the file has changed, was replaced or is gone. */
    boolean isChanged() throws IOException {
        try {
            return !FileVersion.of(file).equals(version);
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    /**
     * Properties of the file.
     *
     * @param modified time of the last change of its content
     * @param sizeBytes its size
     * @param key tells it from another file that takes its name; null where the file system has no such thing
     */
    private record FileVersion(
            FileTime modified, long sizeBytes, @Nullable Object key) {

        static FileVersion of(Path file) throws IOException {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new FileVersion(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
        }
    }
}
