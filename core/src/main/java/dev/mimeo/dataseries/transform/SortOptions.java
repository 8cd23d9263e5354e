package dev.mimeo.dataseries.transform;

import dev.mimeo.dataseries.WriterOptions;

/**
 * Options of a {@link Sorting}.
 *
 * @param writer codecs, byte order and threads of the output; as many threads read
 * @param extentSize unpacked size at which extents end, in bytes, at least 1
 * @param memoryBytes bytes of rows to hold in memory, at least 1. One extent is always held. Reading and packing ahead
 *     take some more, which does not depend on the inputs
 */
public record SortOptions(WriterOptions writer, int extentSize, long memoryBytes) {

    /** Returns options for {@link Sorting#merge}, which holds a few extents of each input and no more. */
    public static SortOptions forMerging(WriterOptions writer, int extentSize) {
        return new SortOptions(writer, extentSize, 1);
    }

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException if a size is out of range
     */
    public SortOptions {
        if (extentSize < 1) {
            throw new IllegalArgumentException("extents must have at least 1 byte, got " + extentSize);
        }
        if (memoryBytes < 1) {
            throw new IllegalArgumentException("sorting needs memory, got " + memoryBytes + " bytes");
        }
    }
}
