package dev.mimeo.characterization;

import java.util.List;

/**
 * Distributions of the duplicates of a data set, in powers of two: entry i counts values from 2^i to below 2^(i+1).
 * Trailing zeros are left out. Immutable and thread-safe.
 *
 * @param occurrences number of contents that occur so many times
 * @param runs number of runs of so many consecutive duplicate blocks
 * @param distances number of duplicate blocks that begin so many bytes after the last block of the same content
 * @param popularity number of occurrences of the content of rank 2^i, the most frequent having rank 1; 0 where it is not known
 */
public record DuplicationProfile(List<Long> occurrences, List<Long> runs, List<Long> distances, List<Long> popularity) {

    /** Nothing known. */
    public static final DuplicationProfile NONE = new DuplicationProfile(List.of(), List.of(), List.of(), List.of());

    /** Copies the lists and checks the ranges. */
    public DuplicationProfile {
        occurrences = checked(occurrences);
        runs = checked(runs);
        distances = checked(distances);
        popularity = checked(popularity);
    }

    private static List<Long> checked(List<Long> counts) {
        if (counts.size() > Long.SIZE || counts.stream().anyMatch(count -> count < 0)) {
            throw new IllegalArgumentException(
                    "counts by powers of two are at most 64 and not negative, got " + counts);
        }
        return List.copyOf(counts);
    }
}
