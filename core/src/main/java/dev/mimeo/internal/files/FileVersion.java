package dev.mimeo.internal.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Properties of a file that change when its content does.
 *
 * @param modified time of the last change of its content
 * @param sizeBytes its size
 * @param key tells it from another file that takes its name; null where the file system has no such thing
 */
public record FileVersion(
        FileTime modified, long sizeBytes, @Nullable Object key) {

    /**
     * Returns those that a file has now.
     *
     * @throws IOException if it does not exist or its attributes cannot be read
     */
    public static FileVersion of(Path file) throws IOException {
        return of(Files.readAttributes(file, BasicFileAttributes.class));
    }

    /** Returns those among the attributes of a file. */
    public static FileVersion of(BasicFileAttributes attributes) {
        return new FileVersion(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
    }

    /** Returns whether the file of a later version begins with the content of this one, as far as the properties tell: it may have grown. */
    public boolean isKeptBy(FileVersion later) {
        return Objects.equals(key, later.key)
                && (later.sizeBytes > sizeBytes || (later.sizeBytes == sizeBytes && later.modified.equals(modified)));
    }
}
