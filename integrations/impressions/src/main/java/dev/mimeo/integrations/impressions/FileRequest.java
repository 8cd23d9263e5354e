package dev.mimeo.integrations.impressions;

import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * A file to be written. Immutable.
 *
 * @param number line in the list, or place in the tree, from 1
 * @param path relative to the root; what could be read of the line where {@code defect} is set
 * @param size bytes, at least 0
 * @param twin path of the file of this size whose content it is to have, or null for content of its own
 * @param original the file of a tree that this one is to be like, or null where only its path and size are known
 * @param modified time of the last modification that the file is to have, or null for the time at which it is written
 * @param defect why the line cannot be understood, or null
 */
public record FileRequest(
        long number,
        FilePath path,
        long size,
        @Nullable FilePath twin,
        @Nullable Path original,
        @Nullable FileTime modified,
        @Nullable String defect) {

    /** Returns the request of a line, which tells neither a twin nor an original nor a time. */
    static FileRequest ofLine(long number, FilePath path, long size, @Nullable String defect) {
        return new FileRequest(number, path, size, null, null, null, defect);
    }
}
