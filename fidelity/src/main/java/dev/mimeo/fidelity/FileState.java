package dev.mimeo.fidelity;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a file that change with its content.
 *
 * @param key identity of the file in its file system, null where it has none
 * @param size bytes
 */
record FileState(@Nullable Object key, long size, FileTime modified) {

    static FileState of(BasicFileAttributes attributes) {
        return new FileState(attributes.fileKey(), attributes.size(), attributes.lastModifiedTime());
    }

    /** Returns whether the bytes that the file had in this state are the same later, as far as attributes tell: it may have grown. */
    boolean isKeptBy(FileState later) {
        return Objects.equals(key, later.key)
                && (later.size > size || (later.size == size && later.modified.equals(modified)));
    }
}
