package dev.mimeo.dataseries.transform;

import dev.mimeo.dataseries.WriterOptions;

/**
 * Options of a {@link Repacking}.
 *
 * @param writer codecs, byte order and threads; as many threads read
 * @param extentSize unpacked size at which extents end, in bytes, at least 1
 * @param level compression level to note, whatever codecs it applies to
 * @param information whether to add a row of type {@code Info::DSRepack} that says how the file was packed
 * @param targetFileSize size at which a file ends and the next part begins, in bytes; 0 for a single file
 * @param originalPartNumbers whether to note the part numbers that the original tool does: one too many, and that of the
 *     last part twice
 */
public record RepackOptions(
        WriterOptions writer,
        int extentSize,
        int level,
        boolean information,
        long targetFileSize,
        boolean originalPartNumbers) {

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException if a size is out of range
     */
    public RepackOptions {
        if (extentSize < 1) {
            throw new IllegalArgumentException("extents must have at least 1 byte, got " + extentSize);
        }
        if (targetFileSize < 0) {
            throw new IllegalArgumentException("files must have at least 1 byte, got " + targetFileSize);
        }
    }
}
