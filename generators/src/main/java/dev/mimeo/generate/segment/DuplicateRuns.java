package dev.mimeo.generate.segment;

import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.characterization.DuplicationCharacterization;
import dev.mimeo.internal.random.SplitMix64;
import java.util.List;

/**
 * Decides where blocks repeat earlier ones, so that aligned blocks of 4 KiB have the dedup ratio of the scanned data.
 *
 * <p>Generated data has most duplicates already, but not all of them at multiples of 4 KiB. Runs of blocks are added until the share
 * is that of the scan, with the lengths and distances that the scan found. Not thread-safe.
 */
final class DuplicateRuns {

    private static final String BOUNDARIES = "fixed:" + SegmentFormat.BLOCK_BYTES;
    private static final int MAX_RUN_POWER = 6;

    private final double share;
    private final List<Long> runs;
    private final List<Long> distances;
    private final SplitMix64 random;
    private int next;

    /**
     * Blocks that repeat earlier ones.
     *
     * @param source first of the earlier blocks
     * @param blocks length of the run
     */
    record Run(int source, int blocks) {}

    private DuplicateRuns(double share, DuplicationCharacterization.Profile profile, long seed) {
        this.share = share;
        this.runs = profile.runs();
        this.distances = profile.distances();
        this.random = new SplitMix64(seed);
        this.next = drawLength();
    }

    /** Takes the duplicates of a data set, estimated if it is sampled. */
    static DuplicateRuns of(DatasetCharacterization dataset, long seed) {
        for (DuplicationCharacterization cut : dataset.duplication()) {
            double ratio = DuplicationCharacterization.Estimate.of(cut, dataset).ratio();
            if (cut.boundaries().equals(BOUNDARIES) && ratio > 1) {
                return new DuplicateRuns(1 - 1 / ratio, cut.profile(), seed);
            }
        }
        return new DuplicateRuns(0, DuplicationCharacterization.Profile.NONE, seed);
    }

    /**
     * Returns the run that begins at a block, or one of no blocks.
     *
     * @param block number of the block
     * @param duplicates how many of the blocks before it repeat others
     * @param limit most blocks that the run may have
     */
    Run at(int block, int duplicates, int limit) {
        if (block == 0 || duplicates + next > share * (block + next)) {
            return new Run(0, 0);
        }
        int blocks = Math.min(Math.min(next, block), limit);
        next = drawLength();
        long distance = drawPower(distances) / SegmentFormat.BLOCK_BYTES;
        if (distance < blocks || distance > block) {
            distance = blocks + random.below(block - blocks + 1L);
        }
        return new Run((int) (block - distance), blocks);
    }

    private int drawLength() {
        return (int) Math.max(1, Math.min(drawPower(runs), 1 << MAX_RUN_POWER));
    }

    /** Draws from a distribution by powers of two; 0 if it is empty. */
    private long drawPower(List<Long> counts) {
        long sum = counts.stream().mapToLong(Long::longValue).sum();
        if (sum <= 0) {
            return 0;
        }
        long left = random.below(sum);
        int power = 0;
        for (; left >= counts.get(power); power++) {
            left -= counts.get(power);
        }
        return power >= Long.SIZE - 2 ? Long.MAX_VALUE : (1L << power) + random.below(1L << power);
    }
}
