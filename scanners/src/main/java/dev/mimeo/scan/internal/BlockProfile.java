package dev.mimeo.scan.internal;

import dev.mimeo.characterization.DuplicationCharacterization;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Counts how the duplicates of a {@link DuplicationCounter} are spread. Not thread-safe. */
final class BlockProfile {

    private final long[] runs = new long[Long.SIZE];
    private final long[] distances = new long[Long.SIZE];
    private long run;

    /**
     * Takes a block whose content was there before.
     *
     * @param distance bytes back to the last one, at least 1
     * @param droppedBits each block of the sample stands for 2^droppedBits
     */
    void repeated(long distance, int droppedBits) {
        distances[power(distance)] += 1L << droppedBits;
        // Runs are counted while all contents are known: a sample says nothing of neighbours.
        run += droppedBits == 0 ? 1 : 0;
    }

    /** Takes a block of new content. */
    void appeared() {
        if (run > 0) {
            runs[power(run)]++;
            run = 0;
        }
    }

    private static int power(long value) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
    }

    /**
     * Builds what is known so far.
     *
     * @param counts occurrences of each content, 0 for a slot that is free
     */
    DuplicationCharacterization.Profile build(int[] counts, int droppedBits) {
        long[] occurrences = new long[Long.SIZE];
        int[] sorted = Arrays.stream(counts).filter(count -> count > 0).sorted().toArray();
        for (int count : sorted) {
            occurrences[power(count)] += 1L << droppedBits;
        }
        long[] popularity = new long[Long.SIZE];
        for (int i = droppedBits; i < Integer.SIZE - 1 && 1 << (i - droppedBits) <= sorted.length; i++) {
            popularity[i] = sorted[sorted.length - (1 << (i - droppedBits))];
        }
        long[] allRuns = runs.clone();
        if (run > 0) {
            allRuns[power(run)]++;
        }
        return new DuplicationCharacterization.Profile(
                list(occurrences), list(allRuns), list(distances), list(popularity));
    }

    private static List<Long> list(long[] counts) {
        int end = counts.length;
        while (end > 0 && counts[end - 1] == 0) {
            end--;
        }
        List<Long> list = new ArrayList<>(end);
        for (int i = 0; i < end; i++) {
            list.add(counts[i]);
        }
        return list;
    }
}
