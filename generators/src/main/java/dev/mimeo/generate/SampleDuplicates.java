package dev.mimeo.generate;

import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.characterization.DuplicationCharacterization;
import dev.mimeo.internal.random.SplitMix64;

/**
 * Duplicates that a sample of a data set cannot show: most contents that occur more than once in the data set are met once.
 *
 * <p>A data set of which a share was scanned is as long as several cycles over the sample. In some of them, after the first, a
 * chunk has the content that it had in an earlier one, any with the same probability; so often that as many cycles have the
 * dedup ratio that {@link DuplicationCharacterization.Estimate} gives the data set. What is longer than the data set begins again
 * with content that was not there before. Immutable and thread-safe.
 */
final class SampleDuplicates {

    private static final double ONE = 0x1p53;

    /** Cycles that are as long as the data set. */
    private final long cycles;

    /** Probability of earlier content, in units of 2^-53. */
    private final long repeated;

    private SampleDuplicates(long cycles, double share) {
        this.cycles = cycles;
        this.repeated = (long) (share * ONE);
    }

    /** Estimates how often chunks have earlier content; never where all of the data set was scanned. */
    static SampleDuplicates of(DatasetCharacterization dataset) {
        String boundaries = "fixed:" + dataset.chunkSize();
        for (DuplicationCharacterization cut : dataset.duplication()) {
            double ratio = DuplicationCharacterization.Estimate.of(cut, dataset).ratio();
            if (cut.boundaries().equals(boundaries) && !dataset.scannedWhole() && ratio > 1) {
                double scale = (double) dataset.bytes() / dataset.scannedBytes();
                // Contents of the data set for each of the sample: one of the first cycle, and of the others what is
                // new.
                double contents = cut.blocks() * scale / ratio / cut.distinctBlocks();
                double fresh = Math.max(0, Math.min(1, (contents - 1) / (scale - 1)));
                return new SampleDuplicates((long) Math.ceil(scale), scale > 1 ? 1 - fresh : 0);
            }
        }
        return new SampleDuplicates(1, 0);
    }

    /**
     * Returns the cycle whose content a row has in a cycle: this one, or an earlier one that has content of its own.
     *
     * @param row row of the first chunk of its content in the sample
     */
    long cycleOf(long cycle, long row) {
        long before = cycle % cycles;
        long first = cycle - before;
        while (before > 0) {
            long bits = SplitMix64.derive(SplitMix64.derive(row, first + before), cycles);
            if (bits >>> 11 >= repeated) {
                break;
            }
            before = Math.multiplyHigh(SplitMix64.mix64(bits) >>> 1, 2 * before);
        }
        return first + before;
    }
}
