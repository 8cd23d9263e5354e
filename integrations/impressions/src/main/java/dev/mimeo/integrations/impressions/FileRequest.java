package dev.mimeo.integrations.impressions;

import org.jspecify.annotations.Nullable;

/**
 * A file to be written. Immutable.
 *
 * @param number line in the list, or place in the tree, from 1
 * @param path relative to the root; what could be read of the line where {@code defect} is set
 * @param size bytes, at least 0
 * @param defect why the line cannot be understood, or null
 */
public record FileRequest(
        long number, FilePath path, long size, @Nullable String defect) {}
