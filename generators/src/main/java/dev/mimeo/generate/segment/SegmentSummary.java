package dev.mimeo.generate.segment;

/**
 * The main numbers of a segment that was written.
 *
 * @param name name of the characterization, shortened in the file to 63 bytes of UTF-8
 * @param seed seed of the generated data
 * @param blocks blocks of 4 KiB, at least 1
 * @param distinctBlocks blocks with different content
 * @param constantBlocks how many of the distinct ones repeat a single byte; these are the same in every pass over the segment
 * @param markedBlocks how many of the distinct ones differ from pass to pass in six adjacent bytes, because they have too few
 *     bytes that can be swapped
 * @param ratio compression ratio of a sample of the blocks, each compressed alone with zlib at level 6
 */
public record SegmentSummary(
        String name, long seed, int blocks, int distinctBlocks, int constantBlocks, int markedBlocks, double ratio) {

    /** Returns the dedup ratio of the segment in blocks of 4 KiB, which every pass over it has. */
    public double dedupRatio() {
        return (double) blocks / distinctBlocks;
    }

    /** Returns the bytes of data in the segment. */
    public long bytes() {
        return (long) SegmentFormat.BLOCK_BYTES * blocks;
    }
}
