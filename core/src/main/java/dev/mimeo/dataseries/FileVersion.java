package dev.mimeo.dataseries;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * By what a change of a file is noticed.
 *
 * @param modified time of the last change of its content
 * @param sizeBytes its size
 * @param key tells it from another file that takes its name; null where the file system has no such thing
 */
record FileVersion(
        FileTime modified, long sizeBytes, @Nullable Object key) {

    /** Looks at a file. */
    static FileVersion of(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return new FileVersion(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
    }
}
