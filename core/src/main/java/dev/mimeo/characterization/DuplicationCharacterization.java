package dev.mimeo.characterization;

/**
 * Exact duplication within a data set, cut one way.
 *
 * @param boundaries chunk boundaries of the data: {@code fixed:32768} or {@code fastcdc:8192}, with the (average) size in bytes
 * @param blocks blocks seen
 * @param bytes bytes seen
 * @param distinctBlocks blocks with different content, estimated where {@code samplingRate} is below 1
 * @param distinctBytes bytes of the distinct blocks, estimated likewise
 * @param samplingRate share of all fingerprints that was kept, 1 when the figures are exact
 * @param profile distributions of the duplicates
 */
public record DuplicationCharacterization(
        String boundaries,
        long blocks,
        long bytes,
        long distinctBlocks,
        long distinctBytes,
        double samplingRate,
        DuplicationProfile profile) {

    /** Makes one that does not say how the duplicates are spread. */
    public DuplicationCharacterization(
            String boundaries, long blocks, long bytes, long distinctBlocks, long distinctBytes, double samplingRate) {
        this(boundaries, blocks, bytes, distinctBlocks, distinctBytes, samplingRate, DuplicationProfile.NONE);
    }

    /** Returns bytes seen over distinct bytes, at least 1; 1 for no data. */
    public double dedupRatio() {
        return distinctBytes <= 0 ? 1 : Math.max(1, (double) bytes / distinctBytes);
    }
}
